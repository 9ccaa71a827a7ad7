// refuses: TS2345
import { type ReadReply, type ReplyActions, replyActions, type Utf8 } from "#kernel";

export function read(reply: ReadReply, utf8: Utf8): ReplyActions {
  return replyActions(reply, { mode: "text" }, utf8);
}
