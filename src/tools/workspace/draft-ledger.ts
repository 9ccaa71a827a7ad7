import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { LedgerFile, LedgerLine, LedgerRow } from "./ledger-rows.ts";
import { ownerName } from "./session-owner.ts";
import { makeStateFolder } from "./state-folder.ts";

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
  #owner: string | undefined;
  #path: string | undefined;
  #descriptor: number | undefined;
  #changes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes down what will be made; gives the names to use, which say whose they are. */
  begin(files: readonly Omit<LedgerFile, "draft" | "kept">[], folders: readonly string[]): LedgerRow {
    const begin = ++this.#changes;
    this.#owner ??= `${ownerName()}.${process.hrtime.bigint().toString(36)}`;
    const stem = `.tusk-${this.#owner}-${begin}`;
    const row = {
      begin,
      folders,
      files: files.map((file, at) => ({ ...file, draft: `${stem}-${at}.draft`, kept: `${stem}-${at}.kept` })),
    };
    this.#append(row);
    return row;
  }

  /** The drafts are written: these are their marks (`null` where there is none). From now on names change hands. */
  drafted(row: LedgerRow, marks: readonly (string | null)[]): void {
    this.#append({ drafted: row.begin, marks });
  }

  /** Every name has changed hands: from now on nothing is undone. */
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

  #append(line: LedgerLine): void {
    if (this.#descriptor === undefined) {
      this.#path = join(makeStateFolder(this.#folder), `${this.#owner}.jsonl`);
      this.#descriptor = openSync(this.#path, "ax", 0o600);
    }
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
  }
}
