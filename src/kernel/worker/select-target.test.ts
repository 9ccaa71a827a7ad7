import { assert, property, shuffledSubarray } from "fast-check";
import { describe, expect, test } from "vitest";
import { at, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import type { Issue } from "../issues/issue.ts";
import type { Timestamp } from "../issues/timestamp.ts";
import { selectTarget, type TargetPolicy } from "./select-target.ts";

const NOW = at("2026-11-16T12:00:00Z");
const LATER = at("2026-11-16T13:00:00Z");
const EARLIER = at("2026-11-16T11:00:00Z");
const POLICY: TargetPolicy = {
  workerId: "w1",
  by: "id",
  begun: new Set(),
  tried: new Set(),
  takesOwn: false,
  now: NOW,
};

function graph(...issues: readonly Partial<Issue>[]): ReadonlyMap<string, Issue> {
  return new Map(issues.map((each) => [each.id ?? "", sampleIssue(each.id ?? "", each)]));
}

function leased(id: string, owner: string, expires_at: Timestamp): Partial<Issue> {
  const lease = { lease_id: `l-${id}`, owner, acquired_at: EARLIER, expires_at };
  return { id, status: "in_progress", assignee: owner, lease };
}

function needs(id: string, other: string): Partial<Issue> {
  return { id, dependencies: [edge(id, other)] };
}

describe("the next issue (003 §3.1, M06)", () => {
  test("what is ready goes by id, what waits for another is no candidate", () => {
    const choice = selectTarget(graph({ id: "b" }, { id: "c" }, needs("a", "b")), POLICY);
    expect([choice.issue?.id, choice.ready, choice.reason]).toEqual(["b", 2, "b is first by id of 2 that are free"]);
    expect(choice.candidates.map(({ issueId }) => issueId)).toEqual(["b", "c"]);
  });

  test("by priority the highest comes first, and the id decides between equals", () => {
    const issues = graph({ id: "a", priority: 3 }, { id: "c", priority: 1 }, { id: "b", priority: 1 });
    expect(selectTarget(issues, { ...POLICY, by: "priority" }).issue?.id).toBe("b");
  });

  test("work that was begun comes before everything", () => {
    const choice = selectTarget(graph({ id: "a" }, { id: "b" }), { ...POLICY, begun: new Set(["b"]) });
    expect([choice.issue?.id, choice.reason]).toEqual(["b", "b was begun before and comes first"]);
  });

  test("what others hold is left; a lease that has run out is taken over", () => {
    const issues = graph(leased("a", "w2", LATER), leased("b", "w2", EARLIER), { id: "c", assignee: "alice" });
    const choice = selectTarget(issues, POLICY);
    expect(choice.issue?.id).toBe("b");
    expect(choice.candidates).toEqual([
      { issueId: "b", title: "Issue b", priority: 2 },
      { issueId: "c", title: "Issue c", priority: 2, passedOver: "it is assigned to alice" },
    ]);
  });

  test("a worker's own lease is taken up again only where it may be, and last", () => {
    const issues = graph(leased("a", "w1", LATER), { id: "b" });
    expect(selectTarget(issues, POLICY).issue?.id).toBe("b");
    expect(selectTarget(graph(leased("a", "w1", LATER)), POLICY).issue).toBeUndefined();
    const own = { ...POLICY, takesOwn: true };
    expect(selectTarget(issues, own).issue?.id).toBe("b");
    expect(selectTarget(graph(leased("a", "w1", LATER)), own).issue?.id).toBe("a");
  });

  test("what this process has tried is not tried again", () => {
    const choice = selectTarget(graph({ id: "a" }), { ...POLICY, tried: new Set(["a"]) });
    expect([choice.issue, choice.reason]).toEqual([undefined, "nothing that is ready is free"]);
  });

  test.each([
    [graph(), "there are no issues"],
    [graph({ id: "a", status: "closed" }), "every issue is closed"],
    [
      graph(leased("a", "w2", LATER), { id: "b", status: "blocked" }, needs("c", "a")),
      "nothing is ready: of 3 open issues 1 are held, 1 are blocked, the others wait",
    ],
  ])("none, and why (case %#)", (issues, reason) => {
    expect(selectTarget(issues, POLICY)).toMatchObject({ issue: undefined, reason });
  });

  test("the order of the rows makes no difference", () => {
    const rows = [{ id: "a" }, { id: "b", priority: 0 }, leased("c", "w2", EARLIER), needs("d", "a"), { id: "e" }];
    const expected = selectTarget(graph(...rows), POLICY);
    assert(
      property(shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(selectTarget(graph(...shuffled), POLICY)).toEqual(expected);
      }),
    );
  });
});
