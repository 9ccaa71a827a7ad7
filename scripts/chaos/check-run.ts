import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileIssueStore } from "../../src/memory/issues/file-issue-store.ts";
import { now } from "#platform";
import { type JournalRow, readJournals } from "./journal.ts";
import { runPaths } from "./plan.ts";
import { type ChaosEvent, type ChaosRow, parseRow, readEvents, readRows } from "./read-log.ts";

/** What the files of a run say. */
export interface Findings {
  readonly claims: number;
  readonly claimP50: number;
  readonly claimP95: number;
  readonly voided: number;
  readonly tornTails: number;
  readonly unlocked: number;
  readonly refusedZombies: number;
  /** Two claims of one issue under one token: they can happen only where the lock was deleted. */
  readonly doubleClaims: number;
  readonly lost: number;
  readonly double: number;
  readonly early: number;
  /** One sentence each; empty when everything holds. */
  readonly violations: readonly string[];
}

/** Everything that is checked against. */
interface Evidence {
  readonly issues: number;
  /** Two processes may have held a lock at once. */
  readonly unlocks: boolean;
  readonly journal: readonly JournalRow[];
  readonly events: readonly ChaosEvent[];
  readonly standing: ReadonlyMap<string, ChaosRow>;
}

/** Checks a finished run by its files alone. */
export function checkRun(folder: string, issues: number, unlocks: boolean): Findings {
  const paths = runPaths(folder);
  const { rows, torn } = readRows(paths.issues);
  const journal = readJournals(paths.journals);
  const events = readEvents(paths.log);
  const evidence: Evidence = { issues, unlocks, journal, events, standing: standingRows(rows) };
  const open = lostIssues(evidence);
  const lost = [...lostAnswers(evidence), ...lostInQuarantine(paths.quarantine, evidence)];
  const double = closedTwice(evidence);
  const early = closedEarly(evidence);
  const tokens = repeatedTokens(evidence);
  const times = journal.flatMap((row) => (row.kind === "claimed" ? [row.ms] : [])).toSorted((one, two) => one - two);
  return {
    claims: times.length,
    claimP50: times[Math.floor(times.length * 0.5)] ?? 0,
    claimP95: times[Math.floor(times.length * 0.95)] ?? 0,
    voided: events.filter((event) => event.voided).length,
    tornTails: countOf(journal, (row) => row.kind === "noticed" && row.notice === "torn_tail"),
    unlocked: countOf(journal, (row) => row.kind === "unlocked"),
    refusedZombies: countOf(journal, (row) => row.kind === "refused_zombie"),
    doubleClaims: tokens.length,
    lost: open.length + lost.length,
    double: double.length,
    early: early.length,
    violations: [
      ...(torn === 0 ? [] : [`${torn} torn lines in the issue file`]),
      ...(open.length === 0 ? [] : [`${open.length} issues are not closed: ${open.slice(0, 10).join(", ")}`]),
      ...lost,
      ...double,
      ...early,
      ...(unlocks ? [] : tokens),
      ...unannounced(evidence),
      ...zombies(evidence),
      ...verifyFindings(paths.issues),
    ],
  };
}

function countOf(journal: readonly JournalRow[], test: (row: JournalRow) => boolean): number {
  return journal.filter(test).length;
}

function standingRows(rows: readonly ChaosRow[]): ReadonlyMap<string, ChaosRow> {
  const standing = new Map<string, ChaosRow>();
  for (const row of rows) {
    const before = standing.get(row.id);
    if (before === undefined || row.rev > before.rev) standing.set(row.id, row);
  }
  return standing;
}

function lostIssues({ issues, standing }: Evidence): readonly string[] {
  return Array.from({ length: issues }, (_, at) => `bd-${at + 1}`).filter(
    (id) => standing.get(id)?.status !== "closed",
  );
}

/** What the store said was done must be in the log, and must not have been taken back. */
function lostAnswers({ journal, events }: Evidence): readonly string[] {
  const keyOf = (id: string, rev: number, token: number | undefined) => `${id} revision ${rev} token ${token ?? 0}`;
  const written = new Set(
    events.flatMap(({ issue, rev, row, voided }) => (voided ? [] : [keyOf(issue, rev, row.token)])),
  );
  return journal.flatMap((row) => {
    if (!("rev" in row) || written.has(keyOf(row.id, row.rev, row.token))) return [];
    return [`${row.kind} ${keyOf(row.id, row.rev, row.token)} was answered and is not in the log`];
  });
}

/** A whole row in quarantine is lost when the file never went past it and the log believes in it. */
function lostInQuarantine(folder: string, { standing, events }: Evidence): readonly string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .flatMap((line) => {
      const row = parseRow(line);
      if (row === undefined || (standing.get(row.id)?.rev ?? -1) >= row.rev) return [];
      const isBelieved = events.some((event) => !event.voided && event.issue === row.id && event.rev === row.rev);
      return isBelieved ? [`revision ${row.rev} of ${row.id} is in quarantine only`] : [];
    });
}

function closures({ events }: Evidence): readonly ChaosEvent[] {
  return events.filter(({ action, voided }) => action === "issue.close" && !voided);
}

function closedTwice(evidence: Evidence): readonly string[] {
  const seen = new Set<string>();
  return closures(evidence).flatMap(({ issue, actor, rev }) => {
    if (!seen.has(issue)) {
      seen.add(issue);
      return [];
    }
    return [`${issue} was completed twice, the second time by ${actor} as revision ${rev}`];
  });
}

/** By the order of the log: nothing is claimed or closed before what blocks it is closed. */
function closedEarly({ events }: Evidence): readonly string[] {
  const closed = new Set<string>();
  const early: string[] = [];
  for (const { action, issue, row, voided } of events) {
    if (voided) continue;
    if (action === "issue.close") closed.add(issue);
    if (action !== "issue.close" && action !== "issue.claim_next") continue;
    for (const { depends_on_id: blocker } of row.dependencies ?? [])
      if (!closed.has(blocker)) early.push(`${action} of ${issue} came before ${blocker} was closed`);
  }
  return early;
}

/** Tokens grow with every new lease. */
function repeatedTokens({ events }: Evidence): readonly string[] {
  const last = new Map<string, number>();
  return events.flatMap(({ action, issue, row, voided }) => {
    if (action !== "issue.claim_next" || voided) return [];
    const before = last.get(issue) ?? 0;
    const token = row.token ?? 0;
    last.set(issue, Math.max(before, token));
    return token > before ? [] : [`${issue} was leased under token ${token} after token ${before}`];
  });
}

/** Nothing is completed that no worker had begun to complete. */
function unannounced(evidence: Evidence): readonly string[] {
  const begun = new Set(evidence.journal.flatMap((row) => (row.kind === "closing" ? [`${row.id} ${row.token}`] : [])));
  return closures(evidence).flatMap(({ issue, row: { token = 0 } }) =>
    begun.has(`${issue} ${token}`) ? [] : [`${issue} was completed under token ${token}, which no worker had`],
  );
}

function zombies({ journal }: Evidence): readonly string[] {
  return journal.flatMap((row) =>
    row.kind === "zombie" ? [`${row.action} of ${row.id} under token ${row.token} was let through too late`] : [],
  );
}

function verifyFindings(issues: string): readonly string[] {
  const store = fileIssueStore(issues, { now });
  const { findings, snapshotRef, replayedSnapshotRef } = store.verify();
  store.close();
  return [
    ...findings.map(({ file, line, problem }) => `verify: ${file}:${line}: ${problem}`),
    ...(snapshotRef === replayedSnapshotRef ? [] : ["verify: the replayed log gives another snapshot"]),
  ];
}
