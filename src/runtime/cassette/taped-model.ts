import { type Json, type Sha256, type TapedFailure, tapedRequestDigester } from "#kernel";
import { type CancelSignal, type Model, type ModelChunk, type ModelReply, type ModelRequest, PortError } from "#ports";
import { errorText } from "../error-text.ts";
import { ReadAlready } from "../reply-reading.ts";
import type { TapeRecorder } from "./tape-recorder.ts";

/** The same model, whatever it says and however it fails written down before the run has the end of it. */
export function tapedModel(
  model: Model,
  recorder: TapeRecorder,
  { signal, sha256 }: { readonly signal: CancelSignal; readonly sha256: Sha256 },
): Model {
  const digestOf = tapedRequestDigester(sha256);
  const ask = (request: ModelRequest): void => recorder.put({ kind: "tape.asked", request: digestOf(request) });
  const complete: Model["complete"] = async (request) => {
    ask(request);
    // A model without types may throw at once, or give no promise.
    const given: unknown = await answered(() => model.complete(request, signal), recorder);
    const reply = ReadAlready.of(given, sha256);
    recorder.putReply({ chunks: [reply.taped()] });
    return asReply(reply);
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
          const { said, given } = heard(chunk, sha256);
          chunks.push(said);
          yield given;
        }
      } catch (error) {
        failWith(recorder, chunks, error);
      }
      recorder.putReply({ chunks });
    },
  };
}

async function answered(ask: () => unknown, recorder: TapeRecorder): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    return failWith(recorder, [], error);
  }
}

/** One piece as the tape says it, and as the run is given it: a whole reply is read here, and nowhere else. */
function heard(chunk: ModelChunk, sha256: Sha256): { readonly said: Json; readonly given: ModelChunk } {
  if (chunk.kind !== "reply") return { said: wellFormed(chunk), given: chunk };
  const reply: unknown = chunk.reply;
  // A reply that is not there is left out: JSON cannot say that.
  if (reply === undefined) return { said: { kind: "reply" }, given: chunk };
  const read = ReadAlready.of(reply, sha256);
  return { said: read.taped(), given: { kind: "reply", reply: asReply(read) } };
}

/** A piece may end in the middle of a character: what of it has no UTF-8 is replaced. Only observers hear pieces. */
function wellFormed(chunk: Exclude<ModelChunk, { kind: "reply" }>): Json {
  const entries = Object.entries(chunk).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? value.toWellFormed() : value,
  ]);
  // What is left that is no JSON is told by the recorder.
  return Object.fromEntries(entries) as Json;
}

function asReply(read: ReadAlready): ModelReply {
  // Untrusted, as every reply: the run takes the reading out of it.
  return read as unknown as ModelReply;
}

function failWith(recorder: TapeRecorder, chunks: readonly Json[], error: unknown): never {
  recorder.putReply({ chunks, failed: failureOf(error) });
  throw error;
}

function failureOf(error: unknown): TapedFailure {
  const message = errorText(error);
  if (!(error instanceof PortError) || error.port !== "model") return { message, retryable: false };
  return { code: error.code, message, retryable: error.retryable };
}
