import { appendFileSync, copyFileSync, cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type IssueMutation, mintOverride } from "#kernel";
import { fileIssueStore } from "../src/memory/issues/file-issue-store.ts";
import { now, sha256 } from "#platform";
import type { Applied, IssueStore } from "#ports";
import { diceOf } from "../scripts/chaos/dice.ts";
import { runPaths } from "../scripts/chaos/plan.ts";
import { type ChaosReport, runChaos } from "../scripts/chaos/run-chaos.ts";
import { seedIssues } from "../scripts/chaos/seed-issues.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();
/** Eight seconds each on a quiet machine. */
const PATIENT = { timeout: 180_000 };

/** What must be nothing, whatever was killed or deleted. */
function harmOf({ lost, double, early, violations }: ChaosReport): object {
  return { lost, double, early, violations };
}
const NO_HARM = { lost: 0, double: 0, early: 0, violations: [] };

describe("workers that are killed at any instant", PATIENT, () => {
  test("lose nothing, complete nothing twice and nothing before its blocker, and never wait for ever (M01)", async () => {
    const report = await runChaos({
      folder: join(folder, "kills"),
      seed: 4,
      issues: 120,
      workers: 4,
      kills: 20,
      deletions: 3,
      unlocks: false,
      calm: false,
      seconds: 150,
    });
    expect({ ...harmOf(report), deletions: report.deletions }).toEqual({ ...NO_HARM, deletions: 3 });
    expect(report.kills).toBeGreaterThanOrEqual(20);
    expect(report.injected).toBeGreaterThan(0);
    expect(report.claims).toBeGreaterThanOrEqual(120 - report.kills);
  });

  test("lose nothing either when the lock is deleted while it is held (M01)", async () => {
    const report = await runChaos({
      folder: join(folder, "lock"),
      seed: 5,
      issues: 80,
      workers: 4,
      kills: 0,
      deletions: 0,
      unlocks: true,
      calm: false,
      seconds: 150,
    });
    expect(harmOf(report)).toEqual(NO_HARM);
    expect(report.lockDeletions).toBeGreaterThan(0);
  });
});

describe("one issue that two workers claimed at once, each believing to hold the lock", () => {
  const home = join(folder, "double");
  const rival = join(folder, "rival");
  seedIssues(home, 1, diceOf(1));
  cpSync(home, rival, { recursive: true });
  const claims = [home, rival].map((of, at) => claimIn(of, `w${at}`));
  unite(home, rival);
  const store = open(home);

  test("both were given the same revision and token", () => {
    expect(claims.map(({ rev, token }) => ({ rev, token }))).toEqual([
      { rev: 2, token: 1 },
      { rev: 2, token: 1 },
    ]);
  });

  test("is completed by one of them only, and the other is refused", () => {
    const completed = claims.map(({ assignee, leaseId }) =>
      mutate(store, { action: "issue.close", args: { id: "bd-1", assignee, leaseId, token: 1 } }),
    );
    const winner = store.history("bd-1").find(({ standing }) => standing === "current")?.actor;
    expect(completed.map((applied) => (applied.ok ? applied.issue?.rev : applied.failure.code))).toEqual(
      claims.map(({ assignee }) => (assignee === winner ? 3 : expect.stringMatching(/^lease_/))),
    );
    expect(store.verify().findings).toEqual([]);
    store.close();
  });
});

function open(of: string): IssueStore {
  return fileIssueStore(runPaths(of).issues, { now });
}

function mutate(store: IssueStore, mutation: IssueMutation): Applied {
  const minting = mintOverride(
    { actor: actorOf(mutation), reason: "chaos", explicit: true, insideAgentRun: false, mutation },
    sha256,
  );
  if (!minting.ok) throw new Error(minting.reason);
  return store.mutate(mutation, minting.permit);
}

function actorOf({ args }: IssueMutation): string {
  return "assignee" in args && args.assignee !== undefined ? args.assignee : "chaos";
}

function claimIn(of: string, assignee: string): { assignee: string; leaseId: string; rev: number; token: number } {
  const store = open(of);
  const applied = mutate(store, { action: "issue.claim", args: { id: "bd-1", assignee } });
  store.close();
  if (!applied.ok || applied.issue?.lease === undefined) throw new Error("nothing was claimed");
  const { lease, rev = 0, token = 0 } = applied.issue;
  return { assignee, leaseId: lease.lease_id, rev, token };
}

/** What a second lock leaves: the rows of both in one file, the events of both in the log. */
function unite(of: string, other: string): void {
  const [own, theirs] = [runPaths(of), runPaths(other)];
  const row = readFileSync(theirs.issues, "utf8").trimEnd().split("\n").at(-1);
  appendFileSync(own.issues, `${row}\n`);
  // A copied folder is a clone of its own, with a log of its own.
  const names = readdirSync(theirs.log).filter((name) => !readdirSync(own.log).includes(name));
  for (const name of names) copyFileSync(join(theirs.log, name), join(own.log, name));
}
