import type { ModelChunk, ModelReply, ReplyBlock } from "#ports";

/** How many UTF-16 units one delta of a scripted stream has. */
const DELTA_LENGTH = 16;

/** The chunks in which a reply comes: deltas block by block, which put together are the blocks, then the reply itself. */
export function* replyChunks(reply: ModelReply): Generator<ModelChunk, void, undefined> {
  for (const block of reply.blocks) yield* blockChunks(block);
  yield { kind: "reply", reply };
}

function* blockChunks(block: ReplyBlock): Generator<ModelChunk, void, undefined> {
  switch (block.kind) {
    case "text":
      for (const text of pieces(block.text)) yield { kind: "text.delta", text };
      return;
    case "thinking":
      for (const text of pieces(block.text)) yield { kind: "thinking.delta", text };
      return;
    case "tool_call": {
      const { providerCallId, tool } = block;
      yield { kind: "tool_call.started", providerCallId, tool };
      for (const argumentsText of pieces(block.argumentsText))
        yield { kind: "tool_call.delta", providerCallId, argumentsText };
      return;
    }
    case "provider_executed":
      return;
    default:
      block satisfies never;
  }
}

/** Cuts a text in pieces; none begins or ends with half a character. */
function* pieces(text: string): Generator<string, void, undefined> {
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + DELTA_LENGTH - 1);
    const end = start + DELTA_LENGTH + (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
}
