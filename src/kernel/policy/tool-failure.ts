import { oneLine } from "../json/quoted-text.ts";

/** How a tool call failed, in the words that the model sees. */
export type ToolFailureCode = "InvalidInput" | "NotFound" | "Denied" | "Timeout" | "NonZeroExit" | "Interrupted";

interface FailureRow {
  /** Whether the model may try the same call again unchanged. */
  readonly retryable: boolean;
  readonly means: string;
}

/** Every failure that the model may correct (T03), and `Interrupted`: the effect is unknown, so the call is never run again (R11). */
export const TOOL_FAILURES: Readonly<Record<ToolFailureCode, FailureRow>> = {
  InvalidInput: { retryable: false, means: "malformed or incomplete arguments" },
  NotFound: { retryable: false, means: "the file or resource does not exist" },
  Denied: { retryable: false, means: "policy rejected the call" },
  Timeout: { retryable: true, means: "the tool did not settle in time" },
  NonZeroExit: { retryable: false, means: "a runtime other than the local shell ended with an error" },
  Interrupted: { retryable: false, means: "the run ended before the result was recorded" },
};

/** A failure that the model may correct. A tool result, never a thrown error that ends the turn. */
export interface ToolFailure {
  readonly code: ToolFailureCode;
  readonly retryable: boolean;
  readonly message: string;
}

/** The longest message of a {@link ToolFailure}, in UTF-16 units. */
export const MESSAGE_LIMIT = 400;

/** The failure with its message bounded and on one line; whether it is retryable follows from the table alone (T03). */
export function toolFailure(code: ToolFailureCode, message: string): ToolFailure {
  // Cut first: what is escaped is never more than what is shown.
  const shown = clipText(oneLine(clipText(message, MESSAGE_LIMIT)), MESSAGE_LIMIT);
  return { code, retryable: TOOL_FAILURES[code].retryable, message: shown };
}

/** The code a word names, or undefined: an unknown code is refused, not guessed. */
export function parseToolFailureCode(text: string): ToolFailureCode | undefined {
  return Object.hasOwn(TOOL_FAILURES, text) ? (text as ToolFailureCode) : undefined;
}

/** At most `limit` UTF-16 units of a text, always with a canonical form: a cut emoji would have none. Marks a cut with `…`. */
export function clipText(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  const kept = text.slice(0, Math.max(0, limit - 1));
  const splits = /[\uD800-\uDBFF]$/.test(kept);
  return limit < 1 ? "" : `${(splits ? kept.slice(0, -1) : kept).toWellFormed()}…`;
}
