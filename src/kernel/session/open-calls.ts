import type { ToolFailureCode } from "../policy/tool-failure.ts";
import { interruptedResult, type ToolResultDraft } from "../turn/tool-results.ts";
import type { ToolsRequested } from "./session-event.ts";

const BRIEF = 300;

/** As much of a sentence as a model is told. */
export function brief(sentence: string): string {
  return sentence.length <= BRIEF ? sentence : `${sentence.slice(0, BRIEF).toWellFormed()}...`;
}

/** What a model is told of a call that was not run: the form of every failure. */
export function notRunText(why: string, code: ToolFailureCode = "InvalidInput"): string {
  return JSON.stringify({ code, retryable: false, message: `not run: ${brief(why)}` });
}

/** Why a call was not run that the end of its process cut off. */
export const NOT_PERMITTED_YET = "the process ended before it was permitted";

const INTERRUPTED = {
  code: "Interrupted",
  retryable: false,
  message: "the run ended before this call did; whether it took effect is unknown",
} as const;

/** The result of a call that a later run finds cut off. The model is told what is known, in the form of every failure. */
export function toldInterrupted(toolCallId: string, seq: number): ToolResultDraft {
  return { ...interruptedResult(toolCallId, seq), payload: INTERRUPTED, shown: JSON.stringify(INTERRUPTED) };
}

/** Whether open calls of a turn may have run: its calls were requested, and no guardrail spoke against them. */
export function mayHaveRun(requested: ToolsRequested | undefined): boolean {
  return requested !== undefined && requested.decisions.guards.every(({ decision }) => decision === "pass");
}

/** What the next run tells the model of a call that is open: the same words, whoever says them (R11). */
export function openCallText(requested: ToolsRequested | undefined): string {
  return mayHaveRun(requested) ? JSON.stringify(INTERRUPTED) : notRunText(NOT_PERMITTED_YET, "Interrupted");
}
