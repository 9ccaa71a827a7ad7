import type { Json, JsonObject } from "#kernel";
import type { GivenOut } from "./given-out.ts";
import type { WireFormatName, WireRequest } from "./wire-request.ts";
import type { WireTurn } from "./wire-turn.ts";

/** A request at the border, before anybody has read it. */
export interface RawRequest {
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: JsonObject;
}

/** What a reply is written for. */
export interface Answering {
  readonly request: WireRequest;
  readonly raw: RawRequest;
  readonly given: GivenOut;
}

/** One provider's language: which requests are its own, what it refuses, and how it answers. */
export interface WireFormat {
  readonly name: WireFormatName;
  readonly owns: (path: string) => boolean;
  /** Throws `WireRefusal` for what the provider refuses. */
  readonly read: (raw: RawRequest, given: GivenOut) => WireRequest;
  /** The reply as the events of a stream, each with the bytes that frame it. */
  readonly events: (turn: WireTurn, answering: Answering) => readonly string[];
  /** The reply as one body. */
  readonly whole: (turn: WireTurn, answering: Answering) => Json;
  /** The provider's form of an error. */
  readonly error: (status: number, message: string) => Json;
}

/** An event as most providers frame it. */
export function dataEvent(data: Json): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** An event with its type's name before it. */
export function namedEvent(data: JsonObject & { readonly type: string }): string {
  return `event: ${data.type}\n${dataEvent(data)}`;
}

/** Text in pieces, as a model gives it; an empty one gives none. */
export function pieces(text: string, length = 9): readonly string[] {
  const points = Array.from(text);
  return Array.from({ length: Math.ceil(points.length / length) }, (_none, at) =>
    points.slice(at * length, (at + 1) * length).join(""),
  );
}

/** Arguments as the text that a model writes. */
export function argumentsText(args: JsonObject | string): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

/** Arguments where a provider gives them as an object: text that is none cannot be said there. */
export function argumentsObject(args: JsonObject | string): JsonObject {
  return typeof args === "string" ? (JSON.parse(args) as JsonObject) : args;
}
