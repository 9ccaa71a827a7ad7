import { InvariantError } from "#kernel";
import type { ModelChunk, ModelReply, ModelRequest } from "#ports";
import { PortError } from "#ports";
import { errorText } from "./error-text.ts";
import { Cancelled, faultOf, JournalFailed } from "./fault.ts";
import type { Run } from "./run.ts";

/**
 * Asks the model, streaming where it can. Whatever a model throws is `ModelTransport`, to be tried again where it says so; a stream
 * that breaks off is no reply.
 */
export async function askModel(run: Run, request: ModelRequest): Promise<unknown> {
  const { model, signal } = run.setting;
  const answer = { isThere: false };
  if (run.setting.journal.isSettled) void run.durable();
  // A write that fails is told where the next row is due.
  else tellMeanwhile(run, answer).catch(() => undefined);
  try {
    if (model.stream === undefined) return await model.complete(request, signal);
    return await streamed(run, model.stream(request, signal));
  } catch (error) {
    if (signal.aborted) throw new Cancelled(signal, " while the model answered");
    if (error instanceof JournalFailed || error instanceof InvariantError) throw error;
    const retryable = error instanceof PortError && error.port === "model" && error.retryable;
    throw faultOf("ModelTransport", run.state.step, errorText(error), { retryable, cause: error });
  } finally {
    answer.isThere = true;
  }
}

/** How many turns of the queue a model may take that answers at once; one behind a wire takes more than any number of them. */
const AT_ONCE = 16;
const NEXT = Promise.resolve();

/** Observers hear that the step has begun while the model thinks. One that answers at once is spared a write of its own. */
async function tellMeanwhile(run: Run, answer: { readonly isThere: boolean }): Promise<void> {
  for (let turn = 0; turn < AT_ONCE && !answer.isThere; turn++) await NEXT;
  if (!answer.isThere) await run.durable();
}

async function streamed(run: Run, chunks: AsyncIterable<ModelChunk>): Promise<ModelReply> {
  let reply: ModelReply | undefined;
  // The step is told of before anything of it streams; the request is under way meanwhile.
  let isTold = false;
  for await (const chunk of chunks) {
    if (!isTold) await run.durable();
    isTold = true;
    if (chunk.kind === "reply") reply = chunk.reply;
    else tellDelta(run, chunk);
  }
  if (reply !== undefined) return reply;
  throw new PortError("model", "stream_cut", "the stream ended before the reply was whole", { retryable: true });
}

function tellDelta(run: Run, chunk: Exclude<ModelChunk, { kind: "reply" }>): void {
  const { step } = run.state;
  switch (chunk.kind) {
    case "text.delta":
      return run.emit({ kind: "TextDelta", step, text: chunk.text });
    case "thinking.delta":
      return run.emit({ kind: "ThinkingDelta", step, text: chunk.text });
    case "tool_call.started":
      return;
    case "tool_call.delta": {
      const { providerCallId, argumentsText } = chunk;
      return run.emit({ kind: "ToolCallDelta", step, providerCallId, argumentsText });
    }
    default:
      return chunk satisfies never;
  }
}
