/** Where something is not as it was written: a line of a file, a row of a journal, or a whole file. */
export interface VerifyProblem {
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  /** The number of a journal's row. */
  readonly seq?: number;
  readonly problem: string;
}

/** What can be walked. */
export type VerifiedKind =
  | "journal"
  | "cassette"
  | "stray"
  | "witnesses"
  | "handoffs"
  | "artifacts"
  | "worker journal"
  | "trajectory"
  | "session artifact"
  | "feature ledger"
  | "issues"
  | "issue graph";

/** One thing that was walked: what was seen of it, and the first place where it does not hold. */
export interface VerifiedThing {
  readonly thing: VerifiedKind;
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
  readonly workers: number;
  /** Rows of workers' journals, and the steps that they tell of. */
  readonly workerRows: number;
  readonly steps: number;
  readonly trajectoryRows: number;
  readonly issues: number;
  readonly issueEvents: number;
}

/** A thing that holds, or the first place where it does not. */
export function walkedThing(
  { thing, path, seen }: Pick<VerifiedThing, "thing" | "path" | "seen">,
  first: VerifyProblem | undefined,
  notes: readonly string[] = [],
): VerifiedThing {
  if (first !== undefined) return { thing, path, holds: false, seen, first };
  return { thing, path, holds: true, seen, ...(notes.length === 0 ? {} : { note: notes.join("; ") }) };
}

/** So many of a thing. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
