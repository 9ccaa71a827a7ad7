import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { osErrorText, ownerName } from "#platform";
import { PortError } from "#ports";
import type { LedgerFile, LedgerLine, LedgerRow } from "./ledger-rows.ts";
import { makeOwnPlace } from "./state-folder.ts";

/** The place of a workspace's ledgers below the state folder, by the root folder itself: it may be moved. */
export function ledgerPlace(root: { readonly dev: bigint; readonly ino: bigint }): string {
  return `workspaces/${root.dev}-${root.ino}`;
}

/** Past this a ledger in which everything has ended begins anew. */
const LEDGER_BYTES = 1024 * 1024;

/**
 * What this session has begun to change, outside of the workspace: written before the first draft is made, so that the next session
 * finds what a killed one left behind. Plain appends: they survive the death of the process.
 */
export class DraftLedger {
  readonly #place: string;
  #owner: string | undefined;
  #path: string | undefined;
  #descriptor: number | undefined;
  #changes = 0;
  #bytes = 0;
  #torn = false;

  constructor(place: string) {
    this.#place = place;
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
    // One change at a time: whatever was begun has ended.
    if (this.#bytes > LEDGER_BYTES && this.#descriptor !== undefined) {
      ftruncateSync(this.#descriptor, 0);
      this.#bytes = 0;
    }
  }

  /** Ends the ledger of a session that has ended everything it began. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
    this.#descriptor = undefined;
  }

  #append(line: LedgerLine): void {
    if (this.#descriptor === undefined) {
      this.#path = join(makeOwnPlace(this.#place), `${this.#owner}.jsonl`);
      this.#descriptor = openSync(this.#path, "ax", 0o600);
    }
    // A line that was torn by a full disk must not take the next one with it.
    const text = `${this.#torn ? "\n" : ""}${JSON.stringify(line)}\n`;
    try {
      this.#torn = true;
      writeSync(this.#descriptor, text);
      this.#torn = false;
      this.#bytes += text.length;
    } catch (error) {
      const said = `what is begun cannot be written down in ${this.#path}: ${osErrorText(error)}`;
      throw new PortError("workspace", "state_unwritable", said, { cause: error });
    }
  }
}
