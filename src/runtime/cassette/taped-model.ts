import type { Json, TapedFailure } from "#kernel";
import { type CancelSignal, type Model, type ModelChunk, type ModelRequest, PortError } from "#ports";
import { requestDigester } from "./request-digest.ts";
import type { TapeManner, TapeRecorder } from "./tape-recorder.ts";

/** The same model, whatever it says and however it fails written down before the run has the end of it. */
export function tapedModel(
  model: Model,
  recorder: TapeRecorder,
  { signal, sha256 }: { readonly signal: CancelSignal } & Pick<TapeManner, "sha256">,
): Model {
  const digestOf = requestDigester(sha256);
  const ask = (request: ModelRequest): void => recorder.put({ kind: "tape.asked", request: digestOf(request) });
  const complete: Model["complete"] = async (request) => {
    ask(request);
    const reply = await model.complete(request, signal).catch((error: unknown) => failWith(recorder, [], error));
    recorder.putReply({ chunks: [taped({ kind: "reply", reply })] });
    return reply;
  };
  const stream = model.stream?.bind(model);
  if (stream === undefined) return { ref: model.ref, complete };
  return {
    ref: model.ref,
    complete,
    async *stream(request): AsyncGenerator<ModelChunk, void, undefined> {
      ask(request);
      const chunks: Json[] = [];
      try {
        for await (const chunk of stream(request, signal)) {
          chunks.push(taped(chunk));
          yield chunk;
        }
      } catch (error) {
        failWith(recorder, chunks, error);
      }
      recorder.putReply({ chunks });
    },
  };
}

/** A reply that is not there is left out: JSON cannot say that. */
function taped(chunk: ModelChunk): Json {
  if (chunk.kind === "reply" && (chunk.reply as unknown) === undefined) return { kind: "reply" };
  return chunk as unknown as Json;
}

function failWith(recorder: TapeRecorder, chunks: readonly Json[], error: unknown): never {
  recorder.putReply({ chunks, failed: failureOf(error) });
  throw error;
}

function failureOf(error: unknown): TapedFailure {
  const message = error instanceof Error ? error.message : "something was thrown that is no error";
  if (!(error instanceof PortError) || error.port !== "model") return { message, retryable: false };
  return { code: error.code, message, retryable: error.retryable };
}
