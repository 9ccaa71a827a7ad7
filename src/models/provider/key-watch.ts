import type { ModelChunk, PortError } from "#ports";
import { modelError, type ModelErrorCode } from "../model-error.ts";
import { wholeTraces } from "./http/key-traces.ts";
import type { ProviderSeat } from "./provider-seat.ts";

/** Watches a reply for the key that was sent for it: a server that says it back would have it kept as evidence. */
export class KeyWatch {
  readonly #seat: ProviderSeat;
  readonly #traces: readonly string[];
  readonly #reach: number;
  /** The end of what was said before, by whom it was said: a key may come in pieces. */
  readonly #ends = new Map<string, string>();

  constructor(seat: ProviderSeat) {
    this.#seat = seat;
    this.#traces = wholeTraces(seat.key);
    this.#reach = Math.max(0, ...this.#traces.map(({ length }) => length - 1));
  }

  /** Throws `PortError` for a text that holds the key. */
  assertNoKey(text: string): void {
    if (this.#traces.some((trace) => text.includes(trace))) throw saidKey(this.#seat);
  }

  /** Throws for a piece of a reply with which the key is whole. */
  assertNoKeyWith(chunk: ModelChunk): void {
    if (this.#reach === 0) return;
    const [speaker, piece] = saidIn(chunk);
    const end = (this.#ends.get(speaker) ?? "") + piece;
    this.#ends.set(speaker, end.slice(-this.#reach));
    this.assertNoKey(end);
  }
}

function saidKey({ ref, baseUrl, keyVariables }: ProviderSeat): PortError<ModelErrorCode> {
  return modelError(
    "bad_reply",
    `${ref}: the reply holds the key that was sent to ${baseUrl}: nothing of it is kept (check the base URL, and change ${keyVariables.join(" or ")})`,
  );
}

/** Who speaks in a piece of a reply, and what is said. */
function saidIn(chunk: ModelChunk): readonly [speaker: string, piece: string] {
  switch (chunk.kind) {
    case "text.delta":
    case "thinking.delta":
      return [chunk.kind, chunk.text];
    case "tool_call.started":
      return [chunk.kind, chunk.tool];
    case "tool_call.delta":
      return [`${chunk.kind} ${chunk.providerCallId}`, chunk.argumentsText];
    case "reply":
      return [chunk.kind, ""];
    default:
      return chunk satisfies never;
  }
}
