import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Digest } from "#kernel";
import { forgetOldest } from "./forget-oldest.ts";
import { digestBytes, sha256 } from "./sha256.ts";
import { makeStatePlace, ownPlaces, stateFolders } from "./state-folder.ts";
import { type Written, writeFileWhole } from "./write-file.ts";

const FOLDER = "trusted-configs";
/** Files that are remembered at most; the one that was trusted longest ago is forgotten first, and asked about again. */
const MOST = 1000;

/** What is written down of a trusted file. */
interface TrustNote {
  readonly path: string;
  readonly digest: string;
}

/** What can be asked and said of trust; paths are real ones. */
export interface TrustStore {
  readonly digestBytes: (bytes: Uint8Array) => Digest;
  readonly stateOf: (path: string, digest: Digest) => "unknown" | "trusted" | "changed";
  readonly trust: (path: string, digest: Digest) => Written;
  readonly distrust: (path: string) => boolean;
}

/**
 * Which configuration files this user trusts. Each has a file of its own in the user's state folder, replaced whole: two sessions that
 * trust at once lose nothing. Only folders that are ours alone are believed, and a sandbox does not even see them.
 */
export const trustStore: TrustStore = { digestBytes, stateOf, trust, distrust };

function stateOf(path: string, digest: Digest): "unknown" | "trusted" | "changed" {
  const notes = ownPlaces(FOLDER).flatMap((folder) => noteIn(folder, path));
  if (notes.length === 0) return "unknown";
  return notes.some((note) => note.digest === digest) ? "trusted" : "changed";
}

function trust(path: string, digest: Digest): Written {
  const folder = makeStatePlace(FOLDER);
  if (folder === undefined)
    return { ok: false, reason: `neither ${stateFolders().join(" nor ")} can be written: set TUSK_STATE_DIR` };
  const note: TrustNote = { path, digest };
  const written = writeFileWhole(join(folder, nameOf(path)), `${JSON.stringify(note)}\n`);
  if (!written.ok) return written;
  // Elsewhere an older word may stand.
  for (const other of ownPlaces(FOLDER)) if (other !== folder) rmSync(join(other, nameOf(path)), { force: true });
  forgetOldest(folder, MOST);
  return written;
}

function distrust(path: string): boolean {
  const known = ownPlaces(FOLDER).filter((folder) => noteIn(folder, path).length > 0);
  for (const folder of ownPlaces(FOLDER)) rmSync(join(folder, nameOf(path)), { force: true });
  return known.length > 0;
}

function nameOf(path: string): string {
  return `${sha256(path)}.json`;
}

/** Our own note; none where it is missing, torn or of another file. */
function noteIn(folder: string, path: string): readonly TrustNote[] {
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, nameOf(path)), "utf8"));
    return isNote(note) && note.path === path ? [note] : [];
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return [];
    throw error;
  }
}

function isNote(value: unknown): value is TrustNote {
  if (typeof value !== "object" || value === null) return false;
  const { path, digest } = value as Readonly<Record<string, unknown>>;
  return typeof path === "string" && typeof digest === "string";
}
