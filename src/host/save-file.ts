import type { Failed, HostPorts } from "./action.ts";
import { failed, MACHINE_HINT } from "./failed.ts";
import { folderOf } from "./path-text.ts";

/** What a file is called when its folder, or it itself, cannot be written. */
export interface SaveWords {
  readonly folder: string;
  readonly file: string;
  /** The file is one of lines: what is wrong with it has a place, 0 for the whole. */
  readonly ofLines?: true;
  /** The issue file that is worked on: neither it nor what stands behind it is written this way. */
  readonly issues?: string;
}

/** Writes a file whole, its folder too; answers why not, in the contract's words (memory 2). */
export function saveFile(path: string, text: string, words: SaveWords, ports: HostPorts): Failed | undefined {
  const refused = words.issues === undefined ? undefined : refuseStoreFile(path, words.issues, ports);
  if (refused !== undefined) return refused;
  const folder = folderOf(path);
  if (folder !== "") {
    const made = ports.makeFolder(folder);
    if (!made.ok) return failed(`failed to create ${words.folder} ${folder}: ${made.reason}`, MACHINE_HINT);
  }
  const written = ports.writeFile(path, text);
  if (written.ok) return undefined;
  const place = words.ofLines ? `line 0: I/O error: ${path}: ` : "";
  return failed(`failed to ${words.file} ${path}: ${place}${written.reason}`, MACHINE_HINT);
}

/** Why a path may not be written to, when it belongs to the issue memory: that changes under a permit only (M02). */
export function refuseStoreFile(path: string, issues: string, ports: HostPorts): Failed | undefined {
  if (!isOfStore(path, issues, ports)) return undefined;
  return failed(
    `${path} belongs to the issue memory itself, which changes under a permit only`,
    "give another path; issue compact writes the issue file in its canonical form",
  );
}

/** Whether a path leads to the issue file, its log, its index or its lock, whatever it is called on the way (M02). */
function isOfStore(path: string, issues: string, { realPath }: HostPorts): boolean {
  const store = realPath(issues);
  const home = folderOf(store);
  const target = realPath(path);
  // A file that is not there yet has no real path of its own.
  const place = `${realPath(folderOf(path) || ".")}/${path.slice(path.lastIndexOf("/") + 1)}`;
  return [target, place].some((each) => {
    const inside = each.startsWith(`${home}/`) ? each.slice(home.length + 1) : "";
    return each === store || /^(?:[^/]*\.)?(?:log|quarantine)\/|^cache\/|^[^/]*lock\.db/.test(inside);
  });
}
