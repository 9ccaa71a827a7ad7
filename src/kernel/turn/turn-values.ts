import { digestText, type Sha256 } from "../digest/digest.ts";
import { frozenText } from "../json/frozen.ts";
import type { Json } from "../json/value.ts";

/** Values of a turn by digest, ready to stand in `evidence.tusk.values`. */
export type TurnValues = Readonly<Record<string, Json>>;

/** Adds values under their digests: a text under the digest of its raw bytes, anything else under its canonical one. */
export function withValues(known: TurnValues, added: readonly Json[], sha256: Sha256): TurnValues {
  if (Array.isArray(added) && added.length === 0 && Object.isFrozen(known)) return known;
  const entries = added.map((value): [string, Json] => {
    if (typeof value === "string") return [digestText(sha256, value), value];
    const { copy, text } = frozenText(value);
    return [digestText(sha256, text), copy];
  });
  return Object.freeze({ ...known, ...Object.fromEntries(entries) });
}

/** No values. */
export const NO_VALUES: TurnValues = Object.freeze({});
