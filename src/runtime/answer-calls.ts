import { notRunText, type ToolFailureCode, type Violation } from "#kernel";
import type { UnusableCalls } from "./prepare-calls.ts";
import type { Run } from "./run.ts";

interface Refusing {
  readonly violations?: readonly Violation[];
  readonly ends?: boolean;
  /** Whether the model is told of no result of this turn. */
  readonly withholds?: boolean;
  /** What kind of failure the model is told of; `Denied` and `Interrupted` where it was not the model's mistake. */
  readonly code?: ToolFailureCode;
}

/** Every open call gets its answer at once, whatever the reason: a history with an open call cannot be sent (R11). */
export function answerOpenCalls(
  run: Pick<Run, "history" | "record" | "state">,
  why: string | ((toolCallId: string) => string),
  { violations = [], ends = false, withholds = false, code }: Refusing = {},
): void {
  const { openCalls } = run.history;
  if (openCalls.length === 0 && violations.length === 0) return;
  const answers = openCalls.map(({ toolCallId, tool }) => {
    const text = notRunText(typeof why === "string" ? why : why(toolCallId), code);
    return { toolCallId, tool, text };
  });
  const withheld = withholds ? { withheld: WITHHELD } : {};
  run.record({ kind: "turn.refused", step: run.state.step, violations, answers, ends, ...withheld });
}

/** What each open call is told of a refusal: what was found against it, or that it was found against another one. */
export function whyRefused(
  { history }: Pick<Run, "history">,
  violations: readonly Violation[],
): (toolCallId: string) => string {
  const notes = (rows: readonly Violation[]): string => rows.map(({ note }) => note).join("; ");
  const named = (toolCallId: string): readonly Violation[] =>
    violations.filter(({ subject }) => subject === toolCallId);
  const isAboutCalls = history.openCalls.some(({ toolCallId }) => named(toolCallId).length > 0);
  return (toolCallId) => {
    const own = named(toolCallId);
    if (own.length > 0) return notes(own);
    return isAboutCalls ? "another call of the same turn was refused" : notes(violations);
  };
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
      failure === undefined ? notRunText("another call of the same reply cannot be used") : JSON.stringify(failure);
    return { toolCallId, tool, text };
  });
  run.record({ kind: "turn.refused", step: run.state.step, violations: [], answers, ends: false });
}
