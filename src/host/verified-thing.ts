/** Where something is not as it was written: a line of a file, a row of a journal, or a whole file. */
export interface VerifyProblem {
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  /** The number of a journal's row. */
  readonly seq?: number;
  readonly problem: string;
}

/** One thing that was walked: what was seen of it, and the first place where it does not hold. */
export interface VerifiedThing {
  readonly thing: "journal" | "cassette" | "stray" | "witnesses" | "handoffs" | "artifacts" | "issues" | "issue graph";
  readonly path: string;
  readonly holds: boolean;
  readonly seen: string;
  /** What is no damage, and worth a word: a crash left it, and the next opening mends it. */
  readonly note?: string;
  readonly first?: VerifyProblem;
}

/** How much was walked in all. */
export interface Walked {
  readonly sessions: number;
  readonly rows: number;
  readonly turns: number;
  readonly witnesses: number;
  readonly issues: number;
  readonly issueEvents: number;
}

/** So many of a thing. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
