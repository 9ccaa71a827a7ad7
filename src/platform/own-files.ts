import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type InputBytes, readInput } from "./read-input.ts";

/** A folder that stands only at the root of a clone or of the installed package. */
const LANDMARK = "conformance/vectors";

/** Reads a file that came with the program, by its path from the root. */
export function readOwn(path: string): InputBytes {
  const root = ownRoot();
  return root === undefined
    ? { ok: false, reason: "the files of the program are not installed" }
    : readInput(join(root, path));
}

/** Where a file that came with the program is, or would be; undefined when its files are not installed. */
export function ownPath(path: string): string | undefined {
  const root = ownRoot();
  return root === undefined ? undefined : join(root, path);
}

/** The files below a folder that came with the program, by their paths from the root, sorted; none when it is not there. */
export function listOwn(folder: string): readonly string[] {
  const root = ownRoot();
  if (root === undefined || !existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

/** The words that start this program from anywhere, absolute; undefined when its files are not installed. */
export function ownProgram(): readonly string[] | undefined {
  const root = ownRoot();
  if (root === undefined) return undefined;
  // A clone's launcher finds its Node itself; a package's is a script for the Node at hand.
  if (existsSync(join(root, "bin/tusk"))) return [join(root, "bin/tusk")];
  return existsSync(join(root, "bin/tusk.cjs")) ? [process.execPath, join(root, "bin/tusk.cjs")] : undefined;
}

/** The root of the clone or package this module runs from: sources, bundle and package lie at different depths. */
function ownRoot(): string | undefined {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, LANDMARK))) {
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return folder;
}
