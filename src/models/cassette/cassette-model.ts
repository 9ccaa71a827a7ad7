import {
  isJsonObject,
  type Json,
  readTapeEntry,
  tapedRequestDigester,
  type TapedFailure,
  type TapeOpened,
} from "#kernel";
import { sha256 } from "#platform";
import {
  type CancelSignal,
  type Model,
  type ModelChunk,
  type ModelReply,
  type ModelRequest,
  PortError,
  type ReadCassette,
} from "#ports";
import { aborted, modelError } from "../model-error.ts";

const requestDigest = tapedRequestDigester(sha256);

/** One exchange of the recorded run. */
interface TapedTurn {
  readonly row: number;
  readonly asked: string;
  readonly chunks: readonly Json[];
  readonly failed?: TapedFailure | undefined;
}

/**
 * A model that gives the replies of a recorded run in their order, without any network (DESIGN 14). It is called as the recorded one was,
 * because its name is part of every request. A request behind its end is refused, and with `exact` one that is not the one of its place on
 * the tape. With `in_order` the conversation goes on behind what the model has said in it already, whatever the world answered: what comes
 * of it is for walls, checks and the gate to judge.
 */
export function cassetteModel(path: string, cassette: ReadCassette, replay: "exact" | "in_order" = "exact"): Model {
  const { opened, turns } = readTurns(path, cassette);
  let at: number | undefined = replay === "exact" ? 0 : undefined;
  const next = (request: ModelRequest, signal: CancelSignal): TapedTurn => {
    if (signal.aborted) throw aborted(signal);
    at ??= placeBehind(request, turns);
    const turn = turns[at];
    if (turn === undefined)
      throw modelError("tape_ended", `the cassette ${path} holds ${turns.length} replies, and one more was asked for`);
    if (replay === "exact" && requestDigest(request) !== turn.asked)
      throw modelError(
        "tape_differs",
        `request ${at + 1} is not the one that row ${turn.row} of the cassette ${path} answers: the task, the tools, the policies or the model's name are others`,
      );
    at += 1;
    return turn;
  };
  const complete: Model["complete"] = async (request, signal) => {
    const { chunks, failed } = next(request, signal);
    if (failed !== undefined) throw failureOf(failed);
    return replyOf(chunks.at(-1), path);
  };
  const { modelRef: ref } = opened.terms;
  if (!opened.ports.streams) return { ref, complete };
  return {
    ref,
    complete,
    async *stream(request, signal): AsyncGenerator<ModelChunk, void, undefined> {
      const { chunks, failed } = next(request, signal);
      for (const chunk of chunks) {
        if (signal.aborted) throw aborted(signal);
        yield isReply(chunk) ? { kind: "reply", reply: replyOf(chunk, path) } : (chunk as unknown as ModelChunk);
      }
      if (failed !== undefined) throw failureOf(failed);
    },
  };
}

/** Behind as many whole replies as the conversation holds: a session that is taken up goes on where it was. */
function placeBehind({ messages }: ModelRequest, turns: readonly TapedTurn[]): number {
  let left = messages.filter(({ role }) => role === "assistant").length;
  let at = 0;
  for (; left > 0 && at < turns.length; at++) if (turns[at]?.failed === undefined) left -= 1;
  return at;
}

function readTurns(
  path: string,
  { rows, damage }: ReadCassette,
): { readonly opened: TapeOpened; readonly turns: readonly TapedTurn[] } {
  const unusable = (why: string): Error => modelError("tape_unusable", `the cassette ${path} cannot be used: ${why}`);
  let opened: TapeOpened | undefined;
  let asked: string | undefined;
  const turns: TapedTurn[] = [];
  for (const { seq: row, event } of rows) {
    if (event.kind.startsWith("journal.")) continue;
    const reading = readTapeEntry(event);
    if (!reading.ok) throw unusable(`row ${row}: ${reading.problem}`);
    const { entry } = reading;
    if (entry.kind === "tape.sealed")
      throw unusable("it was recorded under zero data retention and holds digests only");
    if (entry.kind === "tape.opened") opened ??= entry;
    if (entry.kind === "tape.asked") asked = entry.request;
    if (entry.kind !== "tape.replied") continue;
    if (asked === undefined) throw unusable(`row ${row} answers no request`);
    turns.push({ row, asked, chunks: entry.chunks, failed: entry.failed });
    asked = undefined;
  }
  if (damage !== undefined) throw unusable(`line ${damage.line} at byte ${damage.offset}: ${damage.problem}`);
  if (opened === undefined) throw unusable("it does not begin with a run");
  return { opened, turns };
}

function isReply(chunk: Json): boolean {
  return isJsonObject(chunk) && (chunk["kind"] === "reply" || chunk["unread"] !== undefined);
}

/** The whole reply of a piece. Untrusted, as every reply: whoever asked reads it. */
function replyOf(chunk: Json | undefined, path: string): ModelReply {
  const reply = isJsonObject(chunk) ? chunk["reply"] : undefined;
  if (isJsonObject(reply)) return reply as unknown as ModelReply;
  throw modelError("tape_unusable", `the cassette ${path} holds a reply that could not be read when it was recorded`);
}

function failureOf({ code, message, retryable }: TapedFailure): Error {
  return code === undefined ? new Error(message) : new PortError("model", code, message, { retryable });
}
