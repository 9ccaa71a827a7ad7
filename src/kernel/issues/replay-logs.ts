import type { Digest } from "../digest/digest.ts";
import { foldRow, type Standing } from "./fold.ts";
import type { Changed } from "./log-row.ts";
import { compareTimestamps, EPOCH, parseTimestamp, type Timestamp } from "./timestamp.ts";
import type { WalkedLog } from "./walk-log.ts";

/** What the logs together say: which rows there may be, and which must stand. */
export interface LogStanding {
  /** The digests of every row that was written or taken over, and not voided. */
  readonly known: ReadonlySet<string>;
  /** The newest change of each issue, by the same fold as the file's rows; none that is outdated. */
  readonly newest: ReadonlyMap<string, Changed>;
  /** The digest of each row of another tool, as it was last taken over, and when. */
  readonly adopted: ReadonlyMap<string, { readonly digest: string; readonly at: Timestamp }>;
  /** When an issue was last dropped from the file altogether. */
  readonly dropped: ReadonlyMap<string, Timestamp>;
  /** The events that did not happen. */
  readonly voided: ReadonlySet<Digest>;
}

/** Replays the logs of all clones; the order of the clones does not matter. */
export function replayLogs(logs: readonly WalkedLog[]): LogStanding {
  const rows = logs.flatMap((log) => log.rows);
  const voided = new Set(rows.flatMap(({ event }) => (event.kind === "voided" ? [event.event as Digest] : [])));
  const known = new Set<string>();
  const changes: Changed[] = [];
  const adopted = new Map<string, { readonly digest: string; readonly at: Timestamp }>();
  const dropped = new Map<string, Timestamp>();
  for (const { event, digest } of rows) {
    if (event.kind === "changed" && !voided.has(digest)) {
      known.add(event.after);
      changes.push(event);
    } else if (event.kind === "adopted") {
      for (const [id, of] of Object.entries(event.rows)) {
        known.add(of);
        const at = momentOf(event.at);
        if (!isAfter(adopted.get(id)?.at, at)) adopted.set(id, { digest: of, at });
      }
    } else if (event.kind === "dropped" && !voided.has(digest))
      for (const id of event.issues)
        if (!isAfter(dropped.get(id), momentOf(event.at))) dropped.set(id, momentOf(event.at));
  }
  return { known, newest: newestOf(changes, { adopted, dropped }), adopted, dropped, voided };
}

/** An outdated change counts no more, however high its revision: another tool's rows begin to count anew. */
function newestOf(
  changes: readonly Changed[],
  since: Pick<LogStanding, "adopted" | "dropped">,
): ReadonlyMap<string, Changed> {
  const newest = new Map<string, Changed>();
  const standings = new Map<string, Standing>();
  for (const event of changes) if (!isOutdated(event, since)) fold(event, newest, standings);
  return newest;
}

/**
 * Whether the row of a change need not be in the file any more: the issue was dropped altogether, or another tool rewrote it later and that
 * was taken over.
 */
function isOutdated({ issue, at }: Changed, { dropped, adopted }: Pick<LogStanding, "adopted" | "dropped">): boolean {
  const moment = momentOf(at);
  const gone = dropped.get(issue);
  return (gone !== undefined && !isAfter(moment, gone)) || isAfter(adopted.get(issue)?.at, moment);
}

function fold(event: Changed, newest: Map<string, Changed>, standings: Map<string, Standing>): void {
  const before = newest.get(event.issue);
  const next = { rev: event.rev, updated_at: updatedAt(event.row), by: event.actor };
  const texts = { before: () => before?.row ?? "", next: () => event.row };
  const standing = foldRow(standings.get(event.issue), next, texts);
  if (standing === undefined) return;
  standings.set(event.issue, standing);
  newest.set(event.issue, event);
}

/** The row's own time. An unescaped quote ends a string, and no other key of that name stands before: the first one found is it. */
function updatedAt(row: string): Timestamp {
  return momentOf(/"updated_at":"([^"]*)"/.exec(row)?.[1] ?? "");
}

function momentOf(text: string): Timestamp {
  return parseTimestamp(text) ?? EPOCH;
}

function isAfter(one: Timestamp | undefined, other: Timestamp): boolean {
  return one !== undefined && compareTimestamps(one, other) > 0;
}
