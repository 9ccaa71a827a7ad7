import { type CancelSignal, type Model, type ModelChunk, type ModelReply, type ModelRequest, PortError } from "#ports";
import type { CassetteOptions, CassetteRow, RecordedFailure } from "./cassette-row.ts";
import { requestDigest } from "./request-digest.ts";

/** Where rows go. A row is waited for before what it records is handed on; a sink that fails fails the call. */
export type CassetteSink = (row: CassetteRow) => void | Promise<void>;

/** The same model, every chunk and reply and failure of which is recorded before anybody sees it (R24). */
export function recordingModel(model: Model, sink: CassetteSink, options: CassetteOptions = {}): Model {
  const { digestOf = requestDigest } = options;
  let calls = 0;
  const open = async (request: ModelRequest, streamed: boolean): Promise<number> => {
    const call = calls++;
    await sink({ kind: "model.requested", call, ref: model.ref, requestDigest: digestOf(request), streamed });
    return call;
  };
  const complete = async (request: ModelRequest, signal: CancelSignal): Promise<ModelReply> => {
    const call = await open(request, false);
    const reply = await noting(() => model.complete(request, signal), call, sink);
    await sink({ kind: "model.chunk", call, chunk: { kind: "reply", reply } });
    await sink({ kind: "model.ended", call });
    return reply;
  };
  const stream = model.stream?.bind(model);
  if (stream === undefined) return { ref: model.ref, complete };
  return {
    ref: model.ref,
    complete,
    async *stream(request, signal): AsyncGenerator<ModelChunk, void, undefined> {
      const call = await open(request, true);
      yield* recorded(stream(request, signal), call, sink);
    },
  };
}

async function* recorded(
  chunks: AsyncIterable<ModelChunk>,
  call: number,
  sink: CassetteSink,
): AsyncGenerator<ModelChunk, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await noting(() => iterator.next(), call, sink);
      isOver = next.done === true;
      if (next.done === true) break;
      await sink({ kind: "model.chunk", call, chunk: next.value });
      yield next.value;
    }
    await sink({ kind: "model.ended", call });
  } finally {
    // Whoever reads may stop before the end: the model hears of it too.
    if (!isOver) await iterator.return?.();
  }
}

/** The work's own answer; a failure is recorded first. */
async function noting<T>(work: () => Promise<T>, call: number, sink: CassetteSink): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sink({ kind: "model.failed", call, failure: recordedFailure(error) });
    throw error;
  }
}

function recordedFailure(error: unknown): RecordedFailure {
  if (!(error instanceof PortError)) return { kind: "other", message: error instanceof Error ? error.message : "" };
  const { code, message, retryable } = error;
  return { kind: "port", code, message, retryable };
}
