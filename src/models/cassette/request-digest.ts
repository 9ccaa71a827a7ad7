import { type Digest, digestIn, type Json } from "#kernel";
import { sha256 } from "#platform";
import type { ModelRequest } from "#ports";

/** The digest of everything one model call depends on: two requests with the same digest are the same request. */
export function requestDigest(request: ModelRequest): Digest {
  // Requests are plain JSON by their form; the canonical writer refuses what is not.
  return digestIn(sha256, "tusk.model-request.v1", request as unknown as Json);
}
