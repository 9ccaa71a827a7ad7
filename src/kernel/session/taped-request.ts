import { type Digest, digestIn, digestJson, type Sha256 } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";

/** A request as far as its name goes: plain JSON by its form. */
export interface TapedRequest {
  readonly modelRef: string;
  readonly system: string;
  readonly messages: readonly object[];
  readonly tools: readonly object[];
  readonly toolChoice: object;
  readonly parallelToolCalls: boolean;
  readonly maxOutputTokens: number;
}

/** Names requests by everything that a model call depends on. What was digested once is not read again: a history only grows. */
export function tapedRequestDigester(sha256: Sha256): (request: TapedRequest) => Digest {
  const known = new WeakMap<object, Digest>();
  const digestOf = (part: object): Digest => {
    const digest = known.get(part) ?? digestJson(sha256, part as unknown as Json);
    known.set(part, digest);
    return digest;
  };
  return ({ messages, tools, toolChoice, ...rest }) =>
    digestIn(sha256, "tusk.taped-request.v1", {
      ...rest,
      // The canonical writer refuses what is no JSON.
      toolChoice: toolChoice as unknown as Json,
      tools: digestOf(tools),
      messages: messages.map(digestOf),
    });
}
