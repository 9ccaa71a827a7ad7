import { findNearest, type Nearest } from "./nearest.ts";
import { findAll, type Found, linesOfOccurrences } from "./occurrences.ts";
import { lineEndingsOf, MAX_EDIT_BYTES, withCrlf } from "./text-file.ts";
import { unescapeJson } from "./unescape-json.ts";

/** What is replaced by what. */
export interface EditArgs {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** A mending of `old_string` that the file itself made certain. */
export interface EditRepair {
  readonly rule: "json_escaped" | "line_endings";
  readonly field: "old_string";
}

/** What an edit makes of a text, or why it makes nothing of it. */
export type EditPlan =
  | {
      readonly kind: "planned";
      readonly text: string;
      /** Where in the text before the edit the first replaced text was. */
      readonly at: number;
      readonly replacements: number;
      /** The text that was replaced and what stands there now, after repairs. */
      readonly sought: string;
      readonly replacement: string;
      readonly repairs: readonly EditRepair[];
    }
  | { readonly kind: "same_text" }
  | { readonly kind: "not_unicode" }
  | { readonly kind: "too_large" }
  | { readonly kind: "ambiguous"; readonly count: number; readonly lines: readonly number[] }
  | { readonly kind: "not_found"; readonly nearest: Nearest | undefined; readonly unescapedCount: number };

/** How many line numbers an ambiguous edit names. */
const NAMED_LINES = 5;

/**
 * Decides an edit by seed 004: the exact text, once or with `replace_all`; the result is `split(old).join(new)`. Only a text that does
 * not occur at all may be mended, and each mending is named. Never throws, and takes time in proportion to the text.
 */
export function planEdit(text: string, args: EditArgs): EditPlan {
  const { old_string: sought, new_string: replacement, replace_all: all = false } = args;
  if (!sought.isWellFormed() || !replacement.isWellFormed()) return { kind: "not_unicode" };
  if (sought === replacement) return { kind: "same_text" };
  const found = findAll(text, sought);
  if (found.count === 0) return planMended(text, args);
  return planFound(text, { sought, replacement, found, all, repairs: [] });
}

interface FoundEdit {
  readonly sought: string;
  readonly replacement: string;
  readonly found: Found;
  readonly all: boolean;
  readonly repairs: readonly EditRepair[];
}

function planFound(text: string, { sought, replacement, found, all, repairs }: FoundEdit): EditPlan {
  const { at, count } = found;
  if (sought === replacement) return { kind: "same_text" };
  if (count > 1 && !all) return { kind: "ambiguous", count, lines: linesOfOccurrences(text, sought, NAMED_LINES) };
  // Known before it is built: a short text that occurs often may become a long one.
  if (text.length + count * (replacement.length - sought.length) > MAX_EDIT_BYTES) return { kind: "too_large" };
  const edited =
    count === 1
      ? text.slice(0, at) + replacement + text.slice(at + sought.length)
      : text.split(sought).join(replacement);
  return { kind: "planned", text: edited, at, replacements: count, sought, replacement, repairs };
}

/** A text that does not occur: read as JSON it occurs exactly once, or only the line ends of the whole file stand between. */
function planMended(text: string, args: EditArgs): EditPlan {
  const { old_string: given, new_string: replacement, replace_all: all = false } = args;
  const sought = unescapeJson(given) ?? "";
  const found = findAll(text, sought);
  if (found.count === 1) return planFound(text, { sought, replacement, found, all, repairs: [repair("json_escaped")] });
  return planCrlf(text, args) ?? { kind: "not_found", nearest: findNearest(text, given), unescapedCount: found.count };
}

function planCrlf(text: string, args: EditArgs): EditPlan | undefined {
  const { old_string: given, new_string, replace_all: all = false } = args;
  if (!given.includes("\n") || given.includes("\r") || lineEndingsOf(text) !== "crlf") return undefined;
  const sought = withCrlf(given);
  const found = findAll(text, sought);
  if (found.count === 0) return undefined;
  const replacement = withCrlf(new_string);
  return planFound(text, { sought, replacement, found, all, repairs: [repair("line_endings")] });
}

function repair(rule: EditRepair["rule"]): EditRepair {
  return { rule, field: "old_string" };
}
