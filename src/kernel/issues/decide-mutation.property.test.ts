import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Issue } from "./issue.ts";
import type { IssueMutation } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";
import { leaseState } from "./lease.ts";
import { isUnblocked } from "./ready.ts";
import { nanosOf, type Timestamp, timestampOfNanos } from "./timestamp.ts";

const START = nanosOf(at("2026-03-01T12:00:00Z"));
const IDS = ["a", "b", "c"] as const;
const WORKERS = ["al", "bo", "cy"] as const;

/** What a worker remembers of the lease it was last given, true or not. */
interface Memory {
  readonly id: string;
  readonly assignee: string;
  readonly leaseId: string;
  readonly token: number;
}

interface Step {
  readonly worker: (typeof WORKERS)[number];
  readonly kind: "claim" | "next" | "reclaim" | "renew" | "close" | "release";
  readonly id: (typeof IDS)[number];
  readonly seconds: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record<Step>({
    worker: fc.constantFrom(...WORKERS),
    kind: fc.constantFrom("claim", "next", "reclaim", "renew", "close", "release"),
    id: fc.constantFrom(...IDS),
    seconds: fc.integer({ min: 0, max: 45 }),
  }),
  { maxLength: 40 },
);

function mutationOf({ worker, kind, id }: Step, memory: Memory | undefined): IssueMutation | undefined {
  const term = { leaseTtlSeconds: 30 };
  if (kind === "claim") return { action: "issue.claim", args: { id, assignee: worker, ...term } };
  if (kind === "next") return { action: "issue.claim_next", args: { assignee: worker, ...term } };
  if (kind === "reclaim")
    return { action: "issue.claim_next", args: { assignee: worker, reclaimStale: true, ...term } };
  if (memory === undefined) return undefined;
  if (kind === "renew") return { action: "issue.lease_renew", args: { ...memory, ...term } };
  return { action: kind === "close" ? "issue.close" : "issue.lease_release", args: memory };
}

/** Runs the steps one after another, as the store's lock makes them run, and looks at each change. */
function run(
  list: readonly Step[],
  look: (before: Issue, after: Issue, step: Step, now: Timestamp, all: ReadonlyMap<string, Issue>) => void,
): void {
  let issues = byIds(sampleIssue("a"), sampleIssue("b", { dependencies: [edge("b", "a")] }), sampleIssue("c"));
  const memories = new Map<string, Memory>();
  let clock = START;
  for (const step of list) {
    clock += BigInt(step.seconds) * 1_000_000_000n;
    const now = timestampOfNanos(clock);
    const mutation = mutationOf(step, memories.get(step.worker));
    const decision = mutation && decideMutation(issueView(issues), mutation, now, utf8);
    if (decision?.ok !== true) continue;
    for (const after of decision.changed) {
      look(issues.get(after.id) ?? after, after, step, now, issues);
      issues = new Map(issues).set(after.id, after);
      const { id, lease, token = 0 } = after;
      if (lease !== undefined) memories.set(step.worker, { id, assignee: step.worker, leaseId: lease.lease_id, token });
    }
  }
}

test("a live lease only ever changes hands after it was given back or has expired (M01)", () => {
  fc.assert(
    fc.property(steps, (list) => {
      run(list, (before, after, step, now) => {
        if (leaseState(before, now) === "active") expect(before.lease?.owner).toBe(step.worker);
        if (after.lease !== undefined) expect(after.lease.owner).toBe(step.worker);
      });
    }),
    { numRuns: 500 },
  );
});

test("a fencing token never falls, rises with every new lease, and stays with a renewed one (K14)", () => {
  fc.assert(
    fc.property(steps, (list) => {
      run(list, (before, after) => {
        const renewed = after.lease !== undefined && after.lease.renewed_at !== undefined;
        const taken = after.lease !== undefined && !renewed;
        expect((after.token ?? 0) - (before.token ?? 0)).toBe(taken ? 1 : 0);
      });
    }),
    { numRuns: 500 },
  );
});

test("an issue is completed at most once under a fence, only by the one who holds it, and claim-next gives no issue before its blocker is closed (K14)", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const closed: string[] = [];
      run(list, (before, after, { kind, worker }, now, all) => {
        if (kind === "close") {
          closed.push(after.id);
          expect([leaseState(before, now), before.lease?.owner]).toStrictEqual(["active", worker]);
        }
        if (kind === "next" || kind === "reclaim") expect(isUnblocked(before, (id) => all.get(id))).toBe(true);
      });
      expect(new Set(closed).size).toBe(closed.length);
    }),
    { numRuns: 500 },
  );
});
