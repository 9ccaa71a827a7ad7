import type { CheckResult, Worked, Worktree } from "#ports";
import { briefOf } from "./brief.ts";
import { type Judged, judgeWork } from "./step-verify.ts";
import type { Stepping } from "./stepping.ts";

/** How one attempt ended: the gate has permitted or refused, or the work was called off or is not done. */
export type AttemptEnd =
  | { readonly kind: "permitted"; readonly judged: Judged }
  | { readonly kind: "refused"; readonly judged: Judged; readonly worked: Worked }
  | { readonly kind: "unfinished"; readonly why: "interrupted" | "exhausted"; readonly worked: Worked };

const TAKEN_UP: Worked = {
  outcome: "done",
  summary: "an earlier process had done the work",
  failureClasses: [],
};
/** How much of a failed check's output whoever works is told. */
const TOLD = 6_000;

/** Works, verifies and asks the gate; an agent is told which checks failed and works on, so many times (M10). */
export async function attempt(
  stepping: Stepping,
  worktree: Worktree,
  { number, told }: { readonly number: number; readonly told: readonly string[] },
): Promise<AttemptEnd> {
  const { harness } = stepping;
  let context = told;
  let session = stepping.earlierSession;
  // What cannot be used is refused once; then the work begins without it.
  let packet = number === 1 ? stepping.earlierPacket : undefined;
  for (let round = 1; ; round += 1) {
    const worked = isDone(stepping, { number, round })
      ? TAKEN_UP
      : await work(stepping, worktree, { number, round, context, session, packet });
    if (worked.outcome === "interrupted" || stepping.signal.aborted)
      return { kind: "unfinished", why: "interrupted", worked };
    if (worked.outcome === "exhausted") return { kind: "unfinished", why: "exhausted", worked };
    const judged = await judgeWork(stepping, worktree, worked.outcome);
    if (judged === undefined || stepping.signal.aborted) return { kind: "unfinished", why: "interrupted", worked };
    if (judged.word.ok) return { kind: "permitted", judged };
    if (!mayRepair(stepping, worked, round)) return { kind: "refused", judged, worked };
    context = failedChecks(judged.verified.results);
    session = worked.sessionId ?? session;
    packet = undefined;
    if (context.length === 0 || harness.signal.aborted) return { kind: "refused", judged, worked };
  }
}

/** Whether there is nothing to work on before the checks have run: work that was done is judged first, and merged work is only judged. */
function isDone({ stands }: Stepping, { number, round }: { readonly number: number; readonly round: number }): boolean {
  return stands === "merged" || (stands === "worked" && number === 1 && round === 1);
}

function mayRepair({ harness, stands }: Stepping, worked: Worked, round: number): boolean {
  const { ports, terms } = harness;
  return ports.work.kind === "agent" && stands !== "merged" && worked.outcome === "done" && round <= terms.repairRounds;
}

interface Round {
  readonly number: number;
  readonly round: number;
  readonly context: readonly string[];
  readonly session: string | undefined;
  readonly packet: string | undefined;
}

async function work(
  stepping: Stepping,
  worktree: Worktree,
  { number, round, context, session, packet }: Round,
): Promise<Worked> {
  const { harness, issue, stepId, signal } = stepping;
  const { ports, terms, log } = harness;
  const working = {
    kind: "step.working",
    stepId,
    issueId: issue.id,
    work: ports.work.kind,
    attempt: number,
    round,
  } as const;
  // An agent's session has its name before anything is sent: a crash later finds it.
  if (ports.work.kind === "command") await log.record(working);
  const worked = await ports.work.work({
    workerId: terms.workerId,
    issueId: issue.id,
    title: issue.title,
    brief: briefOf(issue),
    worktree,
    context,
    ...(session === undefined ? {} : { resume: session }),
    ...(packet === undefined ? {} : { packet }),
    round,
    signal,
    onSession: (sessionId, from) =>
      log.record({ ...working, sessionId, ...(from === undefined ? {} : { packet: from }) }),
  });
  const { outcome, summary, sessionId, exit, packet: left } = worked;
  await log.record({
    kind: "step.worked",
    stepId,
    issueId: issue.id,
    outcome,
    summary,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(exit === undefined ? {} : { exit }),
    ...(left === undefined ? {} : { packet: left }),
  });
  return worked;
}

/** What whoever works on is told of checks that failed. */
export function failedChecks(results: readonly CheckResult[]): readonly string[] {
  return results
    .filter(({ name, outcome }) => outcome !== "ok" && name !== "work")
    .map(({ name, outcome, output }) => `The check ${name} ended ${outcome}:\n${output.slice(-TOLD)}`);
}
