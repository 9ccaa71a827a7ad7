import type { IssueMutation, Permit } from "#kernel";
import type { IssueStore } from "#ports";
import { readsOf } from "./file-issue-reads.ts";
import type { StoreOptions } from "./store-options.ts";
import { repairFile } from "./repair-file.ts";
import { readHistories, readHistory } from "./read-history.ts";
import { spendUpkeep } from "./spend-upkeep.ts";
import { storePaths } from "./store-paths.ts";
import { StoreReader } from "./store-reader.ts";
import { StoreWriter } from "./store-writer.ts";
import { verifyStore } from "./verify-store.ts";

/** The issue memory in one file that people can read and git can merge: no daemon, no second copy (M01, M02). */
export function fileIssueStore(path: string, options: StoreOptions): IssueStore {
  const paths = storePaths(path);
  const reader = new StoreReader(paths, options.notice);
  const writer = new StoreWriter(paths, options);
  return {
    ...readsOf(reader),
    history: (id) => readHistory(paths, id),
    histories: (ids) => readHistories(paths, ids),
    verify: () => verifyStore(paths),
    mutate: (mutation: IssueMutation, permit: Permit, by = "") => writer.mutate(mutation, permit, by, reader.exists()),
    compact: ({ purge } = {}) => writer.compact(purge, reader.exists()),
    repair: ({ restore } = {}) => repairFile(paths, writer, options, spendUpkeep(restore, "issue.restore")),
    close: () => writer.close(),
  };
}
