import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { protectedBy } from "#kernel";
import { codeOf } from "../workspace/file-failure.ts";

/** A protected path that is there. */
export interface ProtectedEntry {
  /** Relative to the workspace. */
  readonly path: string;
  readonly isLink: boolean;
  /** The same for as long as a link is the same; of a file or folder, until something about it changes. */
  readonly id: string;
}

/** How far a scan goes: folders nearest to the top first. What lies deeper is neither closed nor watched. */
const MAX_FOLDERS = 400;
const MAX_DEPTH = 3;
/** Folders that installers fill with other people's repositories: nothing there governs this one. */
const PASSED_OVER = new Set([
  "node_modules",
  ".venv",
  "venv",
  "target",
  "vendor",
  "dist",
  "build",
  "__pycache__",
  ".cache",
]);
/** A folder that was changed so shortly ago may change again without another time. */
const SETTLED_NS = 50_000_000n;

interface Listed {
  readonly changedNs: bigint;
  readonly found: readonly ProtectedEntry[];
  readonly folders: readonly string[];
}

/** Looks for protected paths in a workspace, as often as wanted: a folder that did not change is not read again. */
export class ProtectedScan {
  readonly #root: string;
  readonly #listed = new Map<string, Listed>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Every protected path that is there now, within bounds. */
  entries(): readonly ProtectedEntry[] {
    const found: ProtectedEntry[] = [];
    let level: readonly string[] = [""];
    let left = MAX_FOLDERS;
    for (let depth = 0; depth <= MAX_DEPTH && left > 0; depth++) {
      const listed = level.slice(0, left).map((folder) => this.#list(folder));
      left -= listed.length;
      found.push(...listed.flatMap((list) => list.found));
      level = listed.flatMap(({ folders }) => folders);
    }
    return found;
  }

  #list(folder: string): Listed {
    const nowNs = BigInt(Date.now()) * 1_000_000n;
    const changedNs = lstatSync(join(this.#root, folder), { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
    const known = this.#listed.get(folder);
    if (known !== undefined && known.changedNs === changedNs) return known;
    const listed = { changedNs, ...this.#read(folder) };
    if (nowNs - changedNs > SETTLED_NS) this.#listed.set(folder, listed);
    return listed;
  }

  #read(folder: string): Pick<Listed, "found" | "folders"> {
    const entries = entriesIn(join(this.#root, folder));
    const paths = entries.map((entry) => ({ entry, path: folder === "" ? entry.name : `${folder}/${entry.name}` }));
    return {
      found: paths
        .filter(({ path }) => protectedBy(path.split("/")) !== undefined)
        .flatMap(({ path }) => this.#entry(path)),
      folders: paths
        .filter(
          ({ entry, path }) =>
            entry.isDirectory() && !PASSED_OVER.has(entry.name) && protectedBy(path.split("/")) === undefined,
        )
        .map(({ path }) => path),
    };
  }

  #entry(path: string): readonly ProtectedEntry[] {
    const entry = lstatSync(join(this.#root, path), { bigint: true, throwIfNoEntry: false });
    if (entry === undefined) return [];
    // The number of a file that was removed is given to the next one; the time is not.
    return [{ path, isLink: entry.isSymbolicLink(), id: `${entry.dev}:${entry.ino}:${entry.ctimeNs}` }];
  }
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) !== undefined) return [];
    throw error;
  }
}

/**
 * What a command did to protected paths in spite of the walls: made one that could not be held free, or replaced a link. What is
 * closed cannot have changed.
 */
export function protectedChanges(
  before: readonly ProtectedEntry[],
  after: readonly ProtectedEntry[],
): readonly string[] {
  const [known, now] = [before, after].map((entries) => new Map(entries.map(({ path, id }) => [path, id])));
  const made = after.filter(({ path }) => known?.has(path) !== true);
  const replaced = before.filter(({ path, isLink, id }) => isLink && now?.get(path) !== id);
  return [...made, ...replaced].map(({ path }) => path);
}
