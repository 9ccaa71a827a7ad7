import { digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import { frozenJson } from "../json/frozen.ts";
import type { Json } from "../json/value.ts";

/** Values of a turn by digest, ready to stand in `evidence.tusk.values`. */
export type TurnValues = Readonly<Record<string, Json>>;

/** Adds values under their digests: a text under the digest of its raw bytes, anything else under its canonical one. */
export function withValues(known: TurnValues, added: readonly Json[], sha256: Sha256): TurnValues {
  const entries = added.map((value): [string, Json] => {
    const digest = typeof value === "string" ? digestText(sha256, value) : digestJson(sha256, value);
    return [digest, frozenJson(value)];
  });
  return Object.freeze({ ...known, ...Object.fromEntries(entries) });
}
