import { snapshotRef } from "#kernel";
import { sha256 } from "#platform";
import type { IssueReads } from "#ports";
import type { StoreOptions } from "./store-options.ts";
import { storePaths } from "./store-paths.ts";
import { StoreReader } from "./store-reader.ts";

/** The issue memory of a file, to be read only: loads nothing that is needed for changes. */
export function fileIssueReads(path: string, { notice }: Pick<StoreOptions, "notice">): IssueReads {
  return readsOf(new StoreReader(storePaths(path), notice));
}

/** Whether reading would be served better by an index that is not there yet. */
export function isIndexWanted(path: string): boolean {
  return new StoreReader(storePaths(path)).isIndexWanted();
}

/** What a reader answers, as the port asks for it. */
export function readsOf(reader: StoreReader): IssueReads {
  return {
    exists: () => reader.exists(),
    load: () => {
      const { issues, lines } = reader.file();
      return { issues, lines, snapshotRef: snapshotRef(issues.values(), sha256) };
    },
    list: (filter) => reader.list(filter),
    ready: (limit) => reader.ready(limit),
    get: (id) => reader.get(id),
    idsFrom: (prefix, limit) => reader.idsFrom(prefix, limit),
  };
}
