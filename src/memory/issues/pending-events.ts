import { type Changed, type Digest, readIssueLines, replayLogs } from "#kernel";
import { sha256, utf8 } from "#platform";
import { isDatabaseError, openIndexToRead } from "./index-schema.ts";
import { readState } from "./index-state.ts";
import type { ReadLog } from "./read-logs.ts";
import type { StorePaths } from "./store-paths.ts";

/**
 * The events at the end of a log whose writer died before it wrote the row: they did not happen, and the next writer will say so. Only in a
 * file that lacks nothing else, and not when the index has seen the event through: then its row was lost.
 */
export function pendingEvents(paths: StorePaths, logs: readonly ReadLog[], bytes: Buffer): ReadonlySet<Digest> {
  const { known, newest } = replayLogs(logs);
  const rows = wholeRows(bytes, known);
  if (rows === undefined) return new Set();
  const settled = settledEnd(paths);
  const pending = logs.flatMap((log) => lastChanges(log, settled)).filter(({ event }) => isUnwritten(event, rows));
  const issues = new Set(pending.map(({ event }) => event.issue));
  const isElseWhole = [...newest.values()].every(
    ({ issue, after }) => issues.has(issue) || rows.get(issue)?.has(after) === true,
  );
  return new Set(isElseWhole ? pending.map(({ digest }) => digest) : []);
}

interface LastChange {
  readonly event: Changed;
  readonly digest: Digest;
}

/** The rows of the last mutation, if it stands at the end of its log. */
function lastChanges({ rows }: ReadLog, settled: string | undefined): readonly LastChange[] {
  const last = rows.at(-1);
  if (last?.event.kind !== "changed" || last.digest === settled) return [];
  const { mutation } = last.event;
  return rows.flatMap(({ event, digest }) =>
    event.kind === "changed" && event.mutation === mutation ? [{ event, digest }] : [],
  );
}

/** What stood before is there, and what should come after is not. */
function isUnwritten({ issue, before, after }: Changed, rows: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const known = rows.get(issue);
  return known?.has(after) !== true && (before === undefined ? known === undefined : known?.has(before) === true);
}

/** The last row of this clone's log that was seen through to the file. */
function settledEnd({ index }: StorePaths): string | undefined {
  let db: ReturnType<typeof openIndexToRead>;
  try {
    db = openIndexToRead(index);
    return db === undefined ? undefined : readState(db)?.log?.last;
  } catch (error) {
    // Without an index nobody knows.
    if (isDatabaseError(error)) return undefined;
    throw error;
  } finally {
    db?.close();
  }
}

/** The digests of every row in the file, by issue; undefined when a line cannot be read or no log knows it. */
function wholeRows(bytes: Buffer, known: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  const rows = new Map<string, Set<string>>();
  let isWhole = true;
  readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => {
    if (line.kind === "bad") isWhole = false;
    if (line.kind !== "issue" && line.kind !== "unterminated") return;
    const digest = `sha256:${sha256(bytes.toString("utf8", line.offset, line.offset + line.length))}`;
    if (!known.has(digest)) isWhole = false;
    const found = rows.get(line.issue.id);
    if (found === undefined) rows.set(line.issue.id, new Set([digest]));
    else found.add(digest);
  });
  return isWhole ? rows : undefined;
}
