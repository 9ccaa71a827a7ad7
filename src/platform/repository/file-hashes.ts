import { closeSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from "node:fs";
import type { Hash } from "node:crypto";
import { type BytePath, placeOf } from "./byte-paths.ts";
import { gitText } from "./run-git-bytes.ts";
import type { Scratch } from "./scratch.ts";
import type { TreeEntry } from "./tree-changes.ts";

const SHA1_LENGTH = 40;
const CHUNK = 1 << 20;

/** A file as a tree would have it: its mode, and the objects that its bytes may be. Undefined where there is no file. */
export interface FoundFile {
  readonly stat: Stats;
  /** The object of its bytes as they are. */
  readonly object: string;
}

/** What stands at a path; never through a link. */
export function statAt(root: string, path: BytePath): Stats | undefined {
  try {
    return lstatSync(placeOf(root, path), { throwIfNoEntry: false });
  } catch (error) {
    // A file stands where a folder would be.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** A file or a link, by its bytes; undefined where there is none. */
export function findFile(root: string, path: BytePath, hashLength: number): FoundFile | undefined {
  const stat = statAt(root, path);
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return undefined;
  const place = placeOf(root, path);
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash(hashLength === SHA1_LENGTH ? "sha1" : "sha256");
  if (stat.isSymbolicLink()) {
    const end = readlinkSync(place, "buffer");
    hash.update(`blob ${end.length}\0`).update(end);
  } else {
    hash.update(`blob ${stat.size}\0`);
    readInto(hash, place);
  }
  return { stat, object: hash.digest("hex") };
}

function readInto(hash: Hash, place: Buffer): void {
  const descriptor = openSync(place, "r");
  const chunk = Buffer.alloc(CHUNK);
  try {
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a file is of an entry's kind: link, plain or to be run; the last two are one where the file system knows no modes. */
export function hasMode(
  { stat }: FoundFile,
  { mode }: TreeEntry,
  { countsModes }: { readonly countsModes: boolean },
): boolean {
  if (stat.isSymbolicLink() || mode === "120000") return stat.isSymbolicLink() && mode === "120000";
  return !countsModes || ((stat.mode & 0o100) !== 0) === (mode === "100755");
}

/** The objects that git would make of files, with the line ends that their attributes say. */
export async function convertedObjects(
  scratch: Scratch,
  root: string,
  paths: readonly BytePath[],
): Promise<ReadonlyMap<BytePath, string>> {
  if (paths.length === 0) return new Map();
  const stdin = Buffer.from(paths.map((path) => `${quoted(path)}\n`).join(""), "latin1");
  const text = await gitText(scratch.plain(["hash-object", "--stdin-paths"], { files: root, stdin }));
  const objects = text.split("\n");
  return new Map(paths.map((path, at) => [path, objects[at] ?? ""]));
}

function quoted(path: BytePath): string {
  return `"${path.replaceAll(/[^ -~]|["\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}
