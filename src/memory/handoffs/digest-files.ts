import { readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { byCodePoint, type Digest, parseDigest } from "#kernel";
import { digestBytes, osErrorText, syncFolder } from "#platform";
import { type HandoffCode, PortError, type WitnessCheck } from "#ports";
import { readIfThere, writeNew } from "../exclusive-file.ts";
import { isMissing } from "../issues/store-error.ts";
import { makePrivateFolder } from "../lock/private-folder.ts";

const CHANGED = "its content is not what its name says";
const DRAFT = /^\..*\.draft$/;

/** Files of one folder, each named by the digest of its bytes: written whole and synced, read only where the bytes are what the name says. */
export class DigestFiles {
  readonly #folder: string;
  readonly #ending: string;
  /** The port whose errors these are. */
  readonly #port: string;
  #drafts = 0;
  constructor(folder: string, { ending, port }: { readonly ending: string; readonly port: string }) {
    this.#folder = folder;
    this.#ending = ending;
    this.#port = port;
  }

  pathOf(digest: Digest): string {
    return join(this.#folder, `${digest.slice("sha256:".length)}${this.#ending}`);
  }

  /** Keeps bytes under their digest; the same ones twice are kept once. Throws `damaged` where other bytes stand under it. */
  put(bytes: Uint8Array): Digest {
    const digest = digestBytes(bytes);
    const path = this.pathOf(digest);
    this.#guard(path, () => {
      const standing = readIfThere(path);
      if (standing === undefined) this.#write(path, bytes);
      else if (digestBytes(standing) !== digest) throw this.#damaged(path);
    });
    return digest;
  }

  /** The bytes of this name; undefined where there is none. Throws `damaged` where they are others. */
  read(digest: Digest): Uint8Array | undefined {
    const path = this.pathOf(digest);
    const bytes = this.#guard(path, () => readIfThere(path));
    if (bytes !== undefined && digestBytes(bytes) !== digest) throw this.#damaged(path);
    return bytes;
  }

  /** Reads every file: how many hold, and the first that is not what its name says, or in which `problemOf` sees something. */
  verify(problemOf: (bytes: Uint8Array) => string | undefined): WitnessCheck {
    let checked = 0;
    for (const name of this.#names()) {
      const path = join(this.#folder, name);
      const problem = this.#guard(path, () => this.#problemOf(name, readIfThere(path), problemOf));
      if (problem !== undefined) return { checked, bad: { path, problem } };
      checked += 1;
    }
    return { checked, bad: undefined };
  }

  #problemOf(
    name: string,
    bytes: Uint8Array | undefined,
    problemOf: (bytes: Uint8Array) => string | undefined,
  ): string | undefined {
    const ending = this.#ending;
    const digest = name.endsWith(ending)
      ? parseDigest(`sha256:${name.slice(0, name.length - ending.length)}`)
      : undefined;
    if (digest === undefined) return "its name is no digest's";
    if (bytes === undefined) return "it is gone";
    return digestBytes(bytes) === digest ? problemOf(bytes) : CHANGED;
  }

  /** In order; what a writer left that was killed is no file of ours yet. */
  #names(): readonly string[] {
    return this.#guard(this.#folder, () => {
      try {
        return readdirSync(this.#folder)
          .filter((name) => !DRAFT.test(name))
          .toSorted(byCodePoint);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    });
  }

  failure(code: HandoffCode, message: string, cause?: unknown): PortError<HandoffCode> {
    return new PortError(this.#port, code, message, { cause });
  }

  #write(path: string, bytes: Uint8Array): void {
    makePrivateFolder(this.#folder);
    this.#drafts += 1;
    const draft = join(this.#folder, `.${basename(path)}.${process.pid}.${this.#drafts}.draft`);
    try {
      writeNew(draft, bytes, true);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    syncFolder(this.#folder);
  }

  #damaged(path: string): PortError<HandoffCode> {
    return this.failure("damaged", `${path}: ${CHANGED}. Nothing was changed; move it away.`);
  }

  #guard<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof PortError || !(error instanceof Error && "errno" in error)) throw error;
      throw this.failure("io", `${path}: ${osErrorText(error)}`, error);
    }
  }
}
