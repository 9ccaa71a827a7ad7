import type { Sha256 } from "../digest/digest.ts";
import { normalizeRefs } from "../evidence/fields.ts";
import { compareTimestamps, type Timestamp } from "../issues/timestamp.ts";
import { lineFaultText, type TrajectoryLine } from "../projections/trajectory-lines.ts";
import { type TrajectoryRow, trajectoryRowDigest } from "../projections/trajectory-row.ts";
import { workerOf } from "../projections/worker-of.ts";
import { isSettlement } from "./audit-step.ts";
import type { PlacedHarnessRow } from "./audit-worker.ts";
import { type KeptEvidence, refsProblem } from "./kept-evidence.ts";

/** A step as its worker's journal tells it to the trajectory. */
export interface ToldStep {
  readonly stepId: string;
  readonly issueId: string;
  /** The number of the row that tells it. */
  readonly seq: number;
  readonly resultClass: string;
  /** The digest of the trajectory's row, where the journal has it. */
  readonly trajectoryRow?: string;
  /** What the trajectory's row names; absent where another process told of it. */
  readonly refs?: { readonly witnessRefs: readonly string[]; readonly lineageRefs: readonly string[] };
}

/** The steps that a worker's rows say the trajectory has: those that were claimed and have ended. */
export function toldSteps(rows: readonly PlacedHarnessRow[]): readonly ToldStep[] {
  const claimed = new Set<string>();
  const leases = new Map<string, string>();
  return rows.flatMap(({ seq, row }): ToldStep[] => {
    if (row.kind === "step.claimed") claimed.add(row.stepId);
    if (row.kind === "stop.lease") leases.set(row.stepId, row.ref);
    if (row.kind !== "stop.recorded" || !claimed.has(row.stepId)) return [];
    const { stepId, issueId, resultClass, lineageRefs, trajectoryRow } = row;
    const witnessRefs = [...row.witnessRefs, leases.get(stepId) ?? ""];
    const named = trajectoryRow === undefined ? {} : { trajectoryRow };
    const refs = isSettlement(row) ? {} : { refs: { witnessRefs, lineageRefs } };
    return [{ stepId, issueId, seq, resultClass, ...named, ...refs }];
  });
}

/** A worker that keeps a journal here. */
export interface KnownWorker {
  /** When its journal began. */
  readonly began: Timestamp;
  readonly knows: (stepId: string) => boolean;
}

/** What a trajectory is held against. */
export interface TrajectoryGround {
  readonly path: string;
  readonly told: ReadonlyMap<string, ToldStep>;
  readonly workerOf: (workerId: string) => KnownWorker | undefined;
  readonly kept: KeptEvidence;
  readonly sha256: Sha256;
}

/** The first line that is not as it was written. */
export interface LineFinding {
  readonly line: number;
  readonly problem: string;
}

const LOOP = "worker.loop";

/** Walks a trajectory line by line: form, steps told once, evidence kept, and every step as its worker's journal tells it (M14). */
export class TrajectoryAudit {
  rows = 0;
  /** Rows of workers that keep no journal here: what they name may be kept elsewhere. */
  foreign = 0;
  first: LineFinding | undefined;
  readonly #ground: TrajectoryGround;
  readonly #lines = new Map<string, number>();

  constructor(ground: TrajectoryGround) {
    this.#ground = ground;
  }

  /** Lines in file order. */
  take(line: TrajectoryLine): void {
    if (line.kind === "row") this.rows += 1;
    const problem =
      line.kind === "row" ? this.#rowProblem(line) : lineFaultText(line.fault, this.#ground.path, line.number);
    if (problem !== undefined) this.first ??= { line: line.number, problem };
  }

  /** Whether a step has its row. */
  has(stepId: string): boolean {
    return this.#lines.has(stepId);
  }

  #rowProblem({ row, at, number }: Extract<TrajectoryLine, { kind: "row" }>): string | undefined {
    const { told, workerOf: known, kept } = this.#ground;
    const { stepId } = row;
    if (row.action !== LOOP) return this.#foreignRow();
    const line = this.#lines.get(stepId);
    this.#lines.set(stepId, line ?? number);
    const step = told.get(stepId);
    const worker = known(workerOf(row));
    // Older than the journal: of one that was put aside.
    const isForeign = worker === undefined || compareTimestamps(at, worker.began) < 0;
    // Loops of other programs count anew with every process.
    if (step === undefined && isForeign) return this.#foreignRow();
    if (line !== undefined) return `the step ${stepId} was told on line ${line} already`;
    if (step !== undefined) return differenceOf(row, step) ?? this.#changed(row, step) ?? missing(row, kept);
    return worker?.knows(stepId) === true
      ? missing(row, kept)
      : `the journal of ${workerOf(row)} knows no step ${stepId}`;
  }

  /** What no other rule sees: the times, above all. */
  #changed(row: TrajectoryRow, { stepId, trajectoryRow }: ToldStep): string | undefined {
    const isSame = trajectoryRow === undefined || trajectoryRowDigest(row, this.#ground.sha256) === trajectoryRow;
    return isSame ? undefined : `${stepId}: it is not the row whose digest its worker's journal names`;
  }

  #foreignRow(): undefined {
    this.foreign += 1;
    return undefined;
  }
}

function missing({ stepId, witnessRefs = [] }: TrajectoryRow, kept: KeptEvidence): string | undefined {
  const problem = refsProblem(witnessRefs, kept);
  return problem && `${stepId}: ${problem}`;
}

/** Where a row says something else than its worker's journal. What another process told agrees on the end of the issue alone. */
function differenceOf(row: TrajectoryRow, step: ToldStep): string | undefined {
  const { stepId, issueId = "", resultClass } = row;
  if (issueId !== step.issueId) return differs(stepId, "issue", issueId, step.issueId);
  const { refs } = step;
  const isSame =
    refs === undefined
      ? (resultClass === "completed") === (step.resultClass === "completed")
      : resultClass === step.resultClass;
  if (!isSame) return differs(stepId, "result class", resultClass, step.resultClass);
  if (refs === undefined) return undefined;
  for (const name of ["witnessRefs", "lineageRefs"] as const)
    if ((row[name] ?? []).join("\n") !== (normalizeRefs(refs[name]) ?? []).join("\n"))
      return `${stepId}: its ${name} are not those of its worker's journal`;
  return undefined;
}

function differs(stepId: string, what: string, here: string, there: string): string {
  return `${stepId}: its ${what} is ${here}, and ${there} by its worker's journal`;
}
