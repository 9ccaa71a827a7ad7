import { PortError, type CancelSignal, type Model, type ModelChunk, type ModelReply, type ModelRequest } from "#ports";
import { aborted, modelError, streamCut } from "../model-error.ts";
import { wireNames } from "../provider/request/wire-names.ts";
import { scrub } from "../provider/http/scrub.ts";
import { knownStopWord } from "../provider/wire/stop-words.ts";
import { estimatedCounts } from "../provider/usage/estimated-counts.ts";
import type { Price } from "../provider/usage/price-table.ts";
import { type TokenCounts, usageOf } from "../provider/usage/token-counts.ts";
import type { AiSdkModel } from "./ai-sdk-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { PartReader } from "./part-reader.ts";
import { writeOptions, type Writing } from "./write-options.ts";

/** What is known of a model beside the model. */
export interface AiSdkOptions {
  readonly price?: Price;
}

/**
 * Any model of the AI SDK's provider packages as a {@link Model} (R04). The raw stop reason decides; one that no table knows is handled by nobody.
 * Sending is the package's: the bytes of the reply have no digest here, and retries are the run's policy's.
 */
export function fromAiSdk(model: AiSdkModel, { price }: AiSdkOptions = {}): Model {
  if (model.specificationVersion !== "v4")
    throw modelError(
      "bad_ref",
      `the model has specification ${String(model.specificationVersion)}, expected v4: use a current provider package`,
    );
  // Earned: the specification's version says what it takes and gives.
  const given = model as unknown as LanguageModel;
  const { provider } = model;
  const asked = (request: ModelRequest, signal: CancelSignal): Asked => {
    const names = wireNames(request, {});
    const reader = new PartReader(provider, (name) => names.toolOf(name));
    const stop = new AbortController();
    const fire = (): void => stop.abort(signal.reason);
    if (signal.aborted) fire();
    else signal.addEventListener("abort", fire, { once: true });
    const leave = (): void => signal.removeEventListener("abort", fire);
    return { reader, stop, leave, writing: { provider, names, abortSignal: stop.signal } };
  };
  return {
    ref: `${provider}/${model.modelId}`,
    async complete(request, signal) {
      const { reader, leave, writing } = asked(request, signal);
      try {
        const result = await given.doGenerate(writeOptions(request, writing));
        for (const part of result.content) reader.takeWhole(part);
        const { usage, finishReason, response } = result;
        reader.take({ type: "finish", usage, finishReason });
        reader.responseId = response?.id;
        return replyOf(reader, price, request);
      } catch (error) {
        throw failureOf(error, signal);
      } finally {
        leave();
      }
    },
    async *stream(request, signal) {
      const { reader, stop, leave, writing } = asked(request, signal);
      try {
        const { stream } = await given.doStream(writeOptions(request, writing));
        for await (const part of stream) {
          const chunk: ModelChunk | undefined = reader.take(part);
          if (chunk !== undefined) yield chunk;
        }
        yield { kind: "reply", reply: replyOf(reader, price, request) };
      } catch (error) {
        throw failureOf(error, signal);
      } finally {
        leave();
        // A reader that went away wants no more of it: the connection closes.
        stop.abort();
      }
    },
  };
}

interface Asked {
  readonly reader: PartReader;
  readonly stop: AbortController;
  readonly leave: () => void;
  readonly writing: Writing;
}

function replyOf(reader: PartReader, price: Price | undefined, request: ModelRequest): ModelReply {
  const { finish, tokens, responseId } = reader;
  if (finish?.raw === undefined) throw streamCut();
  const blocks = reader.blocks();
  const hasCalls = blocks.some(({ kind }) => kind === "tool_call");
  const stopReason = knownStopWord(finish.raw, { hasCalls, isRefused: finish.unified === "content-filter" });
  const estimate = (): TokenCounts => estimatedCounts(JSON.stringify(request), blocks);
  const reply = { blocks, stopReason, usage: usageOf(tokens, price, estimate) };
  return responseId === undefined ? reply : { ...reply, responseId };
}

/** What a package throws, in one sentence: whether the same request may be sent again is the package's to say. */
function failureOf(error: unknown, signal: CancelSignal): PortError {
  if (signal.aborted) return aborted(signal);
  if (error instanceof PortError) return error;
  const said = error instanceof Error ? scrub(error.message, []) : "it said nothing that could be shown";
  const status = member(error, "statusCode");
  const where = typeof status === "number" ? ` (status ${status})` : "";
  const message = `the model's package failed${where}: ${said}`;
  return modelError("provider_failed", message, member(error, "isRetryable") === true);
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
