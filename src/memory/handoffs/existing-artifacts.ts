import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type ArtifactRef, type Digest, digestText, parseArtifactRef } from "#kernel";
import { digestStream, sha256 } from "#platform";
import { PortError } from "#ports";
import { readJournal } from "../journal/read-file-journal.ts";
import { SESSIONS, WITNESSES } from "../sessions/session-places.ts";
import { FileWitnesses } from "../witnesses/file-witnesses.ts";
import { DigestFiles } from "./digest-files.ts";

/** Where artifacts are looked for. */
export interface ArtifactPlaces {
  readonly stateFolder: string;
  /** What `file://` paths begin at: the worktree of the work. Without it no file is found. */
  readonly root?: string;
  /** Whether the repository has a commit; without it no commit is found. */
  readonly hasCommit?: (commit: string) => Promise<boolean>;
}

/** Where a state folder keeps large results. */
export const ARTIFACTS = "artifacts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const CHUNK = 1024 * 1024;

/** What exists now of these references, each with the digest that it has now; what is not there, or cannot be read, is left out. */
export async function existingArtifacts(
  refs: readonly string[],
  places: ArtifactPlaces,
): Promise<readonly ArtifactRef[]> {
  const found: ArtifactRef[] = [];
  for (const ref of new Set(refs)) {
    const digest = await measured(ref, places);
    if (digest !== undefined) found.push({ ref, digest });
  }
  return found;
}

async function measured(ref: string, { stateFolder, root, hasCommit }: ArtifactPlaces): Promise<Digest | undefined> {
  const name = parseArtifactRef(ref);
  switch (name?.kind) {
    case "artifact":
      return keptDigest(new DigestFiles(join(stateFolder, ARTIFACTS), { ending: "", port: "artifacts" }), name.digest);
    case "witness":
      return witnessDigest(join(stateFolder, WITNESSES), name.digest);
    case "commit":
      return (await hasCommit?.(name.commit)) === true ? digestText(sha256, name.commit) : undefined;
    case "session":
      return rowDigest(join(stateFolder, SESSIONS, `${name.sessionId}.jsonl`), name.row);
    case "file":
      return root === undefined ? undefined : fileDigest(root, name.path);
    case undefined:
      return undefined;
    default:
      return name satisfies never;
  }
}

function keptDigest(files: DigestFiles, digest: Digest): Digest | undefined {
  return orAbsent(() => (files.read(digest) === undefined ? undefined : digest));
}

function witnessDigest(folder: string, digest: Digest): Digest | undefined {
  return orAbsent(() => {
    new FileWitnesses(folder, { sync: "never" }).get(digest);
    return digest;
  });
}

/** The chain's digest at one row: rows behind it leave it as it is, a change before it does not. */
function rowDigest(path: string, row: number): Digest | undefined {
  return orAbsent(() => readJournal(path).rows.find(({ seq }) => seq === row)?.self);
}

/** What cannot be read is not there for whoever wants to go on from it. */
function orAbsent(look: () => Digest | undefined): Digest | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof PortError) return undefined;
    throw error;
  }
}

/** The digest of a file's bytes, the file inside the root and no link. */
function fileDigest(root: string, path: string): Digest | undefined {
  let descriptor: number | undefined;
  try {
    const folder = realpathSync(join(root, dirname(path)));
    const inside = relative(realpathSync(root), folder);
    if (inside === ".." || inside.startsWith("../")) return undefined;
    descriptor = openSync(join(folder, basename(path)), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    return fstatSync(descriptor).isFile() ? streamed(descriptor) : undefined;
  } catch (error) {
    if (error instanceof Error && "errno" in error) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function streamed(descriptor: number): Digest {
  const digest = digestStream();
  const chunk = Buffer.alloc(CHUNK);
  for (;;) {
    const length = readSync(descriptor, chunk, 0, CHUNK, null);
    if (length === 0) return digest.digest();
    digest.update(chunk.subarray(0, length));
  }
}
