import { at } from "./sample-issue.ts";
import type { RichPaper, RichRender } from "../../src/cli/render/rich/rich-paper.ts";

/** A terminal of a given kind, and no colours unless they are asked for. */
export type PaperWish = Partial<RichPaper["screen"]> & { readonly all?: boolean; readonly color?: boolean };

/** A terminal on which nothing is printed; what is special about it is said. */
export function richPaper({ all = false, color = false, ...screen }: PaperWish = {}): RichPaper {
  return {
    isTerminal: true,
    rich: true,
    json: false,
    color,
    all,
    now: at("2026-03-01T12:00:00Z"),
    screen: { columns: 80, rows: 24, boxes: true, ...screen },
    print: () => undefined,
    warn: () => undefined,
  };
}

/** The lines that a renderer prints on such a terminal. */
export function printedLines<T>(render: RichRender<T>, data: T, wish: PaperWish = {}): readonly string[] {
  let text = "";
  const print = (piece: string): void => {
    text += piece;
  };
  render(data, { ...richPaper(wish), print, warn: print });
  return text.split("\n").slice(0, -1);
}
