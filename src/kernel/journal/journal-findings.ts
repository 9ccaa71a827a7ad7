/** What no crash leaves: from the first such place on, nothing of a journal is believed. */
export type JournalDamageKind =
  | "nul"
  | "foreign"
  | "changed"
  | "missing"
  | "reordered"
  | "repeated"
  | "forked"
  | "renumbered"
  | "epoch";

/** The first thing in a journal that is not as it was written: which line, at which byte it begins, and what is wrong. */
export interface JournalDamage {
  readonly kind: JournalDamageKind;
  /** From 1. */
  readonly line: number;
  readonly offset: number;
  /** One sentence without its subject: "a byte of it was changed". */
  readonly problem: string;
}

/** What a crash leaves and opening heals: a row that was never finished, rows without a newline between them, a last row without one. */
export interface JournalMend {
  readonly kind: "torn" | "glued" | "unended";
  readonly line: number;
  readonly offset: number;
  /** How many bytes are no row; of glued and unended rows none. */
  readonly length: number;
}
