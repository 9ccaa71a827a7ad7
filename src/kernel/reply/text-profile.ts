import type { Utf8 } from "../json/utf8.ts";
import type { Fence } from "./fence.ts";
import type { ReplyProblemKind } from "./reply-problem.ts";

/** A call as text said it: its arguments in the canonical form. */
export interface TextCall {
  readonly tool: string;
  readonly argumentsText: string;
}

/** What stops the reading of a text, and at which character. */
export interface TextFault {
  readonly fault: ReplyProblemKind;
  readonly at: number;
  readonly what?: string;
}

/** A line of a text: where it starts, what it says without its end, where the next one starts. */
export interface TextLine {
  readonly start: number;
  readonly text: string;
  readonly next: number;
}

/** What a profile finds at a line outside of every fence: a call and where reading goes on, a fault, or prose. */
export type Finding = { readonly call: TextCall; readonly next: number } | TextFault | undefined;

/** How one profile tells calls from prose. */
export interface TextProfile {
  /** Looks at one line that no fence quotes; `fence` is the one that it opens. */
  find(source: { readonly text: string; readonly utf8: Utf8 }, line: TextLine, fence: Fence | undefined): Finding;
  /** Whether a line that a fence quotes would begin a call, were it not quoted; `fence` is the one that it would open. */
  beginsCall(line: string, fence: Fence | undefined): boolean;
  /** Whether its calls are fences, so that one in another fence may mean that the other was meant to be closed. */
  readonly fenced: boolean;
}

/** The line at a place. Lines end with LF or CR LF. */
export function lineAt(text: string, start: number): TextLine {
  const found = text.indexOf("\n", start);
  const end = found === -1 ? text.length : found;
  const next = found === -1 ? text.length : found + 1;
  return { start, text: text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end), next };
}
