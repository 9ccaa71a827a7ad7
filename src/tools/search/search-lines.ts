import { bomLength } from "../text/bom-length.ts";
import { lineAt } from "../text/line-at.ts";
import { fitPage, type ListWindow } from "../text/list-page.ts";
import { type Hit, HitPage } from "./hit-page.ts";
import type { SearchedFile, SkippedFiles } from "./open-batch.ts";
import { type FileSearch, searchBatches } from "./search-batches.ts";
import { type LineRow, parseLineRow } from "./search-rows.ts";

/** The most lines that are counted. */
const MOST_HITS = 20_000;
/** The most of a line that is shown, in UTF-16 units. */
const LINE_UNITS = 500;
const NEWLINE = 0x0a;

/** A line that fits, as the file has it. */
export interface MatchedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly before?: string[];
  readonly after?: string[];
}

/** A page of lines that fit. */
export interface MatchedLines {
  readonly matches: readonly MatchedLine[];
  readonly total: number;
  readonly next_offset: number | null;
  readonly complete: boolean;
  readonly skipped: SkippedFiles;
}

/** Searches for lines. ripgrep only says where they are: the text is read from the same open file, so that no line is held that is not shown. */
export async function searchLines(search: FileSearch, window: ListWindow, context: number): Promise<MatchedLines> {
  const page = new HitPage(window, context);
  const matches: MatchedLine[] = [];
  const { complete, skipped } = await searchBatches({
    ...search,
    // One column: the lines themselves are not printed.
    args: [...search.args, "--line-number", "--byte-offset", "--max-columns=1", ...contextArgs(context)],
    separator: NEWLINE,
    onRecord: (record) => {
      const row = parseLineRow(record);
      if (row !== undefined) page.add(row);
      return page.total < MOST_HITS;
    },
    onBatch: (files) => matches.push(...page.takeKept().flatMap((hit) => shownHit(hit, files, context))),
  });
  const fitting = fitPage(matches);
  const end = window.offset + fitting.length;
  return { matches: fitting, total: page.total, next_offset: end < page.total ? end : null, complete, skipped };
}

function contextArgs(context: number): readonly string[] {
  return context === 0 ? [] : [`--context=${context}`, "--no-context-separator"];
}

function shownHit(
  { row, before, after }: Hit,
  files: readonly SearchedFile[],
  context: number,
): readonly MatchedLine[] {
  const searched = files[row.file];
  if (searched === undefined) return [];
  const { path, file } = searched;
  const start = bomLength(file.readAt(0, 3));
  const textOf = ({ offset }: LineRow): string => lineAt(file, start + offset, LINE_UNITS);
  const match = { path, line: row.line, text: textOf(row) };
  return context === 0 ? [match] : [{ ...match, before: before.map(textOf), after: after.map(textOf) }];
}
