import { type Digest, digestIn, digestJson, type Json, type Sha256 } from "#kernel";
import type { ModelRequest } from "#ports";

/** Names requests by everything that a model call depends on. What was digested once is not read again: a history only grows. */
export function requestDigester(sha256: Sha256): (request: ModelRequest) => Digest {
  const known = new WeakMap<object, Digest>();
  const digestOf = (part: object): Digest => {
    const digest = known.get(part) ?? digestJson(sha256, part as unknown as Json);
    known.set(part, digest);
    return digest;
  };
  return ({ messages, tools, toolChoice, ...rest }) =>
    digestIn(sha256, "tusk.taped-request.v1", {
      ...rest,
      // Requests are plain JSON by their form; the canonical writer refuses what is not.
      toolChoice: toolChoice as unknown as Json,
      tools: digestOf(tools),
      messages: messages.map(digestOf),
    });
}
