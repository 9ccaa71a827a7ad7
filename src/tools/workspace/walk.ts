import {
  type BigIntStats,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
} from "node:fs";
import { codeOf, pathFailure } from "./file-failure.ts";

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A name inside a folder that is held open: it stays in that folder whatever happens to the folder's own name. */
export function inside(folder: number, name: string): string {
  return `/proc/self/fd/${folder}/${name}`;
}

/** The path that a folder held open has now. */
export function folderPath(folder: number): string {
  return readlinkSync(`/proc/self/fd/${folder}`);
}

/** What stands under a name, no link followed; undefined when nothing does. */
export function lookAt(folder: number, name: string): BigIntStats | undefined {
  return lstatSync(inside(folder, name), { bigint: true, throwIfNoEntry: false });
}

/** How a walk goes: what it is for, and what to do about a folder that was missing and has just been made. */
interface Walk {
  readonly path: string;
  readonly makes?: (parts: readonly string[]) => void;
}

/**
 * Opens the folder at the end of `parts`, each part inside the one before and never through a link, so that nobody can put a link in
 * the way between a look and a use. With `makes` missing ones are made. The caller closes it.
 */
export function openFolderBelow(root: number, parts: readonly string[], walk: Walk): number {
  let folder = openSync(`/proc/self/fd/${root}`, constants.O_RDONLY | constants.O_DIRECTORY);
  for (const at of parts.keys()) {
    try {
      const next = openPart(folder, parts.slice(0, at + 1), { ...walk, root });
      closeSync(folder);
      folder = next;
    } catch (error) {
      closeSync(folder);
      throw error;
    }
  }
  return folder;
}

function openPart(
  folder: number,
  parts: readonly string[],
  { path, makes, root }: Walk & { readonly root: number },
): number {
  const name = parts.at(-1) ?? "";
  try {
    return openSync(inside(folder, name), FOLDER);
  } catch (error) {
    if (codeOf(error) === "ENOENT" && makes !== undefined) {
      assertBelow(root, folder, path);
      return makePart(folder, name, () => makes(parts));
    }
    // The system calls a link here "not a directory".
    if (lookAt(folder, name)?.isSymbolicLink() === true)
      throw pathFailure("Denied", path, "leads through a link (path.symlink)");
    throw error;
  }
}

/** Refuses a folder that is held open and was moved out of the root since. */
export function assertBelow(root: number, folder: number, path: string): void {
  const [whole, part] = [folderPath(root), folderPath(folder)];
  if (part === whole || part.startsWith(whole === "/" ? whole : `${whole}/`)) return;
  throw pathFailure("Denied", path, "is in a folder that was moved out of the workspace");
}

function makePart(folder: number, name: string, made: () => void): number {
  try {
    mkdirSync(inside(folder, name));
    made();
    fsyncSync(folder);
  } catch (error) {
    // Somebody else has made it meanwhile: then it is not ours to undo.
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return openSync(inside(folder, name), FOLDER);
}

/** Runs work in the folder that holds the last of `parts`, and closes it. The root itself has no such folder. */
export function inParent<T>(
  root: number,
  { path, parts }: { readonly path: string; readonly parts: readonly string[] },
  work: (folder: number, name: string) => T,
): T {
  const name = parts.at(-1);
  if (name === undefined) throw pathFailure("InvalidInput", path, "is the workspace itself: name a file");
  const folder = openFolderBelow(root, parts.slice(0, -1), { path });
  try {
    return work(folder, name);
  } finally {
    closeSync(folder);
  }
}

/** Whether anything stands at a path. */
export function isThere(root: number, parts: readonly string[]): boolean {
  try {
    return inParent(root, { path: parts.join("/"), parts }, (folder, name) => lookAt(folder, name) !== undefined);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}
