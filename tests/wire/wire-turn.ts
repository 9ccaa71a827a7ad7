import type { JsonObject } from "#kernel";
import type { WireRequest } from "./wire-request.ts";

/** One part of what the scripted model says. */
export type WireBlock =
  | { readonly kind: "text"; readonly text: string }
  /** The provider's seal on it must come back unchanged with the next request. */
  | { readonly kind: "thinking"; readonly text: string; readonly signature: string }
  /** Arguments as text are sent as they are, whatever they are; an id is the server's own unless it is given. */
  | { readonly kind: "call"; readonly tool: string; readonly args: JsonObject | string; readonly id?: string };

/** What one reply is said to have cost. */
export interface WireUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
}

/** One reply of the scripted model, in no provider's words. */
export interface WireTurn {
  readonly blocks: readonly WireBlock[];
  /** `tool_use` where it makes calls and `end_turn` where it makes none, unless it is given. */
  readonly stop?: WireStop;
  readonly usage?: WireUsage;
}

/** Why the model stopped, before each provider says it in its own word. */
export type WireStop = "tool_use" | "end_turn" | "max_tokens" | "refusal";

/**
 * What the model says: the turn whose number is how many the conversation already holds, the last one once they are all said; or whatever a
 * function of the request gives.
 */
export type WireScript = readonly WireTurn[] | ((request: WireRequest) => WireTurn);

/** How a provider fails. Events are those of the stream, counted from its beginning. */
export type WireFault =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** What the provider says of it. */
      readonly message?: string;
    }
  /** Nothing for so long, then the whole reply. */
  | { readonly kind: "delay"; readonly ms: number }
  /** So many events, then nothing, the connection open: until the client leaves, or the server is told to go on. */
  | { readonly kind: "stall"; readonly events: number }
  /** So many events, then the connection is reset. */
  | { readonly kind: "cut"; readonly events: number }
  /** So many milliseconds before each event. */
  | { readonly kind: "pace"; readonly ms: number };

/** Faults by the number of the request they meet, counted from 0 over those that were legal; or a function of the request. */
export type WireFaults =
  | Readonly<Record<number, WireFault>>
  | ((request: WireRequest, count: number) => WireFault | undefined);

/** A turn of text only. */
export function say(text: string, usage?: WireUsage): WireTurn {
  return { blocks: [{ kind: "text", text }], ...(usage === undefined ? {} : { usage }) };
}

/** A turn that makes calls. */
export function ask(...calls: readonly (readonly [tool: string, args: JsonObject | string])[]): WireTurn {
  return { blocks: calls.map(([tool, args]) => ({ kind: "call" as const, tool, args })) };
}

/** The same turn with thinking before it. */
export function thinking(text: string, signature: string, turn: WireTurn): WireTurn {
  return { ...turn, blocks: [{ kind: "thinking", text, signature }, ...turn.blocks] };
}

/** Why a turn stops. */
export function stopOf(turn: WireTurn): WireStop {
  return turn.stop ?? (turn.blocks.some(({ kind }) => kind === "call") ? "tool_use" : "end_turn");
}
