import type { CancelSignal, Workspace } from "#ports";
import { openBatch, type SearchedFile, type SkippedFiles } from "./open-batch.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";
import { descriptorPath } from "./search-rows.ts";

/** Files that one process searches: it inherits them all. */
const BATCH = 128;

/** What is looked for, and in which files. */
export interface FileSearch {
  readonly workspace: Workspace;
  /** In byte order. */
  readonly paths: readonly string[];
  readonly args: readonly string[];
  readonly signal: CancelSignal;
}

/** One search, and who is told. */
interface BatchSearch extends FileSearch {
  /** The byte that ends each record. */
  readonly separator: number;
  /** Gets each record; `false` stops the search. */
  readonly onRecord: (record: Buffer) => boolean;
  /** Gets the files of a batch when they have been searched, while they are still open. */
  readonly onBatch: (files: readonly SearchedFile[]) => void;
}

/** How a search went. */
export interface SearchedBatches {
  readonly complete: boolean;
  readonly skipped: SkippedFiles;
}

/**
 * Searches files that the workspace opened, in the order of their paths: ripgrep gets the open files and no names, so that what it says
 * is of these files, whatever stands under their names meanwhile (SECURITY 3, swaps).
 */
export async function searchBatches(search: BatchSearch): Promise<SearchedBatches> {
  const { paths, onBatch } = search;
  const skipped = { binary: 0, too_large: 0 };
  let complete = true;
  for (let start = 0; start < paths.length; start += BATCH) {
    const batch = openBatch(search.workspace, paths.slice(start, start + BATCH));
    skipped.binary += batch.skipped.binary;
    skipped.too_large += batch.skipped.too_large;
    try {
      const end = await searchOpen(search, batch.files);
      onBatch(batch.files);
      if (end !== "all") complete = false;
      if (end === "stopped") break;
    } finally {
      for (const { file } of batch.files) file.close();
    }
  }
  return { complete, skipped };
}

async function searchOpen({ args, ...search }: BatchSearch, files: readonly SearchedFile[]): Promise<RipgrepEnd> {
  if (files.length === 0) return "all";
  const names = files.map((_, place) => descriptorPath(place));
  return runRipgrep({
    // One thread: rows come in the order of the files.
    args: ["--threads=1", "--with-filename", "--null", "--no-heading", ...args, "--", ...names],
    // No folder of the workspace: the descriptor of one could be replaced by a file's.
    cwd: "/",
    descriptors: files.map(({ file }) => file.descriptor),
    separator: search.separator,
    signal: search.signal,
    onRecord: search.onRecord,
  });
}
