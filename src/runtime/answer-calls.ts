import type { ToolFailureCode, Violation } from "#kernel";
import type { UnusableCalls } from "./prepare-calls.ts";
import type { Run } from "./run.ts";

const BRIEF = 300;

/** As much of a sentence as a model is told. */
export function brief(sentence: string): string {
  return sentence.length <= BRIEF ? sentence : `${sentence.slice(0, BRIEF)}...`;
}

/** What a model is told of a call that was not run: the form of every failure. */
function notRun(why: string, code: ToolFailureCode = "InvalidInput"): string {
  return JSON.stringify({ code, retryable: false, message: `not run: ${brief(why)}` });
}

/** What a model is told of a call that was under way when its run ended. */
export const INTERRUPTED = {
  code: "Interrupted",
  retryable: false,
  message: "the run ended before this call did; whether it took effect is unknown",
} as const;

interface Refusing {
  readonly violations?: readonly Violation[];
  readonly ends?: boolean;
  /** Whether the model is told of no result of this turn. */
  readonly withholds?: boolean;
  /** What kind of failure the model is told of; `Denied` where it was not the model's mistake. */
  readonly code?: ToolFailureCode;
}

/** Every open call gets its answer at once, whatever the reason: a history with an open call cannot be sent (R11). */
export function answerOpenCalls(
  run: Pick<Run, "history" | "record" | "state">,
  why: string,
  { violations = [], ends = false, withholds = false, code }: Refusing = {},
): void {
  const { openCalls } = run.history;
  if (openCalls.length === 0 && violations.length === 0) return;
  const answers = openCalls.map(({ toolCallId, tool }) => ({ toolCallId, tool, text: notRun(why, code) }));
  const withheld = withholds ? { withheld: WITHHELD } : {};
  run.record({ kind: "turn.refused", step: run.state.step, violations, answers, ends, ...withheld });
}

const WITHHELD = JSON.stringify({
  code: "Denied",
  retryable: false,
  message: "it ran, and a guardrail withheld its result",
});

/** Each call is told what is wrong with it; those that were well are told that they were not run either. */
export function answerUnusable(run: Run, { failures }: UnusableCalls): void {
  const answers = run.history.openCalls.map(({ toolCallId, tool }) => {
    const failure = failures.get(toolCallId);
    const text =
      failure === undefined ? notRun("another call of the same reply cannot be used") : JSON.stringify(failure);
    return { toolCallId, tool, text };
  });
  run.record({ kind: "turn.refused", step: run.state.step, violations: [], answers, ends: false });
}
