import type { Digest, JsonObject, Timestamp } from "#kernel";

/** What one row says: a kind in dotted words, and whatever belongs to it. Kinds that begin with `journal.` are the journal's own. */
export type JournalEvent = JsonObject & { readonly kind: string };

/** One row of a session, and its place in the chain. */
export interface JournalRow {
  readonly seq: number;
  readonly at: Timestamp;
  readonly event: JournalEvent;
}

/**
 * Why a journal is refused or has failed: another one writes it; it is not as it was written; somebody else has changed it since it was
 * opened; the machine failed; there is none; it was closed; one row is larger than any may be, and the next may be taken; its clock says
 * no time.
 */
export type JournalCode = "busy" | "damaged" | "fenced" | "io" | "missing" | "closed" | "oversized" | "clock";

/**
 * Where the rows of one agent session become durable, in order (DESIGN 4, 5). One writer at a time: a second one is refused, and one
 * that lost its place can write no more.
 */
export interface Journal {
  readonly sessionId: string;
  /** Every row that was there when it was opened, in order; what a crash had damaged is healed and told of. */
  readonly opened: JournalOpening;
  /** Takes a row in: its place is fixed now, its durability is {@link Journal.settled}'s to say. Throws `PortError` once any write has failed. */
  append(event: JournalEvent): JournalRow;
  /** True where every row appended so far is as safe as it will get: nothing is on its way. */
  readonly isSettled: boolean;
  /** Resolves when every row appended so far would survive a crash. Rejects with `PortError` when one would not: then none of the later ones was written. */
  settled(): Promise<void>;
  /** The digest that the next row will be chained to; undefined where the journal keeps no chain. */
  readonly head: Digest | undefined;
  /** Waits for what is on its way, and frees the session for another writer. Rejects when something on its way was lost and nobody was told yet. */
  close(): Promise<void>;
}

/** What a journal held when it was opened. */
export interface JournalOpening {
  /** The journal's own rows among them; not the one that tells of this opening. */
  readonly rows: readonly JournalRow[];
  /** What was mended, one sentence each: a torn tail that was put aside, glued rows that were split. Nothing is dropped in silence. */
  readonly healed: readonly string[];
}
