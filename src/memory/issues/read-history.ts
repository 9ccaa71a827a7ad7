import { existsSync } from "node:fs";
import { compareTimestamps, parseDigest, parseTimestamp, replayLogs } from "#kernel";
import type { LoggedChange } from "#ports";
import { pendingEvents } from "./pending-events.ts";
import { readWhole } from "./read-whole.ts";
import { guardIo } from "./store-error.ts";
import { readRow } from "./read-row.ts";
import { readLogs } from "./read-logs.ts";
import type { StorePaths } from "./store-paths.ts";

/** Who changed an issue, when, under which permit, over every clone's log, oldest first. */
export function readHistory(paths: StorePaths, id: string): readonly LoggedChange[] {
  return readHistories(paths, new Set([id])).get(id) ?? [];
}

/** The same of many issues, each that a log knows. */
export function readHistories(
  paths: StorePaths,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, readonly LoggedChange[]> {
  const logs = readLogs(paths);
  const bytes = guardIo(paths.given, () => (existsSync(paths.issues) ? readWhole(paths) : Buffer.alloc(0)));
  const { voided, newest } = replayLogs(logs, pendingEvents(paths, logs, bytes));
  const changes = logs.flatMap(({ clone, rows }) =>
    rows.flatMap(({ seq, event, digest }): LoggedChange[] => {
      if (event.kind !== "changed" || !ids.has(event.issue)) return [];
      const at = parseTimestamp(event.at);
      const [row, mutationDigest, after] = [
        readRow(Buffer.from(event.row)),
        parseDigest(event.mutation),
        parseDigest(event.after),
      ];
      if (at === undefined || row === undefined || mutationDigest === undefined || after === undefined) return [];
      const before = event.before === undefined ? undefined : parseDigest(event.before);
      const { actor, action, permit, rev, issue: issueId } = event;
      const isCurrent = event.after === newest.get(issueId)?.after;
      const standing = voided.has(digest) ? "voided" : isCurrent ? "current" : "past";
      return [{ clone, seq, at, actor, action, permit, mutationDigest, issueId, rev, before, after, row, standing }];
    }),
  );
  const ordered = changes.toSorted((one, other) => one.rev - other.rev || compareTimestamps(one.at, other.at));
  const byIssue = Map.groupBy(ordered, ({ issueId }) => issueId);
  return new Map([...byIssue].map(([id, own]) => [id, markSuperseded(own)]));
}

/** A change that nobody built on, and that is not the current one, lost against another when clones were merged. */
function markSuperseded(changes: readonly LoggedChange[]): readonly LoggedChange[] {
  const built = new Set(changes.filter(({ standing }) => standing !== "voided").map(({ before }) => before));
  return changes.map((change) =>
    change.standing === "past" && !built.has(change.after) ? { ...change, standing: "superseded" } : change,
  );
}
