import { describe, expect, test } from "vitest";
import { byCodePoint, SESSION_ROWS } from "#kernel";
import { sessionProblems } from "../../../scripts/chaos/check-session.ts";
import { FAULT_POINTS } from "../../../src/testing/index.ts";
import { type Fault, FAULTS, hitSession } from "./hit-session.ts";

/** The scene keeps what it says; sessions that may not are hit in `sealed.test.ts`. */
const SCENE_POINTS = FAULT_POINTS.filter((point) => point !== "after row row.sealed");

const undisturbed = await hitSession();

test("every kind of row has a point, and no point is of a kind that there is not (R11)", () => {
  const prefix = "after row ";
  const named = FAULT_POINTS.filter((point) => point.startsWith(prefix)).map((point) => point.slice(prefix.length));
  expect(named.toSorted(byCodePoint)).toEqual(Object.keys(SESSION_ROWS).toSorted(byCodePoint));
});

test("the scene comes to every point, is interrupted once and completes", () => {
  expect(SCENE_POINTS.filter((point) => !undisturbed.counts.has(point))).toEqual([]);
  expect(undisturbed).toMatchObject({ ends: ["Interrupted", "Completed"], problems: [] });
  expect(sessionProblems(undisturbed.rows, undisturbed.effects)).toEqual([]);
});

/** The first time that a point is come to, one in the middle, and the last. An observer stays as it is from the first time on. */
function times(fault: Fault, count: number): readonly number[] {
  return fault.startsWith("an observer") ? [1] : [...new Set([1, Math.ceil(count / 2), count])];
}

describe.each(SCENE_POINTS)("%s", (point) => {
  test.each(FAULTS)(
    "%s: history and events are legal, nothing told is lost, nothing is run twice, and the session completes (R09, R11, R13)",
    async (fault) => {
      for (const nth of times(fault, undisturbed.counts.get(point) ?? 0)) {
        const { rows, effects, problems } = await hitSession({ fault, point, nth });
        expect([nth, problems, sessionProblems(rows, effects)]).toEqual([nth, [], []]);
      }
    },
  );
});
