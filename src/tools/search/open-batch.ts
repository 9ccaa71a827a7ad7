import type { OpenFile, Workspace } from "#ports";
import { HEAD_BYTES, looksBinary } from "../text/looks-binary.ts";
import { unlessRefused } from "./unless-refused.ts";

/** The largest file that is searched: a line of it is held in memory. */
export const SEARCHED_BYTES: number = 32 * 1024 * 1024;

/** A file of the workspace that is held open while it is searched. */
export interface SearchedFile {
  readonly path: string;
  readonly file: OpenFile;
}

/** Files that were found and not searched. */
export interface SkippedFiles {
  readonly binary: number;
  readonly too_large: number;
}

/** Files open for one search, and how many were not opened for what they are. The caller closes them. */
export interface OpenBatch {
  readonly files: readonly SearchedFile[];
  readonly skipped: SkippedFiles;
}

/** Opens the files that can be searched. One that is gone, or is a link by now, is none of the workspace's: nothing is said of it. */
export function openBatch(workspace: Workspace, paths: readonly string[]): OpenBatch {
  const files: SearchedFile[] = [];
  let binary = 0;
  let tooLarge = 0;
  for (const path of paths) {
    const file = unlessRefused(() => workspace.open(path));
    if (file === undefined) continue;
    const refused =
      file.size > SEARCHED_BYTES ? "too_large" : looksBinary(file.readAt(0, HEAD_BYTES)) ? "binary" : undefined;
    if (refused === undefined) {
      files.push({ path, file });
      continue;
    }
    file.close();
    if (refused === "binary") binary += 1;
    else tooLarge += 1;
  }
  return { files, skipped: { binary, too_large: tooLarge } };
}
