import type { DatabaseSync } from "node:sqlite";
import type { FileMark } from "./file-mark.ts";

/** Where the log stands: its length, and what the next row has to name. */
export interface LogEnd {
  /** Of the log's file: another one is read again. */
  readonly inode: string;
  readonly offset: number;
  readonly seq: number;
  readonly last: string;
}

/** What the index knows about itself: how far it follows the file and the log. */
export interface IndexState {
  readonly mark: FileMark;
  /** Lines of the file that hold a row, and the ids they are of: when there are twice as many, it is time to compact. */
  readonly rows: number;
  readonly ids: number;
  /** An edge names another issue than the one it is stored with: then ready is computed from whole rows (contract memory 1.4). */
  readonly strayEdges: boolean;
  /** No `bd-<n>` below it is free. */
  /** Rows of other tools may stand that the log does not know yet. */
  readonly adoptionDue: boolean;
  readonly nextFree: number;
  readonly log: LogEnd | undefined;
}

interface StoredState extends Omit<IndexState, "mark"> {
  readonly mark: Omit<FileMark, "dev" | "inode" | "changed"> & {
    readonly dev: string;
    readonly inode: string;
    readonly changed: string;
  };
}

/** What the index says about itself; undefined when it follows nothing yet. */
export function readState(db: DatabaseSync): IndexState | undefined {
  const value = db.prepare("SELECT value FROM meta WHERE key = 'state'").get()?.["value"];
  if (typeof value !== "string") return undefined;
  // Our own text, from our own database.
  const stored = JSON.parse(value) as StoredState;
  const { dev, inode, changed } = stored.mark;
  return { ...stored, mark: { ...stored.mark, dev: BigInt(dev), inode: BigInt(inode), changed: BigInt(changed) } };
}

/** Written in the transaction that makes it true. */
export function writeState(db: DatabaseSync, state: IndexState): void {
  const { dev, inode, changed } = state.mark;
  const mark = { ...state.mark, dev: `${dev}`, inode: `${inode}`, changed: `${changed}` };
  db.prepare("INSERT OR REPLACE INTO meta VALUES('state', ?)").run(JSON.stringify({ ...state, mark }));
}
