import { readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { byCodePoint, type Digest, digestText, type Json, parseDigest } from "#kernel";
import { digestBytes, osErrorText, sha256, syncFolder, utf8 } from "#platform";
import {
  PortError,
  type Witness,
  type WitnessCheck,
  type WitnessKind,
  type WitnessStore,
  type WitnessStoreCode,
} from "#ports";
import { readIfThere, writeNew } from "../exclusive-file.ts";
import { isMissing } from "../issues/store-error.ts";
import { makePrivateFolder } from "../lock/private-folder.ts";
import type { WitnessOptions } from "./witness-options.ts";
import { readWitness, writeWitness } from "./witness-text.ts";

const SHELF = /^[0-9a-f]{2}$/;
/** What a writer leaves that was killed: no witness yet. */
const DRAFT = /^\..*\.draft$/;

/** Witnesses as files named by the digest of their content, on shelves of two digits. */
export class FileWitnesses implements WitnessStore {
  readonly #folder: string;
  readonly #isSynced: boolean;
  #drafts = 0;
  constructor(folder: string, { sync }: WitnessOptions) {
    this.#folder = folder;
    this.#isSynced = sync === "always";
  }

  put(kind: WitnessKind, value: Json): Digest {
    const text = writeWitness({ kind, value });
    const ref = digestText(sha256, text);
    const path = this.#pathOf(ref);
    guardIo(path, () => {
      const standing = readIfThere(path);
      if (standing === undefined) this.#write(path, text);
      else if (digestBytes(standing) !== ref) throw damaged(path, CHANGED);
    });
    return ref;
  }

  get(ref: Digest): Witness {
    const path = this.#pathOf(ref);
    const bytes = guardIo(path, () => readIfThere(path));
    if (bytes === undefined) throw witnessError("missing", `there is no witness ${ref}`);
    const reading = examine(bytes, ref);
    if (typeof reading === "string") throw damaged(path, reading);
    return reading;
  }

  list(): readonly Digest[] {
    return this.#entries().flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
  }

  verify(): WitnessCheck {
    let checked = 0;
    for (const { path, ref } of this.#entries()) {
      const reading = ref === undefined ? NO_NAME : guardIo(path, () => this.#examined(path, ref));
      if (typeof reading === "string") return { checked, bad: { path, problem: reading } };
      checked += 1;
    }
    return { checked, bad: undefined };
  }

  #examined(path: string, ref: Digest): Witness | string {
    const bytes = readIfThere(path);
    return bytes === undefined ? "it is gone" : examine(bytes, ref);
  }

  #pathOf(ref: Digest): string {
    const hex = ref.slice("sha256:".length);
    return join(this.#folder, hex.slice(0, 2), `${hex.slice(2)}.json`);
  }

  #write(path: string, text: string): void {
    const shelf = dirname(path);
    makePrivateFolder(shelf);
    this.#drafts += 1;
    const draft = join(shelf, `.${basename(path)}.${process.pid}.${this.#drafts}.draft`);
    try {
      writeNew(draft, text, this.#isSynced);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    if (this.#isSynced) for (const folder of [shelf, this.#folder]) syncFolder(folder);
  }

  /** Every file there is, in order; one whose name is no witness's has no ref. */
  #entries(): readonly { readonly path: string; readonly ref: Digest | undefined }[] {
    return namesIn(this.#folder).flatMap((shelf) => {
      if (!SHELF.test(shelf)) return [{ path: join(this.#folder, shelf), ref: undefined }];
      return namesIn(join(this.#folder, shelf)).map((name) => ({
        path: join(this.#folder, shelf, name),
        ref: name.endsWith(".json") ? parseDigest(`sha256:${shelf}${name.slice(0, -".json".length)}`) : undefined,
      }));
    });
  }
}

const CHANGED = "its content is not what its name says";
const NO_NAME = "its name is no witness's";

/** The witness in a file of this name, or what is wrong with it. */
function examine(bytes: Uint8Array, ref: Digest): Witness | string {
  if (digestBytes(bytes) !== ref) return CHANGED;
  const text = utf8.decode(bytes, 0, bytes.length);
  return (text === undefined ? undefined : readWitness(text)) ?? "it is no witness of tusk.witness.v1";
}

function namesIn(folder: string): readonly string[] {
  return guardIo(folder, () => {
    try {
      return readdirSync(folder)
        .filter((name) => !DRAFT.test(name))
        .toSorted(byCodePoint);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
}

function damaged(path: string, problem: string): PortError<WitnessStoreCode> {
  return witnessError("damaged", `${path}: ${problem}. Nothing was changed; move the file away to go on without it.`);
}

function witnessError(code: WitnessStoreCode, message: string, cause?: unknown): PortError<WitnessStoreCode> {
  return new PortError("witnesses", code, message, { cause });
}

function guardIo<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PortError || !(error instanceof Error && "errno" in error)) throw error;
    throw witnessError("io", `${path}: ${osErrorText(error)}`, error);
  }
}
