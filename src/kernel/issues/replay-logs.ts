import type { Digest } from "../digest/digest.ts";
import { foldRow, type Standing } from "./fold.ts";
import type { Changed, LogEvent } from "./log-row.ts";
import { compareTimestamps, EPOCH, parseTimestamp, type Timestamp } from "./timestamp.ts";
import type { WalkedLog } from "./walk-log.ts";

/** When something was logged: rows of one log are ordered by their place, those of two by their clocks. */
interface Moment {
  readonly log: number;
  readonly seq: number;
  readonly at: Timestamp;
}

/** What the logs together say: which rows there may be, and which must stand. */
export interface LogStanding {
  /** The digests of every row that was written or taken over, and not voided. */
  readonly known: ReadonlySet<string>;
  /** The newest change of each issue, by the same fold as the file's rows; none that is outdated. */
  readonly newest: ReadonlyMap<string, Changed>;
  /** The digest of each row of another tool, as it was last taken over. */
  readonly adopted: ReadonlyMap<string, string>;
  /** The issues that were dropped from the file altogether, once or more. */
  readonly dropped: ReadonlySet<string>;
  /** The events that did not happen. */
  readonly voided: ReadonlySet<Digest>;
}

/** What makes earlier changes of an issue count no more. */
interface Breaks {
  readonly adopted: Map<string, { readonly digest: string; readonly when: Moment }>;
  readonly dropped: Map<string, Moment>;
}

type Change = { readonly event: Changed; readonly when: Moment };

/** Replays the logs of all clones; the order of the clones does not matter. `pending` are events whose writer died before their row was written. */
export function replayLogs(logs: readonly WalkedLog[], pending: ReadonlySet<Digest> = new Set()): LogStanding {
  const voided = new Set([...pending, ...logs.flatMap(voidedIn)]);
  const known = new Set<string>();
  const changes: Change[] = [];
  const breaks: Breaks = { adopted: new Map(), dropped: new Map() };
  for (const [log, { rows }] of logs.entries())
    for (const { event, digest, seq } of rows) {
      if (voided.has(digest) || !COUNTS.has(event.kind)) continue;
      const when = { log, seq, at: momentOf(event.at) };
      if (event.kind === "changed") {
        known.add(event.after);
        changes.push({ event, when });
      } else if (event.kind === "adopted") {
        for (const of of Object.values(event.rows)) known.add(of);
        takeOver(event.rows, when, breaks);
      } else if (event.kind === "dropped")
        for (const id of event.issues) if (!isAfter(breaks.dropped.get(id), when)) breaks.dropped.set(id, when);
    }
  return {
    known,
    newest: newestOf(changes, breaks),
    adopted: new Map([...breaks.adopted].map(([id, { digest }]) => [id, digest])),
    dropped: new Set(breaks.dropped.keys()),
    voided,
  };
}

/** The kinds that say which rows there are; the others say what happened around them. */
const COUNTS: ReadonlySet<LogEvent["kind"]> = new Set(["changed", "adopted", "dropped"] as const);

function voidedIn({ rows }: WalkedLog): readonly Digest[] {
  return rows.flatMap(({ event }) => (event.kind === "voided" ? [event.event as Digest] : []));
}

function takeOver(rows: Readonly<Record<string, string>>, when: Moment, { adopted }: Breaks): void {
  for (const [id, digest] of Object.entries(rows))
    if (!isAfter(adopted.get(id)?.when, when)) adopted.set(id, { digest, when });
}

/** An outdated change counts no more, however high its revision: another tool's rows begin to count anew. */
function newestOf(changes: readonly Change[], breaks: Breaks): ReadonlyMap<string, Changed> {
  const newest = new Map<string, Changed>();
  const standings = new Map<string, Standing>();
  for (const { event, when } of changes) if (!isOutdated(event, when, breaks)) fold(event, newest, standings);
  return newest;
}

/**
 * Whether the row of a change need not be in the file any more: the issue was dropped altogether, or another tool rewrote it later and that
 * was taken over.
 */
function isOutdated({ issue }: Changed, when: Moment, { dropped, adopted }: Breaks): boolean {
  const gone = dropped.get(issue);
  return (gone !== undefined && !isAfter(when, gone)) || isAfter(adopted.get(issue)?.when, when);
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

function isAfter(one: Moment | undefined, other: Moment): boolean {
  if (one === undefined) return false;
  return one.log === other.log ? one.seq > other.seq : compareTimestamps(one.at, other.at) > 0;
}
