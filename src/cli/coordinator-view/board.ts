import { nanosOf, type Timestamp } from "#kernel";
import type { CoordinatorPicture, WorkerStatus } from "#ports";
import { type Cell, type Column, joinCells, layOutColumns, oneLine } from "../render/rich/columns.ts";
import { displayWidth } from "../render/rich/display-width.ts";
import type { Style } from "../render/paper.ts";
import { clockText } from "../run-view/amounts.ts";

/** How a board is drawn. */
export interface BoardSetting {
  readonly now: Timestamp;
  /** When the coordinator began. */
  readonly since: Timestamp;
  readonly width: number;
  readonly color: boolean;
}

const COLUMNS: readonly Column[] = [
  { head: "worker" },
  { head: "issue", flexible: true },
  { head: "phase" },
  { head: "since", optional: true },
  { head: "lease", optional: true },
  { head: "verdict", optional: true },
];

/** A lease that is nearer to its end than this stands out. */
const SHORT_LEASE_MS = 60_000;
const BETWEEN = " · ";

/** What a person sees of a coordinator at this moment: one row a worker, and below it how everything stands. None is wider than the screen. Pure. */
export function boardRows(picture: CoordinatorPicture, setting: BoardSetting): readonly string[] {
  const { workers } = picture;
  const { width, color } = setting;
  const paper = { isTerminal: true, rich: true, color, json: false, print: noPrint, warn: noPrint };
  const rows = workers.map((worker) => workerCells(worker, setting.now));
  return [
    ...(rows.length === 0 ? [] : layOutColumns(COLUMNS, rows, { paper, width })),
    ...(picture.paused === undefined ? [] : [painted(`held back: ${picture.paused}`, "yellow", setting)]),
    painted(fitting(totals(picture, setting), width), "dim", setting),
  ];
}

function noPrint(): void {}

function workerCells(worker: WorkerStatus, now: Timestamp): readonly Cell[] {
  const { workerId, issueId, title, isClaimed, phase, since, leaseEnds, verdict = "" } = worker;
  const leftMs = leaseEnds === undefined ? undefined : msBetween(now, leaseEnds);
  return [
    { text: workerId },
    { text: `${issueId} ${title}`, style: isClaimed ? undefined : "dim" },
    { text: phase, style: PHASE_STYLES[phase] },
    { text: clockText(msBetween(since, now)) },
    {
      text: leftMs === undefined ? "" : clockText(leftMs),
      style: (leftMs ?? SHORT_LEASE_MS) < SHORT_LEASE_MS ? "yellow" : undefined,
    },
    { text: verdict, style: verdictStyle(verdict) },
  ];
}

const PHASE_STYLES: Readonly<Record<string, Style>> = {
  working: "cyan",
  closed: "green",
  refused: "red",
  retrying: "yellow",
  "handing off": "yellow",
};

/** How a verdict begins, and how it stands out. */
const VERDICT_STYLES: readonly (readonly [beginning: string, style: Style])[] = [
  ["holds", "green"],
  ["permitted", "green"],
  ["completed", "green"],
  ["fails", "red"],
  ["refused", "red"],
  ["failed", "red"],
  ["retry", "yellow"],
];

function verdictStyle(verdict: string): Style | undefined {
  return VERDICT_STYLES.find(([beginning]) => verdict.startsWith(beginning))?.[1];
}

/** In the order of what they matter: where it is narrow the last ones are left out. */
function totals(
  { workers, totals: all, failed, maxParallel, isStopping }: CoordinatorPicture,
  { since, now }: BoardSetting,
): readonly string[] {
  const { ready, open, inProgress, blocked, closed } = all;
  return [
    `${workers.length} of ${maxParallel} workers`,
    `${closed} closed`,
    `${ready} ready`,
    `${inProgress} in progress`,
    `${failed} failed`,
    `${blocked} blocked`,
    `${open} open`,
    clockText(msBetween(since, now)),
    isStopping ? "stopping; Ctrl-C again ends now" : "Ctrl-C hands off",
  ];
}

function fitting(parts: readonly string[], width: number): string {
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : `${text}${BETWEEN}${part}`;
    if (text === "" || displayWidth(longer) <= width) text = longer;
  }
  return text;
}

function painted(text: string, style: Style, { width, color }: BoardSetting): string {
  return joinCells([{ text: oneLine(text), style }], { paper: { color }, width });
}

function msBetween(from: Timestamp, to: Timestamp): number {
  return Number((nanosOf(to) - nanosOf(from)) / 1_000_000n);
}
