import { sortedByCodePoint } from "../digest/order.ts";
import { NotNormal } from "./rows.ts";
import { present, trimmed } from "./text.ts";

/** A required text, trimmed; blank is refused under the field's wire name. */
export function required(text: string, field: string): string {
  const rest = trimmed(text);
  if (rest === "") throw new NotNormal(`${field} must be non-empty`);
  return rest;
}

/** Trimmed, blanks and repeats dropped, sorted by code point (contract 0.5); undefined when nothing is left. */
export function normalizeRefs(refs: readonly string[] | undefined): readonly string[] | undefined {
  if (refs === undefined || refs.length === 0) return undefined;
  // One has nothing to be sorted or repeated among.
  if (refs.length === 1) {
    const only = present(refs[0]);
    return only === undefined ? undefined : [only];
  }
  const kept = new Set(refs.map(present).filter((ref) => ref !== undefined));
  return filled(sortedByCodePoint([...kept]));
}

/** The list, or undefined when it is empty: the wire leaves empty lists out. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
