import type { AgentEvent } from "#ports";

/** Events that are told as they come and say nothing that a fact does not say later: a slow reader may miss them. */
export type FleetingKind = "TextDelta" | "ThinkingDelta" | "ToolCallDelta" | "ToolOutput";
export type FleetingEvent = Extract<AgentEvent, { readonly kind: FleetingKind }>;

/** The most UTF-16 units that deltas grow to when they are put together (DESIGN 20). */
const JOINED_LENGTH = 65_536;

/** Whether an event may be missed. Every other one is a fact, and is heard by everybody. */
export function isFleeting(event: AgentEvent): event is FleetingEvent {
  switch (event.kind) {
    case "TextDelta":
    case "ThinkingDelta":
    case "ToolCallDelta":
    case "ToolOutput":
      return true;
    case "StepStarted":
    case "ModelResponded":
    case "ToolDispatched":
    case "ToolCompleted":
    case "StepFailed":
    case "Completed":
    case "StepClosed":
    case "StepRefused":
    case "GuardDecided":
    case "ApprovalAsked":
    case "ApprovalAnswered":
    case "BudgetSpent":
    case "PolicyDecided":
      return false;
    default:
      return event satisfies never;
  }
}

/** Two deltas as one that says what both say; undefined where that cannot be: they are of different things, or too long together. */
export function joined(first: AgentEvent, second: FleetingEvent): FleetingEvent | undefined {
  if (first.kind !== second.kind || first.step !== second.step) return undefined;
  if (first.kind === "ToolCallDelta" && second.kind === "ToolCallDelta") {
    const argumentsText = within(first.argumentsText, second.argumentsText);
    if (argumentsText === undefined || first.providerCallId !== second.providerCallId) return undefined;
    return { ...second, argumentsText };
  }
  if (!("text" in first && "text" in second)) return undefined;
  const text = within(first.text, second.text);
  return text === undefined ? undefined : { ...second, text };
}

function within(first: string, second: string): string | undefined {
  return first.length + second.length <= JOINED_LENGTH ? first + second : undefined;
}
