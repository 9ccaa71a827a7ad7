import { normalizeRefs } from "../evidence/fields.ts";
import { present } from "../evidence/text.ts";

/** A text that was given, trimmed; undefined when it is blank. Half a surrogate pair becomes U+FFFD: what is written can be read again. */
export function givenText(text: string): string | undefined {
  return present(text.toWellFormed());
}

/** Refs that were given, normalised (contract 0.5); undefined when none is left. */
export function givenRefs(refs: readonly string[]): readonly string[] | undefined {
  return normalizeRefs(refs.map((ref) => ref.toWellFormed()));
}
