import type { Failed, HostPorts } from "./action.ts";
import { failed, MACHINE_HINT } from "./failed.ts";
import { folderOf } from "./path-text.ts";

/** What a file is called when its folder, or it itself, cannot be written. */
export interface SaveWords {
  readonly folder: string;
  readonly file: string;
}

/** Writes a file whole, its folder too; answers why not, in the contract's words (memory 2). */
export function saveFile(path: string, text: string, words: SaveWords, ports: HostPorts): Failed | undefined {
  const folder = folderOf(path);
  if (folder !== "") {
    const made = ports.makeFolder(folder);
    if (!made.ok) return failed(`failed to create ${words.folder} ${folder}: ${made.reason}`, MACHINE_HINT);
  }
  const written = ports.writeFile(path, text);
  return written.ok ? undefined : failed(`failed to ${words.file} ${path}: ${written.reason}`, MACHINE_HINT);
}
