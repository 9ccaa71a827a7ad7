import { type CancelSignal, type Model, type ModelChunk, type ModelReply, type ModelRequest, PortError } from "#ports";
import { aborted, streamCut } from "../model-error.ts";
import { pause } from "../pause.ts";
import { replyChunks } from "./reply-chunks.ts";
import { failure, type ScriptedFailure, type ScriptedReply, type ScriptedTurn } from "./script.ts";

/** What a scripted model does, turn by turn: a list, or a function for runs that are too long for one. Turns count from 0. */
export type Script = readonly ScriptedTurn[] | ((request: ModelRequest, turn: number) => ScriptedTurn | ModelReply);

/** How a scripted model behaves beside its script. */
export interface ScriptedModelOptions {
  readonly ref?: string;
  /** Whether it can stream; by default it answers whole. */
  readonly streams?: boolean;
  /** Whether it keeps the requests that it got; by default it does. A run of a thousand turns may not want to. */
  readonly records?: boolean;
}

/** A model without a model: the same script gives the same replies, with the same ids. */
export interface ScriptedModel extends Model {
  /** Every request that it got, in order, those that failed among them. */
  readonly requests: readonly ModelRequest[];
}

/** A model that answers from a script, once a turn. Asked more often than the script has turns, it fails with `script_ended`. */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  const { ref = "scripted/model", streams = false, records = true } = options;
  const requests: ModelRequest[] = [];
  let turns = 0;
  const next = (request: ModelRequest): Step => {
    if (records) requests.push(request);
    const turn = turns++;
    return stepOf(typeof script === "function" ? script(request, turn) : (script[turn] ?? ended(script, turn)), turn);
  };
  const complete = async (request: ModelRequest, signal: CancelSignal): Promise<ModelReply> => {
    const step = next(request);
    if (signal.aborted) throw aborted(signal);
    if (step.delayMs > 0) await pause(step.delayMs, signal);
    return step.kind === "whole" ? step.reply : breakOff(step.ending, signal);
  };
  const stream = (request: ModelRequest, signal: CancelSignal): AsyncIterable<ModelChunk> =>
    chunksOf(next(request), signal);
  return streams ? { ref, requests, complete, stream } : { ref, requests, complete };
}

/** A turn as it is played: a whole reply, or some chunks and another end. */
type Step = { readonly delayMs: number; readonly chunks: () => Iterable<ModelChunk> } & (
  | { readonly kind: "whole"; readonly reply: ModelReply }
  | { readonly kind: "broken"; readonly ending: Ending }
);
type Ending = "end" | "hang" | ScriptedFailure;

function stepOf(turn: ScriptedTurn | ModelReply, index: number): Step {
  if (!("kind" in turn)) return whole(turn, 0);
  switch (turn.kind) {
    case "reply":
      return whole(replyOf(turn, index), turn.delayMs);
    case "malformed": {
      // The port's type is what adapters promise; this one breaks its promise on purpose. It has no deltas that anybody could cut.
      const reply = turn.reply as ModelReply;
      return { kind: "whole", reply, chunks: () => [{ kind: "reply", reply }], delayMs: 0 };
    }
    case "failure":
      return { kind: "broken", chunks: () => [], ending: turn, delayMs: turn.delayMs ?? 0 };
    case "hang":
      return { kind: "broken", chunks: () => [], ending: "hang", delayMs: 0 };
    case "partial": {
      const chunks = (): ModelChunk[] => [...replyChunks(replyOf(turn.reply, index))].slice(0, turn.chunks);
      return { kind: "broken", chunks, ending: turn.ending, delayMs: turn.reply.delayMs ?? 0 };
    }
    default:
      return turn satisfies never;
  }
}

function whole(reply: ModelReply, delayMs = 0): Step {
  return { kind: "whole", reply, chunks: () => replyChunks(reply), delayMs };
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

function replyOf({ blocks, stopReason, usage, responseId }: ScriptedReply, turn: number): ModelReply {
  const calls = blocks.some(({ kind }) => kind === "tool_call");
  return {
    blocks: blocks.map((block, at) =>
      block.kind === "tool_call"
        ? { ...block, providerCallId: block.providerCallId ?? `scripted-${turn}-${at}` }
        : block,
    ),
    stopReason: stopReason ?? (calls ? "tool_use" : "end_turn"),
    usage: usage === undefined ? NO_USAGE : { ...NO_USAGE, ...usage },
    ...(responseId === undefined ? {} : { responseId }),
  };
}

function ended(script: readonly ScriptedTurn[], turn: number): ScriptedFailure {
  const message = `the script has ${script.length} turns, and the model was asked for turn ${turn + 1}`;
  return failure({ code: "script_ended", message, retryable: false });
}

async function* chunksOf(step: Step, signal: CancelSignal): AsyncGenerator<ModelChunk, void, undefined> {
  if (step.delayMs > 0) await pause(step.delayMs, signal);
  for (const chunk of step.chunks()) {
    if (signal.aborted) throw aborted(signal);
    yield chunk;
  }
  if (step.kind === "broken" && step.ending !== "end") await breakOff(step.ending, signal);
}

/** How a turn ends that gives no whole reply. */
async function breakOff(ending: Ending, signal: CancelSignal): Promise<never> {
  if (signal.aborted) throw aborted(signal);
  if (ending === "hang") await pause("for ever", signal);
  if (ending === "end" || ending === "hang") throw streamCut();
  const { code, message, retryable } = ending;
  throw new PortError("model", code, message, { retryable });
}
