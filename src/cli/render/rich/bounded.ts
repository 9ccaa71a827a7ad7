import { paint } from "../paper.ts";
import type { RichPaper } from "./rich-paper.ts";

/** Lines that stand around a list: its head, what was left out, a hint, and the next prompt. */
const AROUND = 5;

/** As many items as the screen holds, each so many lines high, and how many were left out; at least one is shown. */
export function bounded<T>(
  items: readonly T[],
  paper: RichPaper,
  height: (item: T) => number = () => 1,
): { readonly shown: readonly T[]; readonly left: number } {
  if (paper.all) return { shown: items, left: 0 };
  let room = paper.screen.rows - AROUND;
  const end = items.findIndex((item) => (room -= height(item)) < 0);
  const shown = end < 0 ? items : items.slice(0, Math.max(1, end));
  return { shown, left: items.length - shown.length };
}

/** Says how many were left out, and how to see them. */
export function leftOut(left: number, paper: RichPaper): readonly string[] {
  return left === 0 ? [] : [paint(paper, "dim", `… and ${left} more (--all shows them)`)];
}

/** What a person may do next. */
export function hintLine(text: string, paper: RichPaper): string {
  return paint(paper, "dim", `hint: ${text}`);
}

/** Prints lines. */
export function printAll(lines: readonly string[], paper: RichPaper): void {
  paper.print(lines.map((line) => `${line}\n`).join(""));
}
