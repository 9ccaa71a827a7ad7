import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readFileJournal } from "#memory";
import { compileChild } from "../../../scripts/chaos/compile-child.ts";
import { KilledSession } from "../../../scripts/chaos/killed-session.ts";
import { runSessions } from "../../../scripts/chaos/run-sessions.ts";
import { FAULT_POINTS } from "../../../src/testing/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = temporaryFolder();
let child = "";
let count = 0;
beforeAll(async () => {
  child = await compileChild(join(root, "child"));
});

function newSession(): KilledSession {
  const folder = join(root, `session-${count++}`);
  mkdirSync(folder);
  return new KilledSession(child, folder);
}

const KINDS = FAULT_POINTS.flatMap((point) =>
  // The child keeps what it says: sessions that may not are hit in `sealed.test.ts`.
  point.startsWith("after row ") && point !== "after row row.sealed" ? [point.slice("after row ".length)] : [],
);

/** Rows that one run of the scene writes more than once. */
const OFTEN: ReadonlySet<string> = new Set([
  "step.started",
  "model.replied",
  "policy.decided",
  "tools.requested",
  "tool.settled",
  "join.closed",
  "step.failed",
]);

describe("a process that is killed with -9 after a row (R11)", { timeout: 120_000 }, () => {
  test.concurrent.each(KINDS)(
    "%s: whether it was appended or settled, the next process completes, nothing told is lost, nothing is run twice",
    async (kind) => {
      for (const when of ["appended", "settled"] as const) {
        const session = newSession();
        // The row is written by a process that takes a session up.
        if (kind === "session.resumed")
          await session.run({ row: { kind: "tools.requested", nth: 1, when: "settled" } });
        const before = session.kills;
        const nth = when === "settled" && OFTEN.has(kind) ? 2 : 1;
        await session.run({ row: { kind, nth, when }, sync: when === "settled" ? "always" : "never" });
        expect([when, session.kills - before]).toEqual([when, 1]);
        const { rows } = await readFileJournal(session.journalPath);
        if (when === "settled") expect(rows.map(({ event }) => event.kind)).toContain(kind);
        expect([when, await session.complete()]).toEqual([when, []]);
      }
    },
  );
});

test("killed again while the next process settles what the first one left, the third one completes (R11)", async () => {
  for (const kind of ["tool.settled", "step.failed", "session.resumed", "policies.bound"])
    for (const when of ["appended", "settled"] as const) {
      const session = newSession();
      await session.run({ row: { kind: "tools.requested", nth: 2, when: "settled" } });
      await session.run({ row: { kind, nth: 1, when } });
      expect([kind, when, session.kills]).toEqual([kind, when, 2]);
      expect([kind, when, await session.complete()]).toEqual([kind, when, []]);
    }
}, 120_000);

test("killed at 25 random moments sessions complete, nothing told is lost, nothing is run twice (R11)", async () => {
  const report = await runSessions({ folder: join(root, "random"), seed: 9, kills: 25, seconds: 100, child });
  expect(report.violations).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(25);
  expect(report.effects).toBeGreaterThan(report.sessions);
}, 120_000);
