import { plainLine } from "../edit/line-form.ts";

/** How alike the lines of a hunk and of the file were, from the strictest on. */
export type MatchForm = "exact" | "trailing_whitespace" | "whitespace" | "punctuation";

const FORMS: readonly (readonly [form: MatchForm, of: (line: string) => string])[] = [
  ["exact", (line) => line],
  ["trailing_whitespace", (line) => line.trimEnd()],
  ["whitespace", (line) => line.trim()],
  ["punctuation", plainLine],
];

/** Every form, from the strictest to the loosest. */
export const MATCH_FORMS: readonly MatchForm[] = FORMS.map(([form]) => form);

/** How many lines one patch may compare (DESIGN 20): far more than a patch that people or models write. */
const COMPARISONS = 40_000_000;

/** What a search in one patch has left. */
export class SearchBudget {
  #left: number = COMPARISONS;

  /** False once everything is spent. */
  take(lines: number): boolean {
    this.#left -= lines;
    return this.#left >= 0;
  }
}

/** Where some lines are, and how alike they were. */
export interface Placed {
  readonly at: number;
  readonly form: MatchForm;
}

/** The lines of one file, to be searched for others. Each form of them is made once. */
export class LineSearch {
  readonly #lines: readonly string[];
  readonly #budget: SearchBudget;
  readonly #made = new Map<MatchForm, readonly string[]>();

  constructor(lines: readonly string[], budget: SearchBudget) {
    this.#lines = lines;
    this.#budget = budget;
  }

  /** The first place from `start` on that has the lines, in the strictest form in which any has; `spent` when it took too much work. */
  seek(sought: readonly string[], { start, atEnd }: { start: number; atEnd: boolean }): Placed | "spent" | undefined {
    const last = this.#lines.length - sought.length;
    const from = atEnd ? last : start;
    if (from < start || last < from) return undefined;
    for (const [form, of] of FORMS) {
      if (!this.#budget.take(this.#lines.length - from + sought.length)) return "spent";
      const at = indexOfRun(this.#inForm(form, of), sought.map(of), from);
      if (at >= 0) return { at, form };
    }
    return undefined;
  }

  #inForm(form: MatchForm, of: (line: string) => string): readonly string[] {
    const made = this.#made.get(form) ?? this.#lines.map(of);
    this.#made.set(form, made);
    return made;
  }
}

/** Where a run of lines begins, from `from` on; -1 when nowhere. Linear (Knuth, Morris, Pratt): many equal lines must not cost squares. */
function indexOfRun(lines: readonly string[], run: readonly string[], from: number): number {
  const borders = bordersOf(run);
  let matched = 0;
  for (let at = from; at < lines.length; at += 1) {
    while (matched > 0 && lines[at] !== run[matched]) matched = borders[matched - 1] ?? 0;
    if (lines[at] === run[matched]) matched += 1;
    if (matched === run.length) return at - matched + 1;
  }
  return -1;
}

/** For each length of the run's beginning, how long an end of it is a beginning too. */
function bordersOf(run: readonly string[]): readonly number[] {
  const borders = [0];
  for (let at = 1, border = 0; at < run.length; at += 1) {
    while (border > 0 && run[at] !== run[border]) border = borders[border - 1] ?? 0;
    if (run[at] === run[border]) border += 1;
    borders.push(border);
  }
  return borders;
}
