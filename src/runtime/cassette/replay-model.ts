import type { Sha256, TapedFailure, TapeOpened } from "#kernel";
import { type Model, type ModelChunk, type ModelReply, PortError } from "#ports";
import { requestDigester } from "./request-digest.ts";
import type { TapePlayer } from "./tape-player.ts";

/** A model that says what its tape says, if it is asked what was asked then. */
export function replayModel({ terms, ports }: TapeOpened, player: TapePlayer, sha256: Sha256): Model {
  const digestOf = requestDigester(sha256);
  const complete: Model["complete"] = async (request) => {
    player.ask(digestOf(request));
    const { chunks, failed } = await player.said();
    if (failed !== undefined) throw failureOf(failed);
    const last = chunks.at(-1) as unknown as Partial<Extract<ModelChunk, { kind: "reply" }>> | undefined;
    // Untrusted, as every reply: the runtime reads it.
    return last?.reply as ModelReply;
  };
  if (!ports.streams) return { ref: terms.modelRef, complete };
  return {
    ref: terms.modelRef,
    complete,
    async *stream(request): AsyncGenerator<ModelChunk, void, undefined> {
      player.ask(digestOf(request));
      const { chunks, failed } = await player.said();
      for (const chunk of chunks) yield chunk as unknown as ModelChunk;
      if (failed !== undefined) throw failureOf(failed);
    },
  };
}

function failureOf({ code, message, retryable }: TapedFailure): Error {
  return code === undefined ? new Error(message) : new PortError("model", code, message, { retryable });
}
