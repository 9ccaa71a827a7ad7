import type { Json, JsonObject } from "#kernel";

/** The formats that the server speaks. */
export const WIRE_FORMATS = ["anthropic", "openai-chat", "openai-responses", "google"] as const;
export type WireFormatName = (typeof WIRE_FORMATS)[number];

/** A call as it stands in a history that was sent. */
export interface SentCall {
  /** Absent where the format has none. */
  readonly id: string | undefined;
  readonly tool: string;
  readonly args: Json;
}

/** A result as it stands in a history that was sent. */
export interface SentResult {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly text: string;
}

/** What comes back of a model's thinking. */
export interface SentThought {
  readonly text: string;
  readonly signature: string;
}

/** One side's words up to the other's, whatever messages they were sent in. */
export type WireStep =
  | { readonly role: "user"; readonly texts: readonly string[]; readonly results: readonly SentResult[] }
  | {
      readonly role: "model";
      readonly texts: readonly string[];
      readonly thoughts: readonly SentThought[];
      readonly calls: readonly SentCall[];
    };

/** A request that a real provider would take, in no provider's words. */
export interface WireRequest {
  readonly format: WireFormatName;
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  readonly tools: readonly string[];
  readonly maxTokens: number;
  readonly steps: readonly WireStep[];
}

/** A request as it came, without its keys. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Absent where it was refused. */
  readonly read?: WireRequest;
  /** Why it was refused, as the provider says it. */
  readonly refused?: string;
}

/** How many turns of the model the conversation holds. */
export function turnsSaid(request: WireRequest): number {
  return request.steps.filter(({ role }) => role === "model").length;
}

/** The results that the request answers the model's last turn with. */
export function lastResults(request: WireRequest): readonly SentResult[] {
  const last = request.steps.at(-1);
  return last?.role === "user" ? last.results : [];
}

/** What the user said first: by it a server that serves many runs tells them apart. */
export function firstWords(request: WireRequest): string {
  const first = request.steps[0];
  return first?.role === "user" ? first.texts.join("\n") : "";
}

/** Why requests were refused, in their order. */
export function refusals(requests: readonly RecordedRequest[]): readonly string[] {
  return requests.flatMap(({ refused }) => (refused === undefined ? [] : [refused]));
}
