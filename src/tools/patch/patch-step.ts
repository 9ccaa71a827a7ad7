import { clipText, quotedText } from "#kernel";
import { SHOWN_UNITS } from "./explain-misplaced.ts";
import type { PatchText } from "./unwrap-patch.ts";

/** What stood at a place of a patch and where the next thing begins; a text says what is wrong. */
export type Step<T> = { readonly value: T; readonly next: number } | string;

/** What is wrong at a line of a patch: its number, the line and what was expected there. */
export function problemAt({ lines, firstLine }: PatchText, at: number, expected: string): string {
  const line = lines[at];
  const found = line === undefined ? "the end of the patch" : quotedText(clipText(line, SHOWN_UNITS));
  return `line ${at + firstLine} of the patch is ${found}: ${expected}`;
}
