import type { ModelReply, ModelRequest } from "#ports";
import { PortError } from "#ports";
import { Cancelled, faultOf } from "./fault.ts";
import type { Run } from "./run.ts";

/** Asks the model, streaming where it can. What the wire does wrong is `ModelTransport`; a stream that breaks off is no reply. */
export async function askModel(run: Run, request: ModelRequest): Promise<unknown> {
  const { model, signal } = run.setting;
  try {
    if (model.stream === undefined) return await model.complete(request, signal);
    // The step is told of before anything of it streams.
    await run.durable();
    return await streamed(run, model.stream(request, signal));
  } catch (error) {
    if (signal.aborted) throw new Cancelled("the run was cancelled while the model answered");
    if (!(error instanceof PortError)) throw error;
    const { message, retryable } = error;
    throw faultOf("ModelTransport", run.step, message, { retryable, cause: error });
  }
}

async function streamed(
  run: Run,
  chunks: ReturnType<NonNullable<Run["setting"]["model"]["stream"]>>,
): Promise<ModelReply> {
  const { step } = run;
  let reply: ModelReply | undefined;
  for await (const chunk of chunks) {
    switch (chunk.kind) {
      case "text.delta":
        run.emit({ kind: "TextDelta", step, text: chunk.text });
        break;
      case "thinking.delta":
        run.emit({ kind: "ThinkingDelta", step, text: chunk.text });
        break;
      case "tool_call.started":
        break;
      case "tool_call.delta":
        run.emit({
          kind: "ToolCallDelta",
          step,
          providerCallId: chunk.providerCallId,
          argumentsText: chunk.argumentsText,
        });
        break;
      case "reply":
        reply = chunk.reply;
        break;
      default:
        chunk satisfies never;
    }
  }
  if (reply !== undefined) return reply;
  throw new PortError("model", "stream_cut", "the stream ended before the reply was whole", { retryable: true });
}
