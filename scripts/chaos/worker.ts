// One worker of a chaos run: claims, renews, completes, sleeps past its lease, and dies where it is told to.
import { appendFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Issue, type IssueMutation, mintMandate, mintOverride } from "#kernel";
import { fileIssueStore } from "../../src/memory/issues/file-issue-store.ts";
import { now, sha256 } from "#platform";
import { type Applied, PortError } from "#ports";
import { diceOf } from "./dice.ts";
import { type JournalRow, writeJournal } from "./journal.ts";
import { type Death, runPaths, type WorkerPlan } from "./plan.ts";

const LEASE_MS = 500;
/** At most so long after the end of its lease a zombie wakes: sometimes before anybody else took the issue over. */
const OVERSLEPT_MS = 60;

const plan = JSON.parse(process.argv[2] ?? "") as WorkerPlan;
const paths = runPaths(plan.folder);
const dice = diceOf(plan.seed);
const label = `${plan.name}.${plan.number}`;
let requests = 0;
let commits = 0;

/** What a worker holds: it acts under these, and only under these. */
interface Held {
  readonly id: string;
  readonly assignee: string;
  readonly leaseId: string;
  readonly token: number;
}

const store = fileIssueStore(paths.issues, {
  now,
  at: (point) => {
    if (point === "index") commits += 1;
    if (plan.unlocks && dice.chance(2)) unlock();
    const { death } = plan;
    if (death === undefined || commits < death.after) return;
    if (POINTS[death.at] === point) die(death.at);
  },
  notice: ({ kind }) => note({ kind: "noticed", notice: kind }),
});

/** At which point of a commit each death comes. */
const POINTS = { event: "event", row: "row", index: "index", torn_row: "event", torn_event: "index" } as const;

function die(at: Death): void {
  if (at === "torn_row") appendFileSync(paths.issues, '{"id":"bd-1","title":"half a r');
  if (at === "torn_event")
    appendFileSync(join(paths.log, readdirSync(paths.log)[0] ?? ""), '{"schema":"tusk.issue.log.v1","seq":7,"pr');
  process.kill(process.pid, "SIGKILL");
}

/** Deletes the lock that this process holds, and lets others in. */
function unlock(): void {
  rmSync(paths.lock, { force: true });
  note({ kind: "unlocked" });
  const milliseconds = dice.chance(10) ? LEASE_MS + 50 : 1 + dice.roll(12);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function note(row: JournalRow): void {
  writeJournal(paths.journals, label, row);
}

function mutate(wish: IssueMutation): Applied {
  requests += 1;
  // The compiler cannot see that a member spread with one more key is the same member.
  const mutation = { ...wish, args: { ...wish.args, request: `${label}.${requests}` } } as IssueMutation;
  const minting =
    mutation.action === "issue.close"
      ? mintOverride({ actor: plan.name, reason: "done", explicit: true, insideAgentRun: false, mutation }, sha256)
      : mintMandate(
          { actor: plan.name, run: label, source: { kind: "command", commandLine: "chaos" }, mutation },
          sha256,
        );
  if (!minting.ok) throw new Error(minting.reason);
  return store.mutate(mutation, minting.permit);
}

function inMilliseconds(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

/** Undefined when nothing is to be had. */
function claim(): Held | undefined {
  const start = performance.now();
  const args = { assignee: plan.name, leaseExpiresAt: inMilliseconds(LEASE_MS), reclaimStale: true };
  const applied = mutate({ action: "issue.claim_next", args });
  if (!applied.ok) {
    // It waited for the lock longer than its lease was to last.
    if (applied.failure.code === "lease_invalid_expires_at") return undefined;
    throw new Error(`claim: ${applied.failure.message}`);
  }
  const { issue } = applied;
  if (issue?.lease === undefined) return undefined;
  const held = { id: issue.id, assignee: plan.name, leaseId: issue.lease.lease_id, token: issue.token ?? 0 };
  note({ kind: "claimed", id: held.id, token: held.token, rev: revOf(issue), ms: performance.now() - start });
  process.send?.("claimed");
  return held;
}

function revOf(issue: Issue | undefined): number {
  return issue?.rev ?? -1;
}

/** True when it still holds the lease. */
function renew(held: Held): boolean {
  const { id, token } = held;
  const applied = mutate({
    action: "issue.lease_renew",
    args: { ...held, leaseExpiresAt: inMilliseconds(LEASE_MS) },
  });
  if (applied.ok) note({ kind: "renewed", id, token, rev: revOf(applied.issue) });
  else note({ kind: "refused", id, token, code: applied.failure.code });
  return applied.ok;
}

function complete(held: Held): void {
  const { id, token } = held;
  note({ kind: "closing", id, token });
  const applied = mutate({ action: "issue.close", args: held });
  if (!applied.ok) return note({ kind: "refused", id, token, code: applied.failure.code });
  note({ kind: "closed", id, token, rev: revOf(applied.issue) });
  process.send?.("closed");
}

function release(held: Held): void {
  const { id, token } = held;
  const applied = mutate({ action: "issue.lease_release", args: held });
  if (applied.ok) note({ kind: "released", id, token, rev: revOf(applied.issue) });
  else note({ kind: "refused", id, token, code: applied.failure.code });
}

/** Sleeps past its lease, takes something else perhaps, and then goes on as if nothing had happened. */
async function oversleep(held: Held): Promise<void> {
  await sleep(LEASE_MS + dice.roll(OVERSLEPT_MS));
  const next = dice.chance(50) ? claim() : undefined;
  const late: readonly IssueMutation[] = [
    { action: "issue.lease_renew", args: { ...held, leaseExpiresAt: inMilliseconds(LEASE_MS) } },
    { action: "issue.close", args: held },
  ];
  for (const mutation of late) {
    const { id, token } = held;
    const applied = mutate(mutation);
    if (applied.ok) note({ kind: "zombie", id, token, action: mutation.action });
    else note({ kind: "refused_zombie", id, token, code: applied.failure.code });
  }
  if (next !== undefined) complete(next);
}

async function work(held: Held): Promise<void> {
  const mood = plan.calm ? 100 : dice.roll(100);
  if (mood < 5) return oversleep(held);
  if (mood < 8) return release(held);
  if (mood < 25) {
    await sleep(dice.roll(120));
    if (!renew(held)) return;
    await sleep(dice.roll(60));
  }
  complete(held);
}

function isDone(): boolean {
  return store.list({ status: "open" }).length + store.list({ status: "in_progress" }).length === 0;
}

async function main(): Promise<void> {
  for (;;) {
    try {
      const held = claim();
      if (held !== undefined) await work(held);
      else if (isDone()) return;
      else await sleep(15 + dice.roll(20));
    } catch (error) {
      if (!(error instanceof PortError) || !error.retryable) throw error;
    }
    await sleep(0);
  }
}

await main();
store.close();
process.disconnect?.();
