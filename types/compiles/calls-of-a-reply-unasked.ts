import type { ReplyActions, ReplyCall } from "#kernel";

export function callsOf(actions: ReplyActions): readonly ReplyCall[] {
  return actions.kind === "act" ? actions.calls : [];
}
