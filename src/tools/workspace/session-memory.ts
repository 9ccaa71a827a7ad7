import type { Digest } from "#kernel";
import { pathFailure } from "./file-failure.ts";

/** What this session last saw of each file, by digest: times of files lie, contents do not (DESIGN 9). */
export class SessionMemory {
  readonly #seen = new Map<string, Digest>();

  remember(path: string, digest: Digest): void {
    this.#seen.set(path, digest);
  }

  forget(path: string): void {
    this.#seen.delete(path);
  }

  /** Refuses, once, to go on with a file that the session has read and that is gone: what the model knows of it is no longer so. */
  assertNotGone(path: string): void {
    if (!this.#seen.delete(path)) return;
    throw pathFailure("InvalidInput", path, "is gone since this session read it: look again, then go on");
  }

  /** Whether the session has read the file; refuses content that is not what it read. */
  basisOf(path: string, digest: Digest): "read" | "unread" {
    const seen = this.#seen.get(path);
    if (seen === undefined) return "unread";
    if (seen === digest) return "read";
    throw pathFailure("InvalidInput", path, "has changed since this session read it: read it again, then change it");
  }
}
