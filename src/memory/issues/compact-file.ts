import { loadIssueFile, sortedIssues, writeIssue } from "#kernel";
import { utf8 } from "#platform";
import type { CompactReport } from "#ports";
import { adoptRows } from "./adopt-rows.ts";
import { followFile } from "./follow-file.ts";
import type { IndexState, LogEnd } from "./index-state.ts";
import { corruptFile, type OpenStore } from "./open-store.ts";
import { replaceFile } from "./rewrite-file.ts";
import type { Upkeep } from "./spend-upkeep.ts";

/** Slack below which a file is not worth rewriting. */
const SLACK = 8;

/** Whether most of the file is history that the log has too (ENGINE 7). */
export function isCompactionDue({ rows, ids }: IndexState): boolean {
  return rows > 2 * ids + SLACK;
}

/**
 * Writes the canonical form (under the lock): comments first, then one line per issue by id. What other tools put into rows stays. Undefined
 * when the lock was lost meanwhile: then nothing was done.
 */
export function compactFile(store: OpenStore, state: IndexState, purge: Upkeep | undefined): CompactReport | undefined {
  const bytes = store.file.read(0);
  const file = loadIssueFile(bytes, utf8, store.paths.given);
  if (!file.ok) throw corruptFile(file.message);
  const deleted = purge !== undefined ? [] : file.tombstones.values();
  const lines = [...file.comments, ...sortedIssues([...file.issues.values(), ...deleted]).map(writeIssue)];
  const canonical = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  if (!canonical.equals(bytes)) {
    const log = logPurge(store, state, purge, [...file.tombstones.keys()]);
    if (!replaceFile(store, canonical, { log, nextFree: purge === undefined ? state.nextFree : 1 })) return undefined;
    // Rows of other tools are written in another form now.
    store.tryIndex(() => void adoptRows(store, followFile(store)));
  }
  return {
    linesBefore: bytes.toString("latin1").split("\n").length - 1,
    linesAfter: lines.length,
    bytesBefore: bytes.length,
    bytesAfter: canonical.length,
  };
}

/** Deleted issues whose rows go for good are named in the log: a clone that still has one brings it back, and can be told why. */
function logPurge(
  store: OpenStore,
  { log }: IndexState,
  purge: Upkeep | undefined,
  issues: readonly string[],
): LogEnd | undefined {
  if (purge === undefined || issues.length === 0) return log;
  const at = store.now();
  return store.log.append(log, [{ kind: "dropped", at, ...purge, issues }], at, true).end;
}
