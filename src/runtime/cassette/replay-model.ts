import {
  isJsonObject,
  type Json,
  type Sha256,
  type TapedFailure,
  type TapeOpened,
  tapedRequestDigester,
} from "#kernel";
import { type Model, type ModelChunk, type ModelReply, PortError } from "#ports";
import { ReadAlready } from "../reply-reading.ts";
import type { TapePlayer } from "./tape-player.ts";

/** A model that says what its tape says, if it is asked what was asked then. */
export function replayModel({ terms, ports }: TapeOpened, player: TapePlayer, sha256: Sha256): Model {
  const digestOf = tapedRequestDigester(sha256);
  const complete: Model["complete"] = async (request) => {
    player.ask(digestOf(request));
    const { chunks, failed } = await player.said();
    if (failed !== undefined) throw failureOf(failed);
    return toldReply(chunks.at(-1));
  };
  if (!ports.streams) return { ref: terms.modelRef, complete };
  return {
    ref: terms.modelRef,
    complete,
    async *stream(request): AsyncGenerator<ModelChunk, void, undefined> {
      player.ask(digestOf(request));
      const { chunks, failed } = await player.said();
      for (const chunk of chunks) yield toldChunk(chunk);
      if (failed !== undefined) throw failureOf(failed);
    },
  };
}

function toldChunk(chunk: Json): ModelChunk {
  if (isJsonObject(chunk) && chunk["unread"] !== undefined) return { kind: "reply", reply: toldReply(chunk) };
  // Untrusted, as every piece of a model.
  return chunk as unknown as ModelChunk;
}

/** The reply of a piece: what was said, or what was wrong with it. Untrusted, as every reply: the run reads it. */
function toldReply(chunk: Json | undefined): ModelReply {
  const { reply, unread } = isJsonObject(chunk) ? chunk : {};
  return (unread === undefined ? reply : ReadAlready.untaped(unread)) as unknown as ModelReply;
}

function failureOf({ code, message, retryable }: TapedFailure): Error {
  return code === undefined ? new Error(message) : new PortError("model", code, message, { retryable });
}
