// refuses: TS2339
import type { ReplyActions, ReplyCall } from "#kernel";

export function callsOf(actions: ReplyActions): readonly ReplyCall[] {
  return actions.calls;
}
