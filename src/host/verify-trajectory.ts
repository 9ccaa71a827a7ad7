import {
  type KeptEvidence,
  type KnownWorker,
  type Sha256,
  toldSteps,
  type ToldStep,
  TrajectoryAudit,
  type TrajectoryLine,
} from "#kernel";
import { PortError, type SessionReads, type TrajectoryReads } from "#ports";
import type { HostPorts } from "./action.ts";
import { counted, type VerifiedThing, type VerifyProblem, walkedThing } from "./verified-thing.ts";
import { isOwnFile, readWorkerBook, type WorkerBook } from "./worker-book.ts";

/** What trajectories are held against. */
export interface TrajectorySight {
  readonly books: readonly WorkerBook[];
  readonly sessions: SessionReads;
  readonly kept: KeptEvidence;
}

/** The trajectories of a state folder, walked. */
export interface VerifiedTrajectories {
  readonly things: readonly VerifiedThing[];
  readonly rows: number;
}

/** Walks the state folder's own trajectory and those that workers name elsewhere; nothing is said where there is none and none is due (M14). */
export async function verifyTrajectories(
  own: string,
  sight: TrajectorySight,
  ports: HostPorts,
): Promise<VerifiedTrajectories> {
  const reads = await ports.readTrajectories();
  const told = toldByPath(own, sight.books, ports);
  const walked = [...told].map(([path, steps]) => walkOne(path, steps, { sight, reads, sha256: ports.sha256 }));
  return { things: walked.map(({ thing }) => thing), rows: walked.reduce((sum, { rows }) => sum + rows, 0) };
}

/** A step that is told, and by which journal. */
interface Told extends ToldStep {
  readonly journal: string;
}

function toldByPath(own: string, books: readonly WorkerBook[], ports: HostPorts): ReadonlyMap<string, readonly Told[]> {
  const told = new Map<string, Told[]>();
  const isThere = ports.kindOf(own) !== "missing";
  if (isThere) told.set(own, []);
  for (const { journal, audit, roots } of books)
    for (const step of toldSteps(audit.rows)) {
      const named = roots.get(step.stepId)?.trajectory ?? own;
      const isOwn = named === ports.realPath(own) || (isThere && isOwnFile(named, own));
      const path = isOwn ? own : named;
      const steps = told.get(path) ?? [];
      told.set(path, steps);
      steps.push({ ...step, journal: journal.path });
    }
  return told;
}

interface Walking {
  readonly sight: TrajectorySight;
  readonly reads: TrajectoryReads;
  readonly sha256: Sha256;
}

function walkOne(
  path: string,
  steps: readonly Told[],
  { sight, reads, sha256 }: Walking,
): { readonly thing: VerifiedThing; readonly rows: number } {
  const told = new Map(steps.map((step) => [step.stepId, step]));
  const audit = new TrajectoryAudit({ path, told, workerOf: knownWorkers(sight), kept: sight.kept, sha256 });
  try {
    const torn = takeLines(audit, reads, path);
    const missing = steps.find(({ stepId }) => !audit.has(stepId));
    const first: VerifyProblem | undefined =
      audit.first === undefined ? missing && missingRow(path, missing) : { path, ...audit.first };
    const foreign =
      audit.foreign === 0 ? [] : [`${counted(audit.foreign, "row")} of others, whose journals are not here`];
    const thing = walkedThing({ thing: "trajectory", path, seen: counted(audit.rows, "row") }, first, [
      ...torn,
      ...foreign,
    ]);
    return { thing, rows: audit.rows };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    const first = { path, problem: error.message };
    return { thing: walkedThing({ thing: "trajectory", path, seen: "nothing can be read" }, first), rows: 0 };
  }
}

/** Takes every line but a last one that a crash has torn, and says so: the next writer puts it aside. */
function takeLines(audit: TrajectoryAudit, reads: TrajectoryReads, path: string): readonly string[] {
  // One line is held back: only what stands behind it says whether it is the last.
  const held: TrajectoryLine[] = [];
  const { isEnded } = reads.walk(path, (line) => {
    held.push(line);
    if (held.length > 1) for (const before of held.splice(0, 1)) audit.take(before);
  });
  const [last] = held;
  if (last === undefined) return [];
  const { kind, number } = last;
  if (isEnded || kind === "row") audit.take(last);
  if (isEnded) return [];
  return [
    `line ${number}: ${kind === "row" ? "the last row has no newline" : "a row was never finished"} (the next step mends it)`,
  ];
}

function missingRow(path: string, { stepId, seq, journal }: Told): VerifyProblem {
  return { path, problem: `it has no row of the step ${stepId}, which row ${seq} of ${journal} tells` };
}

/** The workers by their journals. One that lives may have begun a step since its journal was read: then it is read once more. */
function knownWorkers({ books, sessions }: TrajectorySight): (workerId: string) => KnownWorker | undefined {
  const known = new Map(books.map((book) => [book.journal.workerId, book]));
  return (workerId) => {
    const book = known.get(workerId);
    const began = book === undefined || book.walked instanceof PortError ? undefined : book.walked.rows[0]?.at;
    if (book === undefined || began === undefined) return undefined;
    return {
      began,
      knows: (stepId) => {
        if (hasStep(book, stepId)) return true;
        const now = readWorkerBook(book.journal, sessions);
        known.set(workerId, now);
        return hasStep(now, stepId);
      },
    };
  };
}

function hasStep({ audit }: WorkerBook, stepId: string): boolean {
  return audit.rows.some(({ row }) => "stepId" in row && row.stepId === stepId);
}
