import type { DatabaseSync } from "node:sqlite";
import {
  type BadLine,
  FailureGroups,
  type FailureGroup,
  lineFaultText,
  type LineFault,
  type PlacedRow,
  type TrajectoryAsk,
  type TrajectoryFilter,
  type TrajectoryLine,
  type TrajectoryProjection,
  TrajectoryProjector,
} from "#kernel";
import type { TrajectoryQuery, TrajectoryReads } from "#ports";
import { artifactError } from "./artifact-error.ts";
import { recentRows } from "./recent-rows.ts";
import {
  columnsOfInstant,
  countRows,
  type IndexedPlace,
  type IndexedWhere,
  readBadLines,
  readGroups,
  readPlaces,
} from "./trajectory-index.ts";
import type { TrajectoryReadOptions } from "./trajectory-options.ts";
import { lookAt, TrajectoryMismatch, type TrajectoryView, UnreadableTrajectory } from "./trajectory-view.ts";

/** How many bad lines are told; the rest is counted. */
const TOLD = 20;

/** Trajectories in files, to be asked (contract 2.5). */
export function trajectoryReads(options: TrajectoryReadOptions = {}): TrajectoryReads {
  const answer = <T>(path: string, none: T, look: (view: TrajectoryView) => T): T =>
    reading(path, () => lookAt(path, { none, look, options }));
  return {
    query: (path, ask) => answer(path, new TrajectoryProjector(ask).projection(), (view) => project(path, ask, view)),
    has: (path, stepId) => answer(path, false, (view) => hasStep(stepId, view)),
    walk: (path, visit) => reading(path, () => walkLines(path, visit)),
    recent: (path, hours) => answer(path, { rows: [] }, (view) => recentRows(path, hours, view)),
  };
}

function reading<T>(path: string, answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof UnreadableTrajectory)) throw error;
    throw artifactError("unreadable", `failed to read harness trajectory rows from ${path}: ${error.message}`, error);
  }
}

function project(path: string, ask: TrajectoryQuery, view: TrajectoryView): TrajectoryProjection {
  const projector = new TrajectoryProjector(ask);
  const bad = new BadLines(path, ask.strict === true);
  const { indexed } = view;
  if (indexed !== undefined) {
    const { db, state } = indexed;
    if (state.bad > 0) bad.take(state.bad, ask.strict === true ? readBadLines(db, state.bad) : readBadLines(db, TOLD));
    takeIndexed(projector, ask, view, db);
  }
  view.rest((line) => {
    if (line.kind === "row") projector.add(line);
    else bad.take(1, [{ line: line.number, fault: line.fault }]);
  });
  return { ...projector.projection(), ...bad.told() };
}

/** What the index knows without reading the rows that are not listed. */
function takeIndexed(projector: TrajectoryProjector, ask: TrajectoryAsk, view: TrajectoryView, db: DatabaseSync): void {
  const where = whereOf(ask.filter ?? {});
  const state = view.indexed?.state;
  const counts = ask.filter === undefined && state !== undefined ? state : countRows(db, where);
  const rows = readPlaces(db, ask.mode, where, ask.limit).map((place) => rowAt(place, view));
  projector.take(counts, rows, groupsOf(ask, view, db, where));
}

function groupsOf(
  { groupBy, filter }: TrajectoryAsk,
  view: TrajectoryView,
  db: DatabaseSync,
  where: IndexedWhere,
): readonly FailureGroup[] {
  if (groupBy === undefined) return [];
  if (filter === undefined) return readGroups(db, groupBy);
  const groups = new FailureGroups(groupBy);
  // In file order: of rows at one instant the first one stands for its group.
  const places = readPlaces(db, "failed", where, Infinity).toSorted((one, other) => one.offset - other.offset);
  for (const place of places) {
    const { row, at } = rowAt(place, view);
    groups.add(row, at);
  }
  return groups.list();
}

function rowAt(place: IndexedPlace, view: TrajectoryView): PlacedRow {
  const line = view.lineAt(place);
  if (line.kind !== "row") throw new TrajectoryMismatch("the index does not point at a row");
  return line;
}

function whereOf({ issueId, worker, since }: TrajectoryFilter): IndexedWhere {
  const [second, part] = since === undefined ? [0, 0] : columnsOfInstant(since);
  const parts: readonly (readonly [boolean, string, readonly (string | number)[]])[] = [
    [issueId !== undefined, "issue = ?", [issueId ?? ""]],
    [worker !== undefined, "worker = ?", [worker ?? ""]],
    [since !== undefined, "(second > ? OR (second = ? AND part >= ?))", [second, second, part]],
  ];
  const given = parts.filter(([isGiven]) => isGiven);
  return {
    where: ["1", ...given.map(([, sql]) => sql)].join(" AND "),
    values: given.flatMap(([, , values]) => values),
  };
}

function hasStep(stepId: string, view: TrajectoryView): boolean {
  const known = view.indexed?.db.prepare("SELECT 1 FROM step WHERE step = ? LIMIT 1").get(stepId);
  if (known !== undefined) return true;
  let found = false;
  view.rest((line) => {
    found ||= line.kind === "row" && line.row.stepId === stepId;
  });
  return found;
}

const WHOLE: TrajectoryReadOptions = { indexFrom: Infinity };

function walkLines(path: string, visit: (line: TrajectoryLine) => void): { readonly isEnded: boolean } {
  const look = (view: TrajectoryView): { readonly isEnded: boolean } => {
    view.rest(visit);
    return { isEnded: view.isEnded() };
  };
  return lookAt(path, { none: { isEnded: true }, look, options: WHOLE });
}

/** Lines that are no rows: told and counted, or the end of a strict query. */
class BadLines {
  readonly #path: string;
  readonly #strict: boolean;
  #count = 0;
  readonly #first: BadLine[] = [];
  #fault: string | undefined;
  #isText = true;
  constructor(path: string, strict: boolean) {
    this.#path = path;
    this.#strict = strict;
  }

  take(count: number, lines: readonly { readonly line: number; readonly fault: LineFault }[]): void {
    this.#count += count;
    for (const { line, fault } of lines) {
      const problem = lineFaultText(fault, this.#path, line);
      if (this.#first.length < TOLD) this.#first.push({ line, problem });
      this.#fault ??= problem;
      // The reference reads the whole file as text before it looks at a line.
      if (fault.kind === "encoding" && this.#isText) {
        this.#isText = false;
        this.#fault = problem;
      }
    }
  }

  told(): Pick<TrajectoryProjection, "badCount" | "badLines"> {
    if (this.#count === 0) return {};
    if (this.#strict)
      throw artifactError("invalid", `failed to read harness trajectory rows from ${this.#path}: ${this.#fault ?? ""}`);
    return { badCount: this.#count, badLines: this.#first };
  }
}
