import { describe, expect, test } from "vitest";
import { parseTimestamp, type Timestamp } from "#kernel";
import type { CoordinatorPicture } from "#ports";
import { displayWidth } from "../render/rich/display-width.ts";
import { boardRows } from "./board.ts";

const NOW = at("2026-11-16T12:00:42Z");
const SINCE = at("2026-11-16T12:00:00Z");

function at(text: string): Timestamp {
  const moment = parseTimestamp(text);
  if (moment === undefined) throw new Error(`${text} is no moment`);
  return moment;
}

const PICTURE: CoordinatorPicture = {
  workers: [
    {
      workerId: "worker.1",
      issueId: "bd-1",
      title: "Parser \u001B[31mdrops\nthe last line",
      isClaimed: true,
      phase: "working",
      since: SINCE,
      heard: NOW,
      leaseEnds: at("2026-11-16T13:00:00Z"),
      verdict: "holds",
    },
    {
      workerId: "worker.2",
      issueId: "bd-2",
      title: "好 wide",
      isClaimed: false,
      phase: "starting",
      since: NOW,
      heard: NOW,
    },
  ],
  totals: { ready: 1, open: 2, inProgress: 1, blocked: 0, closed: 3 },
  failed: 0,
  maxParallel: 2,
  isStopping: false,
};

const rows = (width: number, picture = PICTURE, color = false) =>
  boardRows(picture, { now: NOW, since: SINCE, width, color });

describe("the board of a coordinator (M12)", () => {
  test("says who does what, since when, how long the lease holds, the last verdict, and how everything stands", () => {
    expect(rows(110)).toEqual([
      "worker    issue                                       phase     since  lease  verdict",
      "worker.1  bd-1 Parser \\u{1b}[31mdrops\\nthe last line  working   0:42   59:18  holds",
      "worker.2  bd-2 好 wide                                starting  0:00",
      "2 of 2 workers · 3 closed · 1 ready · 1 in progress · 0 failed · 0 blocked · 2 open · 0:42 · Ctrl-C hands off",
    ]);
  });

  test.each([79, 40, 30, 20, 10, 5, 1])("in %i columns no row is wider, and the worker's name comes first", (width) => {
    const shown = rows(width, { ...PICTURE, paused: "dependencies run in a circle: a -> b -> a" });
    expect(shown.map(displayWidth).filter((cells) => cells > width)).toEqual([]);
    expect(shown[1]?.startsWith("worker.1".slice(0, Math.max(0, Math.min(8, Math.floor(width / 2) - 1))))).toBe(true);
  });

  test("where it is narrow the issue keeps its room", () => {
    expect(rows(40).slice(0, 3)).toEqual([
      "worker    issue                 phase",
      "worker.1  bd-1 Parser \\u{1b}[…  working",
      "worker.2  bd-2 好 wide          starting",
    ]);
  });

  test("colours are only where they are wanted", () => {
    expect([
      rows(110).join("").includes("\u001B"),
      rows(110, PICTURE, true).join("").includes("\u001B[36mworking"),
    ]).toEqual([false, true]);
  });

  test("without workers only the totals stand there, and why nothing is started", () => {
    expect(rows(80, { ...PICTURE, workers: [], paused: "the KPI says rollback", isStopping: true })).toEqual([
      "held back: the KPI says rollback",
      "0 of 2 workers · 3 closed · 1 ready · 1 in progress · 0 failed · 0 blocked",
    ]);
  });
});
