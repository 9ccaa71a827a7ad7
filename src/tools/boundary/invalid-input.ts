import { clipText, type JsonObject, quotedText, shownName, toolFailure, type ToolFailure } from "#kernel";
import type { SchemaIssue } from "#ports";
import { receivedText } from "./received.ts";

/** How long a message may be, as the kernel bounds it. */
export const MESSAGE_ROOM = 400;
const PROBLEM_ROOM = 250;
const ISSUE_ROOM = 120;
const ISSUES_NAMED = 4;

/**
 * What the model is told of arguments that cannot be used: tool, problem, fields received with sizes and short previews (T03). It
 * depends on these arguments and their schema alone.
 */
export function invalidInput(tool: string, problem: string, received: JsonObject | string): ToolFailure {
  const head = `${shownName(tool)}: ${clipText(problem, PROBLEM_ROOM)}; received: `;
  const text = typeof received === "string" ? received : receivedText(received, MESSAGE_ROOM - head.length);
  return toolFailure("InvalidInput", head + text);
}

/** What a schema found, the first few of it. */
export function issuesText(issues: readonly SchemaIssue[]): string {
  const named = issues.slice(0, ISSUES_NAMED).map(issueText).join("; ");
  return issues.length > ISSUES_NAMED ? `${named}; and ${issues.length - ISSUES_NAMED} more` : named;
}

function issueText({ message, path = [] }: SchemaIssue): string {
  const steps = path.slice(0, 8).map((part) => (typeof part === "object" ? part.key : part));
  const place = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${shownName(String(step))}`)).join("");
  const text = clipText(message, ISSUE_ROOM);
  return place === "" ? text : `${quotedText(clipText(place.replace(/^\.+/, ""), ISSUE_ROOM))}: ${text}`;
}
