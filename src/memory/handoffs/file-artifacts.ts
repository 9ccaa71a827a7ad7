import { join } from "node:path";
import { type ArtifactRef, artifactRef, type Digest } from "#kernel";
import { utf8 } from "#platform";
import type { ArtifactPage, ArtifactStore } from "#ports";
import { DigestFiles } from "./digest-files.ts";
import { ARTIFACTS } from "./existing-artifacts.ts";

/** How large one artifact may be. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Large results as files named by the digest of their text (R23). */
export class FileArtifacts implements ArtifactStore {
  readonly #files: DigestFiles;
  /** The newest one that was read: pages are asked for one behind the other. */
  #newest: { readonly digest: Digest; readonly bytes: Uint8Array } | undefined;
  constructor(stateFolder: string) {
    this.#files = new DigestFiles(join(stateFolder, ARTIFACTS), { ending: "", port: "artifacts" });
  }

  put(text: string): ArtifactRef | undefined {
    const bytes = utf8.encode(text);
    if (bytes.length > MOST_BYTES) return undefined;
    const digest = this.#files.put(bytes);
    return { ref: artifactRef(digest), digest };
  }

  page(digest: Digest, { offset, bytes: most }: { readonly offset: number; readonly bytes: number }): ArtifactPage {
    const bytes = this.#read(digest);
    const start = borderFrom(bytes, Math.min(offset, bytes.length));
    const end = borderUpTo(bytes, Math.min(start + most, bytes.length), start);
    const text = utf8.decode(bytes, start, end) ?? "";
    return { text, totalBytes: bytes.length, offset: start, next: end < bytes.length ? end : undefined };
  }

  #read(digest: Digest): Uint8Array {
    if (this.#newest?.digest === digest) return this.#newest.bytes;
    const bytes = this.#files.read(digest);
    if (bytes === undefined) throw this.#files.failure("missing", `there is no artifact ${digest}`);
    this.#newest = { digest, bytes };
    return bytes;
  }
}

/** The first border between characters from here on. */
function borderFrom(bytes: Uint8Array, at: number): number {
  let border = at;
  while (border < bytes.length && isInside(bytes[border])) border += 1;
  return border;
}

/** The last border up to here; behind the first character at least, so that pages come to an end. */
function borderUpTo(bytes: Uint8Array, at: number, start: number): number {
  let border = at;
  while (border > start && border < bytes.length && isInside(bytes[border])) border -= 1;
  return border > start ? border : borderFrom(bytes, Math.min(start + 1, bytes.length));
}

/** A byte in the middle of a character. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
