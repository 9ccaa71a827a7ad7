import { auditSession, type Digest, parseDigest, readSessionEvent, type WalkedRow } from "#kernel";
import { PortError, type SessionJournal, type SessionReads, type WitnessKind } from "#ports";
import type { HostPorts } from "./action.ts";
import { foreignRow, lineOf, mendText, readWalked, type RowProblem } from "./read-walked.ts";
import { counted, type VerifiedThing, type VerifyProblem } from "./verified-thing.ts";

/** A journal that was walked, and how much of it there is. */
export interface VerifiedJournal {
  readonly thing: VerifiedThing;
  readonly rows: number;
  readonly turns: number;
}

/** Walks one journal: its chain, the forms of its rows, every turn through the gate once more, the witnesses that it names (M14). */
export function verifyJournal(journal: SessionJournal, sessions: SessionReads, ports: HostPorts): VerifiedJournal {
  const { path } = journal;
  const walked = readWalked(journal, sessions);
  if (walked instanceof PortError)
    return { rows: 0, turns: 0, thing: bad(path, "nothing can be read", { path, problem: walked.message }) };
  const { rows, mends, damage } = walked;
  const { turns, isSealed, first: finding } = auditSession(rows, ports);
  const [problem] = [
    foreignRow(journal, rows),
    ...(finding === undefined ? [] : [{ seq: finding.seq, problem: finding.what }]),
    witnessProblem(rows, sessions),
  ]
    .filter((found) => found !== undefined)
    .toSorted((a, b) => a.seq - b.seq);
  const seen = `${counted(rows.length, "row")}, ${counted(turns, "turn")}`;
  const first = problem === undefined ? damage : { ...problem, line: lineOf(rows, problem.seq) };
  if (first !== undefined) {
    const { line, problem: what } = first;
    return { rows: rows.length, turns, thing: bad(path, seen, { path, line, ...seqOf(problem), problem: what }) };
  }
  const told = [...(isSealed === true ? [UNJUDGED] : []), ...mends.map(mendText)];
  const note = told.length === 0 ? {} : { note: told.join("; ") };
  return { rows: rows.length, turns, thing: { thing: "journal", path, holds: true, seen, ...note } };
}

const UNJUDGED = "it keeps digests only, as its policies say: its turns cannot be judged";

/** The first row that names a witness which is not there, or not of its kind. */
function witnessProblem(rows: readonly WalkedRow[], sessions: SessionReads): RowProblem | undefined {
  for (const { seq, event } of rows)
    for (const [kind, ref] of witnessRefs(event)) {
      const problem = refProblem(kind, parseDigest(ref), sessions);
      if (problem !== undefined) return { seq, problem: `${event.kind}: ${problem}` };
    }
  return undefined;
}

function witnessRefs(event: WalkedRow["event"]): readonly (readonly [WitnessKind, string])[] {
  const reading = event.kind === "join.closed" ? readSessionEvent(event) : undefined;
  if (reading?.ok !== true || reading.event.kind !== "join.closed" || reading.event.witnesses === undefined) return [];
  const { callSpec, toolUse, joinClosed } = reading.event.witnesses;
  return [
    ["CallSpec", callSpec],
    ["ToolUse", toolUse],
    ["JoinClosed", joinClosed],
  ];
}

function refProblem(kind: WitnessKind, ref: Digest | undefined, { witnesses }: SessionReads): string | undefined {
  if (ref === undefined) return `its witness of ${kind} has no name`;
  try {
    const found = witnesses.get(ref).kind;
    return found === kind ? undefined : `its witness ${ref} is one of ${found}, and ${kind} is due`;
  } catch (error) {
    // That it is missing or changed is the answer.
    if (error instanceof PortError) return error.message;
    throw error;
  }
}

function seqOf(problem: RowProblem | undefined): { readonly seq?: number } {
  return problem === undefined ? {} : { seq: problem.seq };
}

function bad(path: string, seen: string, first: VerifyProblem): VerifiedThing {
  return { thing: "journal", path, holds: false, seen, first };
}
