import { type BigIntStats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import {
  type FailureGroup,
  FailureGroups,
  type Grouping,
  GROUPINGS,
  resultClassOf,
  type TrajectoryLine,
  workerOf,
} from "#kernel";
import { digestBytes } from "#platform";
import { insertRows } from "../issues/insert-rows.ts";
import { readAt, scanTrajectory } from "./scan-trajectory.ts";
import { columnsOfInstant, type IndexState, keyOfGroup, readGroups } from "./trajectory-index.ts";

/** Rows that wait to be inserted together. */
const BATCH = 4096;

/** Where an index begins to follow a file. */
export function emptyState({ dev, ino }: BigIntStats, epoch: string): IndexState {
  const file = { dev: `${dev}`, inode: `${ino}`, epoch };
  return { ...file, offset: 0, line: 1, total: 0, failed: 0, retryNeeded: 0, bad: 0 };
}

/** Takes the whole lines of a file behind `state` up to `end` into an index, within its transaction. Answers how far it follows then. */
export function takeInLines(db: DatabaseSync, descriptor: number, state: IndexState, end: number): IndexState {
  let { total, failed, retryNeeded, bad } = state;
  const rows: (string | number | null)[][] = [];
  const groups = GROUPINGS.map((by) => [by, new FailureGroups(by)] as const);
  const put = (least: number): void => {
    if (rows.length >= least) insertRows(db, "step", rows.splice(0));
  };
  const visit = (line: TrajectoryLine): void => {
    if (line.kind === "bad") {
      bad += 1;
      const { offset, length, number, fault } = line;
      db.prepare("INSERT INTO bad VALUES(?, ?, ?, ?, ?)").run(offset, length, number, fault.kind, fault.reason);
      return;
    }
    const { isFailed, isRetryNeeded } = resultClassOf(line.row.resultClass);
    total += 1;
    if (isFailed) failed += 1;
    if (isRetryNeeded) retryNeeded += 1;
    if (isFailed) for (const [, group] of groups) group.add(line.row, line.at);
    rows.push(columnsOf(line, isFailed, isRetryNeeded));
    put(BATCH);
  };
  let from = state.offset;
  const whole = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    db.prepare("INSERT INTO stretch VALUES(?, ?, ?)").run(from, bytes.length, digestBytes(bytes));
    from += bytes.length;
  };
  const { offset, line } = scanTrajectory(descriptor, { from: state, end, visit, whole });
  put(1);
  for (const [, group] of groups) putGroups(db, group);
  return { ...state, offset, line, total, failed, retryNeeded, bad };
}

function columnsOf(
  { row, at, offset, length }: TrajectoryLine & { readonly kind: "row" },
  isFailed: boolean,
  isRetryNeeded: boolean,
): (string | number | null)[] {
  const [second, part] = columnsOfInstant(at);
  const whose = [row.issueId ?? null, workerOf(row)];
  return [offset, length, second, part, row.stepId, row.action, ...whose, isFailed ? 1 : 0, isRetryNeeded ? 1 : 0];
}

/** What was counted before comes before what is counted now. */
function putGroups(db: DatabaseSync, fresh: FailureGroups): void {
  const { by } = fresh;
  const known = new Map(readGroups(db, by).map((group) => [group.name, group]));
  const put = db.prepare("INSERT OR REPLACE INTO failures VALUES(?, ?, ?, ?, ?, ?)");
  for (const group of fresh.list()) {
    const before = known.get(group.name);
    const { name, count, retryNeededCount, latestStepId, latestFinishedAt } =
      before === undefined ? group : joined(by, before, group);
    put.run(by, keyOfGroup(name), count, retryNeededCount, latestStepId, latestFinishedAt);
  }
}

function joined(by: Grouping, before: FailureGroup, group: FailureGroup): FailureGroup {
  const both = new FailureGroups(by);
  both.merge(before);
  both.merge(group);
  return both.list()[0] ?? group;
}

/** Whether a file still holds, byte for byte, what an index was made of. */
export function holdsStretches(db: DatabaseSync, descriptor: number): boolean {
  for (const { offset, length, digest } of db.prepare("SELECT offset, length, digest FROM stretch").all()) {
    const bytes = readAt(descriptor, Number(offset), Number(length));
    if (bytes.length !== Number(length) || digestBytes(bytes) !== digest) return false;
  }
  return true;
}
