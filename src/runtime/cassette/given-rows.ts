import { isJsonObject, type JsonObject, type SessionEventKind } from "#kernel";

/** Rows that are written for a call under way by whoever answers it, a person or a sub-agent: a replay is given them too. */
const GIVEN: ReadonlySet<unknown> = new Set<SessionEventKind>([
  "approval.answered",
  "budget.allotted",
  "budget.returned",
  "child.opened",
  "child.closed",
]);

/** The call that a row was written for; undefined where the run wrote it itself. */
export function givenFor(event: JsonObject): string | undefined {
  if (!GIVEN.has(event["kind"])) return undefined;
  const { approval } = event;
  const { toolCallId } = isJsonObject(approval) ? approval : event;
  return typeof toolCallId === "string" ? toolCallId : "";
}
