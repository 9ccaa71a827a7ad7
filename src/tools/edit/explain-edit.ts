import { clipText, quotedText } from "#kernel";
import type { Nearest } from "./nearest.ts";
import type { EditPlan } from "./plan-edit.ts";

/** How much of a line a message shows. */
const SHOWN_UNITS = 72;

/** Why an edit was not made, for the model to correct it: what was found nearest, and in what it differs. */
export function explainEdit(plan: Exclude<EditPlan, { readonly kind: "planned" }>): string {
  switch (plan.kind) {
    case "same_text":
      return "was not edited: new_string is the same as old_string";
    case "not_unicode":
      return "was not edited: old_string or new_string holds a lone surrogate";
    case "too_large":
      return "was not edited: the result would be larger than 32 MiB";
    case "ambiguous":
      return `has old_string ${plan.count} times (lines ${listed(plan.lines, plan.count)}): give more of the text around it, or set replace_all`;
    case "not_found":
      return `does not contain old_string. ${nearestText(plan.nearest, "old_string")}${unescapedText(plan.unescapedCount)}`;
    default:
      return plan satisfies never;
  }
}

/** What a file has where something else was expected; `what` names the text that was looked for. */
export function nearestText(nearest: Nearest | undefined, what: string): string {
  if (nearest === undefined) return "Nothing in it is similar: read the file again";
  const { line, found, sought, differs } = nearest;
  const from = differs === "text" ? Math.max(0, sameUnits(found, sought) - SHOWN_UNITS / 3) : 0;
  const difference = differs === "text" ? "" : ` (they differ in ${differs})`;
  return `Nearest: line ${line} has ${shown(found, from)}, ${what} has ${shown(sought, from)}${difference}`;
}

function sameUnits(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same;
}

/** A piece of a line in quotes, so that every space and control character in it can be seen. */
function shown(line: string, from: number): string {
  return quotedText(clipText((from > 0 ? "…" : "") + line.slice(from), SHOWN_UNITS));
}

function listed(lines: readonly number[], count: number): string {
  return lines.join(", ") + (count > lines.length ? ", …" : "");
}

function unescapedText(count: number): string {
  return count > 1 ? `. Read as a JSON string it occurs ${count} times: give more of the text around it` : "";
}
