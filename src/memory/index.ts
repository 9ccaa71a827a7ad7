import type { IssueReads, IssueStore } from "#ports";
import type { StoreOptions } from "./issues/open-store.ts";

export type { CommitPoint, StoreOptions } from "./issues/open-store.ts";

/** The issue memory of a file, loaded when it is asked for: a command that has no issues pays nothing. */
export async function openIssueStore(path: string, options: StoreOptions): Promise<IssueStore> {
  return (await import("./issues/file-issue-store.ts")).fileIssueStore(path, options);
}

/** The same, to be read only: a list does not pay for what a change needs, unless an index of a large file has to be brought up first. */
export async function openIssueReads(path: string, options: StoreOptions): Promise<IssueReads> {
  const { fileIssueReads, isIndexWanted } = await import("./issues/file-issue-reads.ts");
  if (isIndexWanted(path)) (await import("./issues/bring-up-index.ts")).bringUpIndex(path, options);
  return fileIssueReads(path, options);
}
