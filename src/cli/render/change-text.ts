import type { ShownChange } from "#host";
import { cutToWidth } from "./rich/display-width.ts";

/** How much of a value a history shows; the whole is in `--json`. */
const SHOWN = 60;

/** The fields a change touched, one a line: `status open -> in_progress`. */
export function changeTexts({ changes, before }: Pick<ShownChange, "changes" | "before">): readonly string[] {
  if (changes === null) return ["the row before it was another tool's"];
  if (changes.length === 0) return [before === null ? "nothing was said" : "nothing but the time of writing"];
  return changes.map(({ field, from, to }) => {
    if (from === null) return before === null ? `${field} ${value(to)}` : `${field} + ${value(to)}`;
    return to === null ? `${field} - ${value(from)}` : `${field} ${value(from)} -> ${value(to)}`;
  });
}

/** How a change stands today, as people say it. */
export const STANDING_TEXT: { readonly [S in ShownChange["standing"]]: string } = {
  current: "current",
  past: "past",
  superseded: "superseded by a merge",
  voided: "voided: it never reached the file",
};

function value(text: string | null): string {
  return cutToWidth((text ?? "").replaceAll(/\s+/g, " "), SHOWN);
}
