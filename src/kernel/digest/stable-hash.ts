import { canonicalJson } from "./canonical.ts";
import type { Sha256 } from "./digest.ts";
import type { Json } from "../json/value.ts";

/**
 * The contract's common hash (3): 64 hex digits without a prefix, over the canonical form. For values without floats that form is the text
 * of Python's `json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`, so both sides of the wire agree.
 */
export function stableHash(sha256: Sha256, value: Json): string {
  return sha256(canonicalJson(value));
}
