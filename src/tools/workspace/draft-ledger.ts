import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Digest } from "#kernel";
import { ownerName } from "./session-owner.ts";
import { makeStateFolder } from "./state-folder.ts";

/** One file of a change: the names of its draft and of its kept old version, beside it in its folder. */
export interface LedgerFile {
  readonly path: string;
  readonly draft: string;
  readonly kept: string;
  readonly before: Digest | null;
  readonly after: Digest | null;
}

/** A change that was begun; one that is not ended was broken off. */
export interface LedgerRow {
  readonly begin: number;
  readonly files: readonly LedgerFile[];
  /** Paths of folders that are missing and will be made, outer ones first. */
  readonly folders: readonly string[];
}

/** A change that has been made: from now on it is not undone, only cleared up after. */
export interface LedgerDone {
  readonly done: number;
}

/** The end of a change: nothing of it is left beside the files. */
export interface LedgerEnd {
  readonly end: number;
}

/** The folder of a workspace's ledgers, by the root folder itself: it may be moved. */
export function ledgerName(root: { readonly dev: bigint; readonly ino: bigint }): string {
  return join("workspaces", `${root.dev}-${root.ino}`);
}

/**
 * What this session has begun to change, outside of the workspace: written before the first draft is made, so that the next session
 * finds what a killed one left behind. Plain appends: they survive the death of the process.
 */
export class DraftLedger {
  readonly #folder: string;
  readonly #mark: string = `${process.pid.toString(36)}${process.hrtime.bigint().toString(36)}`;
  #path: string | undefined;
  #descriptor: number | undefined;
  #changes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes down what will be made; gives the names to use. */
  begin(files: readonly Omit<LedgerFile, "draft" | "kept">[], folders: readonly string[]): LedgerRow {
    const begin = ++this.#changes;
    const name = (at: number, end: string) => `.tusk-${this.#mark}-${begin}-${at}.${end}`;
    const row = {
      begin,
      folders,
      files: files.map((file, at) => ({ ...file, draft: name(at, "draft"), kept: name(at, "kept") })),
    };
    this.#append(row);
    return row;
  }

  done(row: LedgerRow): void {
    this.#append({ done: row.begin });
  }

  end(row: LedgerRow): void {
    this.#append({ end: row.begin });
  }

  /** Ends the ledger of a session that has ended everything it began. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
    this.#descriptor = undefined;
  }

  #append(row: LedgerRow | LedgerDone | LedgerEnd): void {
    if (this.#descriptor === undefined) {
      this.#path = join(makeStateFolder(this.#folder), `${ownerName()}.${this.#mark}.jsonl`);
      this.#descriptor = openSync(this.#path, "ax", 0o600);
    }
    writeSync(this.#descriptor, `${JSON.stringify(row)}\n`);
  }
}
