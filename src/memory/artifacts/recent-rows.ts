import { type KpiRow, readKpiRow, REMEDIATION_ACTION, type Timestamp } from "#kernel";
import { utf8 } from "#platform";
import type { RecentRows } from "#ports";
import { columnsOfInstant, readBadLines } from "./trajectory-index.ts";
import { TrajectoryMismatch, type TrajectoryView } from "./trajectory-view.ts";

interface Timed {
  readonly row: KpiRow;
  readonly at: Timestamp;
}

const HOUR_SECONDS = 3600;

/** The rows that a KPI looks at: those of so many hours before the newest step, those after it, and lines that are rows for nobody else. */
export function recentRows(path: string, hours: number, view: TrajectoryView): RecentRows {
  const loose: Timed[] = [];
  let problem: string | undefined;
  const take = (bytes: Uint8Array, line: number): void => {
    const reading = readKpiRow(bytes, utf8);
    if (reading.ok) loose.push(reading);
    else problem ??= reading.problem(`${path}:${line}`);
  };
  const { db, state } = view.indexed ?? {};
  if (db !== undefined && state !== undefined && state.bad > 0)
    for (const bad of readBadLines(db, state.bad)) take(view.bytesAt(bad), bad.line);
  view.rest((line) => {
    if (line.kind === "row") loose.push(line);
    else take(view.bytesAt(line), line.number);
  });
  const seconds = loose.filter(({ row }) => row.action !== REMEDIATION_ACTION).map(({ at }) => columnsOfInstant(at)[0]);
  const newest = seconds.reduce((one, other) => Math.max(one, other), newestIndexed(view) ?? -Infinity);
  // A second more, for the parts of one.
  const since = Number.isFinite(newest) ? newest - hours * HOUR_SECONDS - 1 : -Infinity;
  const rows = [
    ...indexedSince(view, since),
    ...loose.filter(({ at }) => columnsOfInstant(at)[0] >= since).map(({ row }) => row),
  ];
  return problem === undefined ? { rows } : { rows, problem };
}

function newestIndexed({ indexed }: TrajectoryView): number | undefined {
  const sql = "SELECT second FROM step WHERE action <> ? ORDER BY second DESC, part DESC, step, action LIMIT 1";
  const found = indexed?.db.prepare(sql).get(REMEDIATION_ACTION)?.["second"];
  return found === undefined ? undefined : Number(found);
}

function indexedSince(view: TrajectoryView, since: number): readonly KpiRow[] {
  const db = view.indexed?.db;
  if (db === undefined) return [];
  const sql = "SELECT offset, length FROM step WHERE second >= ? ORDER BY offset";
  const least = Number.isFinite(since) ? since : Number.MIN_SAFE_INTEGER;
  return db
    .prepare(sql)
    .all(least)
    .map(({ offset, length }) => {
      const line = view.lineAt({ offset: Number(offset), length: Number(length) });
      if (line.kind !== "row") throw new TrajectoryMismatch("the index does not point at a row");
      return line.row;
    });
}
