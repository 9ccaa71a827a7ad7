import {
  type Changed,
  findCorruption,
  type Issue,
  loadIssueFile,
  type LogStanding,
  readIssueLines,
  replayLogs,
  snapshotRef,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import type { VerifyFinding, VerifyReport } from "#ports";
import { pendingEvents } from "./pending-events.ts";
import { readRow } from "./read-row.ts";
import { type ReadLog, readLogs } from "./read-logs.ts";
import { readWhole } from "./read-whole.ts";
import { guardIo } from "./store-error.ts";
import type { StorePaths } from "./store-paths.ts";

/** A row of the file that stands for its issue, and the digest of its line. */
interface Row {
  readonly digest: string;
  readonly line: number;
}

/**
 * Walks everything there is: each row of the file must be one that a log knows, each chain must hold, and what the logs say stands last must
 * stand in the file. Without any log there is nothing to compare with, and only the form is checked.
 */
export function verifyStore(paths: StorePaths): VerifyReport {
  const bytes = guardIo(paths.given, () => readWhole(paths));
  const logs = readLogs(paths);
  const pending = pendingEvents(paths, logs, bytes);
  const log = replayLogs(logs, pending);
  const isLogged = logs.some(({ rows }) => rows.length > 0);
  const { rows, count, findings } = readRows(bytes, paths.given, isLogged ? log.known : undefined);
  const file = loadIssueFile(bytes, utf8, paths.given);
  const issues = file.ok ? file.issues : new Map<string, Issue>();
  const replayed = replayedIssues(issues, log);
  return {
    issues: issues.size,
    rows: count,
    events: logs.reduce((sum, each) => sum + each.rows.length, 0),
    pending: pending.size,
    chains: logs.map(({ clone, forks, rows: { length } }) => ({ clone, events: length, forks })),
    snapshotRef: snapshotRef(issues.values(), sha256),
    replayedSnapshotRef: snapshotRef(replayed.values(), sha256),
    findings: [
      ...findings,
      ...logs.flatMap(({ path, findings: found }) => found.map((each) => ({ file: path, ...each }))),
      ...missingRows(logs, log, rows),
    ],
  };
}

function readRows(
  bytes: Buffer,
  file: string,
  known: ReadonlySet<string> | undefined,
): {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly count: number;
  readonly findings: readonly VerifyFinding[];
} {
  const rows = new Map<string, Row[]>();
  const findings: VerifyFinding[] = [];
  let count = 0;
  const corruption = findCorruption(bytes, utf8);
  if (corruption !== undefined) findings.push({ file, line: 0, problem: corruption });
  readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => {
    if (line.kind === "bad") findings.push({ file, line: line.number, problem: line.problem });
    if (line.kind === "torn") findings.push({ file, line: line.number, problem: "the last line is torn" });
    if (line.kind !== "issue" && line.kind !== "unterminated") return;
    count += 1;
    const digest = `sha256:${sha256(bytes.toString("utf8", line.offset, line.offset + line.length))}`;
    const { id } = line.issue;
    rows.set(id, [...(rows.get(id) ?? []), { digest, line: line.number }]);
    if (known?.has(digest) === false)
      findings.push({
        file,
        line: line.number,
        problem: `no log knows this row of ${id}: it was changed or added outside`,
      });
  });
  return { rows, count, findings };
}

/** What the logs say stands last, and the file does not have. */
function missingRows(
  logs: readonly ReadLog[],
  log: LogStanding,
  rows: ReadonlyMap<string, readonly Row[]>,
): readonly VerifyFinding[] {
  const findings: VerifyFinding[] = [];
  for (const { path, rows: logged } of logs)
    for (const { event, line } of logged)
      if (event.kind === "changed" && log.newest.get(event.issue) === event && isLost(event, rows))
        findings.push({ file: path, line, problem: `the file lacks revision ${event.rev} of ${event.issue}` });
  for (const [id, digest] of log.adopted)
    if (!log.newest.has(id) && !log.dropped.has(id) && !(rows.get(id) ?? []).some((row) => row.digest === digest))
      findings.push({ file: "", line: 0, problem: `the file lacks the row of ${id} that was taken over` });
  return findings;
}

function isLost(event: Changed, rows: ReadonlyMap<string, readonly Row[]>): boolean {
  return !(rows.get(event.issue) ?? []).some((row) => row.digest === event.after);
}

/** The issues as the logs give them; those that no log has changed, as the file has them. */
function replayedIssues(issues: ReadonlyMap<string, Issue>, log: LogStanding): ReadonlyMap<string, Issue> {
  const replayed = new Map(issues);
  for (const [id, event] of log.newest) {
    const issue = readRow(Buffer.from(event.row));
    if (issue === undefined || issue.tombstone === true) replayed.delete(id);
    else replayed.set(id, issue);
  }
  return replayed;
}
