import { canonicalJson, Float, oneLine } from "#kernel";
import type { AgentEvent } from "#ports";

/** How much of a text stands on one line. */
const SHOWN = 400;

/** What a person sees of an event, one line each with the marks of `session show`; undefined for what says nothing new. */
export function eventLine(event: AgentEvent): string | undefined {
  switch (event.kind) {
    case "StepStarted":
      return `step ${event.step}`;
    case "ModelResponded":
      return event.text.trim() === "" ? undefined : `  < ${short(event.text)}`;
    case "ToolDispatched":
      return `  * ${short(event.toolCallId)} ${short(event.tool)} ${short(exactLine(event.args))}`;
    case "ToolCompleted":
      return `  = ${short(event.toolCallId)} ${short(event.tool)} ${event.outcome}: ${short(event.shown)}`;
    case "StepFailed":
      return `  x ${event.error}: ${short(event.reason)}`;
    case "StepRefused":
      return `  x refused: ${event.classes.join(", ")}`;
    case "PolicyDecided":
      return `  ? ${event.decision.kind} on ${event.error}`;
    case "ApprovalAsked":
      return `  ? ${short(event.question.toolCallId)} asks: ${short(event.question.ruleId)}`;
    case "ApprovalAnswered":
      return `  ? ${short(event.toolCallId)} ${event.decision}`;
    case "GuardDecided":
      return event.decision === "pass" ? undefined : `  ? ${short(event.guardrailId)}: ${event.decision}`;
    case "Completed":
    case "StepClosed":
    case "BudgetSpent":
    case "TextDelta":
    case "ThinkingDelta":
    case "ToolCallDelta":
    case "ToolOutput":
      return undefined;
    default:
      return event satisfies never;
  }
}

/** A value as JSON on one line, every number in the form in which it was read; what JSON cannot say is left out. */
export function exactLine(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return canonicalJson(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const whole = floatOf(value);
  if (whole !== undefined) return canonicalJson(whole);
  if (Array.isArray(value)) return `[${value.map(exactLine).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined && typeof member !== "function");
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${exactLine(member)}`).join(",")}}`;
}

/** Events may come from another copy of the library, whose floats are of another class than ours. */
function floatOf(value: object): Float | undefined {
  if (value instanceof Float) return value;
  const isFloat = value.constructor?.name === "Float" && "value" in value && typeof value.value === "number";
  return isFloat ? new Float(value.value as number) : undefined;
}

function short(text: string): string {
  const units = Array.from(oneLine(text));
  return units.length <= SHOWN ? units.join("") : `${units.slice(0, SHOWN).join("")} ... (${text.length} characters)`;
}
