import { differenceOf } from "./difference.ts";
import type { Nearest } from "./nearest.ts";
import type { EditPlan } from "./plan-edit.ts";
import { TOO_LARGE } from "./text-file.ts";

/** Why an edit was not made, for the model to correct it: what was found nearest, and in what it differs. */
export function explainEdit(plan: Exclude<EditPlan, { readonly kind: "planned" }>): string {
  switch (plan.kind) {
    case "same_text":
      return "was not edited: new_string is the same as old_string";
    case "not_unicode":
      return "was not edited: old_string or new_string holds a lone surrogate";
    case "too_large":
      return `was not edited: the result ${TOO_LARGE}`;
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
  const { found, sought } = differenceOf(nearest);
  const difference = nearest.differs === "text" ? "" : ` (they differ in ${nearest.differs})`;
  return `Nearest: line ${nearest.line} has ${found}, ${what} has ${sought}${difference}`;
}

function listed(lines: readonly number[], count: number): string {
  return lines.join(", ") + (count > lines.length ? ", …" : "");
}

function unescapedText(count: number): string {
  return count > 1 ? `. Read as a JSON string it occurs ${count} times: give more of the text around it` : "";
}
