import type { Timestamp } from "#kernel";
import type { Paper } from "../paper.ts";

/** What a terminal can show. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** It draws lines and marks, not only letters. */
  readonly boxes: boolean;
}

/** A terminal in front of a person. */
export interface RichPaper extends Paper {
  readonly screen: Screen;
  /** The person wants all of it, however long. */
  readonly all: boolean;
  readonly now: Timestamp;
}

/** How one action's answer is shown to a person. */
export type RichRender<T> = (data: T, paper: RichPaper) => void;

const DEFAULT: Screen = { columns: 80, rows: 24, boxes: true };

/** The screen that there is: the environment's word counts, then the terminal's own; one that says nothing is 80 by 24. */
export function screenOf(
  environment: Readonly<Record<string, string | undefined>>,
  terminal: { readonly columns?: number | undefined; readonly rows?: number | undefined },
): Screen {
  return {
    columns: size(environment["COLUMNS"]) ?? size(terminal.columns) ?? DEFAULT.columns,
    rows: size(environment["LINES"]) ?? size(terminal.rows) ?? DEFAULT.rows,
    boxes: environment["TERM"] !== "dumb" && (environment["NO_UNICODE"] ?? "") === "",
  };
}

function size(given: string | number | undefined): number | undefined {
  const number = Number(given);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
