import {
  clipText,
  type JsonObject,
  MESSAGE_LIMIT,
  quotedText,
  shownName,
  toolFailure,
  type ToolFailure,
} from "#kernel";
import type { SchemaIssue } from "#ports";
import { receivedText } from "./received.ts";
import { withoutQuotations } from "./without-quotations.ts";

const PROBLEM_ROOM = 250;
const ISSUE_ROOM = 120;
const ISSUES_NAMED = 4;

/**
 * What the model is told of arguments that cannot be used: tool, problem, fields received with sizes and short previews (T03). It
 * depends on these arguments and their schema alone.
 */
export function invalidInput(tool: string, problem: string, received: JsonObject | string): ToolFailure {
  const head = `${shownName(tool)}: ${clipText(problem, PROBLEM_ROOM)}; received: `;
  const text = typeof received === "string" ? received : receivedText(received, MESSAGE_LIMIT - head.length);
  return toolFailure("InvalidInput", head + text);
}

/** What a schema found, the first few of it; what it quotes of the value it judged is left out (T03). */
export function issuesText(issues: readonly SchemaIssue[], judged: unknown): string {
  const named = issues.slice(0, ISSUES_NAMED).map((issue) => issueText(issue, judged));
  const more = issues.length > ISSUES_NAMED ? [`and ${issues.length - ISSUES_NAMED} more`] : [];
  return [...named, ...more].join("; ");
}

function issueText({ message, path = [] }: SchemaIssue, judged: unknown): string {
  const steps = path.slice(0, 8).map((part) => (typeof part === "object" ? part.key : part));
  const place = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${shownName(String(step))}`)).join("");
  const text = withoutQuotations(clipText(message, ISSUE_ROOM), judged);
  if (place === "") return text;
  return `${quotedText(withoutQuotations(clipText(place.replace(/^\.+/, ""), ISSUE_ROOM), judged))}: ${text}`;
}
