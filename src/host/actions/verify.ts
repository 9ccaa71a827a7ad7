import { PortError, type SessionReads } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { below } from "../path-text.ts";
import { counted, type VerifiedThing, type VerifyProblem, type Walked } from "../verified-thing.ts";
import { keptEvidence } from "../kept-evidence.ts";
import { verifyCassette } from "../verify-cassette.ts";
import { verifyHarnessFiles } from "../verify-harness-files.ts";
import { verifyIssues } from "../verify-issues.ts";
import { verifyJournal } from "../verify-journal.ts";
import { verifyTrajectories } from "../verify-trajectory.ts";
import { verifyWorker } from "../verify-worker.ts";
import { readingSessions } from "../with-sessions.ts";
import { readWorkerBooks, type WorkerBook } from "../worker-book.ts";

/** Whether everything that was recorded is as it was written. */
export interface VerifyData {
  readonly action: "verify";
  readonly stateFolder: string;
  readonly result: "accepted" | "rejected";
  readonly things: readonly VerifiedThing[];
  readonly walked: Walked;
  /** The first bad row, in the order in which things were walked. */
  readonly first?: VerifyProblem;
}

/** Walks journals of sessions and workers, cassettes, witnesses, handoff packets, large results, trajectory, session artifacts, ledger and the issue memory, all of it also behind a finding (M14). Exit code 1 when something is wrong. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<VerifyData>> {
  return readingSessions(args, ports, async ({ stateFolder, sessions }) => {
    // Before anything that they name is looked for: a living worker goes on meanwhile.
    const books = readWorkerBooks(sessions);
    const kept = keptEvidence(sessions);
    const journals = sessions.list().map((journal) => verifyJournal(journal, sessions, ports));
    const witnesses = witnessThing(below(stateFolder, "witnesses"), sessions);
    const asked = issuesOf(books);
    const issues = await verifyIssues(below(stateFolder, "issues.jsonl"), { args, ports, asked });
    const sight = { books, sessions, kept };
    const trajectories = await verifyTrajectories(below(stateFolder, "harness_trajectory.jsonl"), sight, ports);
    const things = [
      ...journals.map(({ thing }) => thing),
      ...sessions.cassettes().map((cassette) => verifyCassette(cassette, sessions)),
      ...strayThings(sessions),
      ...(witnesses.checked === 0 && witnesses.thing.holds ? [] : [witnesses.thing]),
      ...keptThings(sessions),
      ...books.map((book) => verifyWorker(book, { kept, memory: issues.memory })),
      ...trajectories.things,
      ...(await verifyHarnessFiles(stateFolder, sight, ports)),
      ...issues.things,
    ];
    const first = things.find(({ holds }) => !holds)?.first;
    const walked: Walked = {
      sessions: journals.length,
      rows: sum(journals.map(({ rows }) => rows)),
      turns: sum(journals.map(({ turns }) => turns)),
      witnesses: witnesses.checked,
      workers: books.length,
      workerRows: sum(books.map(rowCount)),
      steps: sum(books.map(({ audit }) => audit.steps)),
      trajectoryRows: trajectories.rows,
      issues: issues.issues,
      issueEvents: issues.events,
    };
    const result = first === undefined ? "accepted" : "rejected";
    const data: VerifyData = { action: "verify", stateFolder, result, things, walked, ...(first && { first }) };
    return first === undefined ? { ok: true, data } : { ok: true, data, exit: 1 };
  });
}

/** The issues that workers' rows tell of. */
function issuesOf(books: readonly WorkerBook[]): ReadonlySet<string> {
  return new Set(books.flatMap(({ audit }) => audit.rows.flatMap(({ row }) => ("stepId" in row ? [row.issueId] : []))));
}

function rowCount({ walked }: WorkerBook): number {
  return walked instanceof PortError ? 0 : walked.rows.length;
}

function strayThings(sessions: SessionReads): readonly VerifiedThing[] {
  return sessions.strays().map(({ path, problem }) => {
    return { thing: "stray", path, holds: false, seen: "a file among the sessions", first: { path, problem } };
  });
}

function witnessThing(
  path: string,
  { witnesses }: SessionReads,
): { readonly thing: VerifiedThing; readonly checked: number } {
  const { checked, bad } = witnesses.verify();
  const seen = counted(checked, "witness").replace(/witnesss$/, "witnesses");
  if (bad === undefined) return { checked, thing: { thing: "witnesses", path, holds: true, seen } };
  return { checked, thing: { thing: "witnesses", path, holds: false, seen, first: bad } };
}

/** Packets and large results; where there are none nothing is said of them. */
function keptThings(sessions: SessionReads): readonly VerifiedThing[] {
  return sessions.kept().flatMap(({ thing, path, checked, bad }): VerifiedThing[] => {
    if (checked === 0 && bad === undefined) return [];
    const seen = counted(checked, thing === "handoffs" ? "packet" : "artifact");
    return [bad === undefined ? { thing, path, holds: true, seen } : { thing, path, holds: false, seen, first: bad }];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
