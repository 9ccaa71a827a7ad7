import type { Digest } from "#kernel";
import { type CancelSignal, type Model, type ModelChunk, type ModelReply, type ModelRequest, PortError } from "#ports";
import { aborted, type ModelErrorCode, streamCut } from "../model-error.ts";
import type { CassetteOptions, CassetteRow, RecordedFailure } from "./cassette-row.ts";
import { requestDigest } from "./request-digest.ts";

/** The first call at which a run asked something else than the recorded one did. */
export class CassetteDifference extends PortError<ModelErrorCode> {
  readonly call: number;
  readonly recorded: Digest;
  readonly asked: Digest;
  constructor(call: number, recorded: Digest, asked: Digest) {
    const message = `model call ${call + 1} is another request than the recorded one: ${asked}, recorded was ${recorded}`;
    super("model", "cassette_differs", message);
    this.call = call;
    this.recorded = recorded;
    this.asked = asked;
  }
}

/**
 * Replays recorded calls in their order: the same chunks, the same failures, no model and no network (R24). A request that is not
 * the recorded one fails with {@link CassetteDifference}, one after the last with `cassette_ended`.
 */
export function cassetteModel(rows: Iterable<CassetteRow>, options: CassetteOptions = {}): Model {
  const { digestOf = requestDigest } = options;
  const recorded = recordedCalls(rows);
  let calls = 0;
  const next = (request: ModelRequest, signal: CancelSignal): RecordedCall => {
    if (signal.aborted) throw aborted(signal);
    const at = calls++;
    const call = recorded[at];
    if (call === undefined) throw cassetteEnded(`call ${at + 1} was never recorded`);
    const asked = digestOf(request);
    if (asked !== call.requestDigest) throw new CassetteDifference(at, call.requestDigest, asked);
    return call;
  };
  const complete = async (request: ModelRequest, signal: CancelSignal): Promise<ModelReply> => {
    for (const chunk of replayed(next(request, signal))) if (chunk.kind === "reply") return chunk.reply;
    throw streamCut();
  };
  const ref = recorded[0]?.ref ?? "cassette";
  if (!recorded.some(({ streamed }) => streamed)) return { ref, complete };
  return {
    ref,
    complete,
    async *stream(request, signal): AsyncGenerator<ModelChunk, void, undefined> {
      for (const chunk of replayed(next(request, signal))) {
        if (signal.aborted) throw aborted(signal);
        yield chunk;
      }
    },
  };
}

type RequestedRow = Extract<CassetteRow, { kind: "model.requested" }>;
type RecordedCall = RequestedRow & { readonly events: Exclude<CassetteRow, RequestedRow>[] };

function recordedCalls(rows: Iterable<CassetteRow>): readonly RecordedCall[] {
  const calls = new Map<number, RecordedCall>();
  for (const row of rows) {
    if (row.kind === "model.requested") calls.set(row.call, { ...row, events: [] });
    else calls.get(row.call)?.events.push(row);
  }
  return [...calls.values()].sort((left, right) => left.call - right.call);
}

function* replayed({ events }: RecordedCall): Generator<ModelChunk, void, undefined> {
  for (const row of events) {
    if (row.kind === "model.ended") return;
    if (row.kind === "model.failed") throw failureOf(row.failure);
    yield row.chunk;
  }
  // Whoever recorded it stopped reading here, or the recording was cut.
  throw cassetteEnded("the recording of this call ends here");
}

function failureOf(failure: RecordedFailure): Error {
  if (failure.kind === "other") return new Error(failure.message);
  return new PortError("model", failure.code, failure.message, { retryable: failure.retryable });
}

function cassetteEnded(message: string): PortError<ModelErrorCode> {
  return new PortError("model", "cassette_ended", message);
}
