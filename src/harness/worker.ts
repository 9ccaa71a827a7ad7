import { foldSteps, leftWork } from "#kernel";
import type { CancelSignal, Verified, WorkerEnd, WorkerTerms } from "#ports";
import { boot, preflight, target } from "./boot.ts";
import type { Harness } from "./harness.ts";
import type { HarnessPorts } from "./harness-ports.ts";
import { step, type StepEnd, stepName } from "./step.ts";
import type { EarlierWork } from "./stepping.ts";
import { stop } from "./stop.ts";
import { type RowSink, WorkerLog } from "./worker-log.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly terms: WorkerTerms;
  readonly ports: HarnessPorts;
  readonly signal: CancelSignal;
  readonly tell: RowSink;
  /** A switch for one step, which fires when the worker's signal does. */
  readonly newSwitch: (signal: CancelSignal) => {
    readonly signal: CancelSignal;
    readonly cancel: (reason: string) => void;
  };
}

/** One worker (M12): boot, then step and stop for one issue after another, until nothing is ready or its bound is reached. */
export async function runWorker({ terms, ports, signal, tell, newSwitch }: WorkerStart): Promise<WorkerEnd> {
  const harness: Harness = { terms, ports, signal, log: new WorkerLog(ports.journal, tell) };
  const tally = new Tally();
  await boot(harness);
  const known = new Map<string, Verified>();
  let steps = countSteps(harness);
  while (!signal.aborted && tally.taken < terms.maxIssues) {
    const cycle = await preflight(harness);
    if (cycle !== undefined) return { ...tally.end(cycle, false), isRefused: true };
    const { issue, reason } = await target(harness, tally.tried);
    if (issue === undefined) return tally.end(reason, false);
    tally.tried.add(issue.id);
    steps = nextIndex(harness, issue.id, steps + 1);
    const end = await step(harness, {
      issue,
      stepIndex: steps,
      known,
      stepSwitch: newSwitch(signal),
      ...earlier(harness, issue.id),
    });
    if (end.kind === "contended") continue;
    await settle(end);
    tally.take(end, issue.id);
    if (end.kind !== "closed" && !terms.continueOnFailure) return tally.end(endText(end, issue.id), signal.aborted);
  }
  return tally.end(signal.aborted ? "it was told to stop" : `${tally.taken} issues were taken`, signal.aborted);
}

function countSteps({ ports }: Harness): number {
  return ports.journal.opened.rows.filter(({ event }) => event.kind === "step.claiming").length;
}

/** The number of the next step: one that no trajectory row has, also where journals were put aside. */
function nextIndex({ ports, terms }: Harness, issueId: string, from: number): number {
  let index = from;
  while (ports.trajectories.has(terms.places.trajectory, stepName(terms.workerId, issueId, index))) index += 1;
  return index;
}

/** Stops a step. Where something of this machine failed it is handed off first, as far as that goes, and then told. */
async function settle(end: Exclude<StepEnd, { kind: "contended" }>): Promise<void> {
  const error = end.kind === "handed_off" ? end.error : undefined;
  try {
    await stop(end);
  } catch (second) {
    throw error ?? second;
  }
  if (error !== undefined && !end.stepping.harness.terms.continueOnFailure) throw error;
}

/** What an earlier process had come to on this issue, by the journals of all workers. */
function earlier({ ports }: Harness, issueId: string): EarlierWork {
  const steps = ports.workers.list().flatMap((worker) => foldSteps(ports.workers.rows(worker)));
  const { stands, stepIds, sessionId, packet } = leftWork(steps.filter((each) => each.issueId === issueId));
  return { stands, earlierSteps: stepIds, earlierSession: sessionId, earlierPacket: packet };
}

function endText(end: StepEnd, issueId: string): string {
  switch (end.kind) {
    case "handed_off":
    case "lost":
      return `${issueId}: ${end.reason}`;
    case "failed":
      return `${issueId} failed: ${end.failureClass}`;
    case "contended":
    case "closed":
      return issueId;
    default:
      return end satisfies never;
  }
}

/** What was taken and what became of it. */
class Tally {
  readonly tried = new Set<string>();
  readonly #closed: string[] = [];
  readonly #failed: string[] = [];
  readonly #handedOff: string[] = [];

  get taken(): number {
    return this.#closed.length + this.#failed.length + this.#handedOff.length;
  }

  take({ kind }: StepEnd, issueId: string): void {
    if (kind === "closed") this.#closed.push(issueId);
    else if (kind === "failed") this.#failed.push(issueId);
    else this.#handedOff.push(issueId);
  }

  end(reason: string, isStopped: boolean): WorkerEnd {
    return { closed: this.#closed, failed: this.#failed, handedOff: this.#handedOff, reason, isStopped };
  }
}
