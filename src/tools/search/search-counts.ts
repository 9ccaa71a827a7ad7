import { listPage, type ListWindow } from "../text/list-page.ts";
import type { SkippedFiles } from "./open-batch.ts";
import { type FileSearch, searchBatches } from "./search-batches.ts";
import { parseSearchRow, type SearchRow } from "./search-rows.ts";

const NUL = 0x00;
const NEWLINE = 0x0a;

/** A page of something found in files; `total` is of all that was found. */
export interface FoundPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly next_offset: number | null;
  readonly complete: boolean;
  readonly skipped: SkippedFiles;
}

/** The files that have a line that fits, by path. */
export function searchFiles(search: FileSearch, window: ListWindow): Promise<FoundPage<string>> {
  return searchEach(search, { window, args: ["--files-with-matches"], separator: NUL, found: (path) => path });
}

/** How many lines fit in each file that has one, by path. */
export function searchCounts(
  search: FileSearch,
  window: ListWindow,
): Promise<FoundPage<{ path: string; count: number }>> {
  const found = (path: string, { rest }: SearchRow): { path: string; count: number } => ({ path, count: Number(rest) });
  return searchEach(search, { window, args: ["--count"], separator: NEWLINE, found });
}

interface EachFile<T> {
  readonly window: ListWindow;
  readonly args: readonly string[];
  readonly separator: number;
  /** What is answered of a file that has lines that fit. */
  readonly found: (path: string, row: SearchRow) => T;
}

async function searchEach<T>(
  search: FileSearch,
  { window, args, separator, found }: EachFile<T>,
): Promise<FoundPage<T>> {
  const all: T[] = [];
  let rows: SearchRow[] = [];
  const { complete, skipped } = await searchBatches({
    ...search,
    args: [...search.args, ...args],
    separator,
    onRecord: (record) => {
      const row = parseSearchRow(record);
      if (row !== undefined) rows.push(row);
      return true;
    },
    onBatch: (files) => {
      for (const row of rows) {
        const searched = files[row.file];
        if (searched !== undefined) all.push(found(searched.path, row));
      }
      rows = [];
    },
  });
  return { ...listPage(all, window), total: all.length, complete, skipped };
}
