import type { JsonObject } from "../json/value.ts";
import { StepAudit, type StepRow } from "./audit-step.ts";
import type { HarnessRow } from "./harness-row.ts";
import { readHarnessRow } from "./harness-row-forms.ts";

/** A row of a worker's journal, and its number. */
export interface PlacedHarnessRow {
  readonly seq: number;
  readonly row: HarnessRow;
}

/** A bad row: its number, and one sentence. */
export interface WorkerFinding {
  readonly seq: number;
  readonly what: string;
}

/** What an audit of a worker's journal came to. */
export interface WorkerAudit {
  /** The rows that have their form, also behind a finding. */
  readonly rows: readonly PlacedHarnessRow[];
  readonly steps: number;
  /** The first row that no worker of ours has written. */
  readonly first?: WorkerFinding;
}

/** Folds the rows of a worker: the form of each, the order of boot, step and stop, and of the rows within each step (M14). */
export function auditWorker(
  rows: readonly { readonly seq: number; readonly event: JsonObject }[],
  workerId: string,
): WorkerAudit {
  const audit = new Audit(workerId);
  const placed: PlacedHarnessRow[] = [];
  let first: WorkerFinding | undefined;
  for (const { seq, event } of rows) {
    const { kind } = event;
    if (typeof kind === "string" && kind.startsWith("journal.")) {
      if (kind === "journal.opened") audit.open();
      continue;
    }
    const reading = readHarnessRow(event);
    if (reading.ok) placed.push({ seq, row: reading.row });
    if (first !== undefined) continue;
    const what = reading.ok ? audit.take(reading.row) : reading.problem;
    if (what !== undefined) first = { seq, what: reading.ok ? `${reading.row.kind}: ${what}` : what };
  }
  const steps = new Set(placed.flatMap(({ row }) => ("stepId" in row ? [row.stepId] : []))).size;
  return { rows: placed, steps, ...(first === undefined ? {} : { first }) };
}

type ProcessRow = Exclude<HarnessRow, StepRow>;

/** Which row has to stand before a row of a kind since the journal was opened; `right`: with none between them. */
interface Place {
  readonly behind?: HarnessRow["kind"];
  readonly right?: true;
  readonly once?: true;
}

const PLACES: { readonly [K in ProcessRow["kind"]]: Place } = {
  "boot.roots": { once: true },
  "boot.handoff": { behind: "boot.roots", once: true },
  "boot.reconciled": { behind: "boot.handoff", once: true },
  "boot.preflight": { behind: "boot.reconciled" },
  "boot.target": { behind: "boot.preflight", right: true },
  "boot.baseline": { behind: "step.worktree" },
  "stop.session": { behind: "stop.recorded", right: true },
};

class Audit {
  readonly #workerId: string;
  readonly #steps = new Map<string, StepAudit>();
  /** Since the journal was opened. */
  readonly #seen = new Set<HarnessRow["kind"]>();
  #before: HarnessRow | undefined;

  constructor(workerId: string) {
    this.#workerId = workerId;
  }

  /** Another process begins: whatever has no end is left. */
  open(): void {
    for (const step of this.#steps.values()) step.isLeft ||= !step.isTold;
    this.#seen.clear();
    this.#before = undefined;
  }

  take(row: HarnessRow): string | undefined {
    const problem = "stepId" in row ? this.#stepProblem(row) : this.#processProblem(row);
    this.#seen.add(row.kind);
    this.#before = row;
    return problem;
  }

  #processProblem(row: ProcessRow): string | undefined {
    const { behind, right, once } = PLACES[row.kind];
    if (once === true && this.#seen.has(row.kind)) return "the process has one already";
    if (behind !== undefined && !(right === true ? this.#before?.kind === behind : this.#seen.has(behind)))
      return `it does not stand ${right === true ? "right " : ""}behind ${behind}`;
    if (row.kind === "boot.roots" && row.worker !== this.#workerId) return `it is of the worker ${row.worker}`;
    return row.kind === "boot.preflight" ? this.#openStep() : undefined;
  }

  #stepProblem(row: StepRow): string | undefined {
    const { stepId, kind, issueId } = row;
    if (kind === "step.claiming") return this.#begin(row);
    const step = this.#steps.get(stepId);
    if (step === undefined) return `the step ${stepId} has not begun`;
    // Whoever settles what another process left has not begun as this worker.
    if (kind !== "stop.recorded" && !this.#seen.has("boot.reconciled")) return "it stands before boot.reconciled";
    return step.take(row) ?? (isNamed(stepId, this.#workerId, issueId) ? undefined : `${stepId} is no step of it`);
  }

  #begin(row: Extract<StepRow, { readonly kind: "step.claiming" }>): string | undefined {
    const { stepId, issueId } = row;
    const before = this.#before;
    if (!isNamed(stepId, this.#workerId, issueId)) return `${stepId} is no step of ${this.#workerId} on ${issueId}`;
    if (this.#steps.has(stepId)) return `the step ${stepId} has begun before`;
    if (before?.kind !== "boot.target" || before.issueId !== issueId)
      return `${issueId} was not chosen right before it`;
    const step = new StepAudit(issueId);
    this.#steps.set(stepId, step);
    return step.take(row);
  }

  /** Nothing is begun while a step has no end. */
  #openStep(): string | undefined {
    for (const [stepId, { isTold }] of this.#steps) if (!isTold) return `the step ${stepId} has no end yet`;
    return undefined;
  }
}

function isNamed(stepId: string, workerId: string, issueId: string): boolean {
  const name = `${workerId}.${issueId}.`;
  return stepId.startsWith(name) && /^[1-9]\d*$/.test(stepId.slice(name.length));
}
