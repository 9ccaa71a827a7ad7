import {
  auditEvidence,
  auditLeases,
  type KeptEvidence,
  type LeaseMemory,
  type PlacedHarnessRow,
  type WorkerFinding,
} from "#kernel";
import { PortError } from "#ports";
import { foreignRow, lineOf, mendText } from "./read-walked.ts";
import { counted, type VerifiedThing, walkedThing } from "./verified-thing.ts";
import { isOwnFile, type WorkerBook } from "./worker-book.ts";

/** The issue memory that is at hand, for every worker. */
export interface IssueMemory extends Omit<LeaseMemory, "worker"> {
  /** Its real path. */
  readonly path: string;
}

/** What a worker's journal is held against. */
export interface WorkerGround {
  readonly kept: KeptEvidence;
  /** Absent where there is none, or where it does not hold itself. */
  readonly memory: IssueMemory | undefined;
}

/** Walks one worker's journal: its chain, the forms and the order of its rows, the evidence that they name, and what the issue memory says of its leases (M14). */
export function verifyWorker(book: WorkerBook, { kept, memory }: WorkerGround): VerifiedThing {
  const { journal, walked, audit } = book;
  const { path } = journal;
  if (walked instanceof PortError)
    return walkedThing(
      { thing: "worker journal", path, seen: "nothing can be read" },
      { path, problem: walked.message },
    );
  const { rows, mends, damage } = walked;
  const [found] = [
    foreignRow(journal, rows),
    ...[audit.first, auditEvidence(audit.rows, kept), leaseFinding(book, memory)].map(problemOf),
  ]
    .filter((problem) => problem !== undefined)
    .toSorted((one, other) => one.seq - other.seq);
  const thing = {
    thing: "worker journal",
    path,
    seen: `${counted(rows.length, "row")}, ${counted(audit.steps, "step")}`,
  } as const;
  const first =
    found === undefined
      ? damage && { path, line: damage.line, problem: damage.problem }
      : { path, line: lineOf(rows, found.seq), ...found };
  return walkedThing(thing, first, mends.map(mendText));
}

function problemOf(finding: WorkerFinding | undefined): { readonly seq: number; readonly problem: string } | undefined {
  return finding && { seq: finding.seq, problem: finding.what };
}

function leaseFinding(
  { journal, audit, roots }: WorkerBook,
  memory: IssueMemory | undefined,
): WorkerFinding | undefined {
  if (memory === undefined) return undefined;
  const { path } = memory;
  const isOurs = ({ row }: PlacedHarnessRow): boolean => {
    return "stepId" in row && isOwnFile(roots.get(row.stepId)?.issues ?? "", path);
  };
  // Of a folder that was moved, or a memory of the same name elsewhere, nothing can be said of issues that no log knows.
  const isHere = [...roots.values()].some(({ issues }) => issues === path);
  return auditLeases(audit.rows.filter(isOurs), {
    ...memory,
    worker: journal.workerId,
    changes: (issueId) => memory.changes(issueId) ?? (isHere ? [] : undefined),
  });
}
