import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Decision } from "./decision.ts";
import type { Dependency, Issue } from "./issue.ts";
import type { IssueMutation } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";

const NOW = at("2026-03-01T12:00:00Z");
const A = sampleIssue("a", {
  dependencies: [edge("a", "b"), edge("a", "gone", "tracks"), edge("a", "b", "related", "al")],
});
const B = sampleIssue("b", { status: "closed", dependencies: [edge("b", "c", "related"), edge("b", "gone")] });
const C = sampleIssue("c");
const D = sampleIssue("d", { dependencies: [edge("d", "a")] });

function decide(mutation: IssueMutation): Decision {
  return decideMutation(issueView(byIds(A, B, C, D)), mutation, NOW, utf8);
}

function withEdges(issue: Issue, dependencies: readonly Dependency[]): Decision {
  const after = { ...issue, dependencies, updated_at: NOW };
  return { ok: true, changed: [after], issue: after };
}

function refusedAs(code: string, message: string): unknown {
  return { ok: false, failure: { code, message } };
}

describe("adding a dependency (contract memory 1.3)", () => {
  const add = (issueId: string, dependsOnId: string, type = "blocks", createdBy?: string): Decision =>
    decide({ action: "dep.add", args: { issueId, dependsOnId, type, ...(createdBy !== undefined && { createdBy }) } });

  test("puts it last and says who", () => {
    expect(add("a", "c", "waits-for", "bo")).toStrictEqual(
      withEdges(A, [...A.dependencies, edge("a", "c", "waits-for", "bo")]),
    );
  });

  test("of another type between the same two is fine", () => {
    expect(add("a", "b", "parent-child")).toStrictEqual(
      withEdges(A, [...A.dependencies, edge("a", "b", "parent-child")]),
    );
  });

  test.each([
    ["x", "y", "blocks", "issue_not_found", "issue not found: x"],
    ["a", "gone", "blocks", "issue_not_found", "issue not found: gone"],
    ["a", "a", "related", "dependency_self_loop", "dependency self-loop is not allowed: a (related)"],
    ["a", "b", "blocks", "dependency_exists", "dependency already exists: a -> b (blocks)"],
    ["b", "a", "blocks", "dependency_cycle", "dependency cycle detected: b -> a (blocks); path: b -> a -> b"],
    [
      "c",
      "d",
      "related",
      "dependency_cycle",
      "dependency cycle detected: c -> d (related); path: c -> d -> a -> b -> c",
    ],
    [
      "a",
      "c",
      "tracks",
      "dependency_type_unknown",
      "unknown dependency type: tracks (expected one of: blocks, parent-child, conditional-blocks, related, discovered-from, relates-to, duplicates, supersedes, waits-for, replies-to)",
    ],
  ])("%s -> %s (%s) is refused as %s", (issueId, dependsOnId, type, code, message) => {
    expect(add(issueId, dependsOnId, type)).toStrictEqual(refusedAs(code, message));
  });
});

describe("removing a dependency (contract memory 1.3)", () => {
  const remove = (issueId: string, dependsOnId: string, type: string): Decision =>
    decide({ action: "dep.remove", args: { issueId, dependsOnId, type } });

  test("takes away every row of it and no other", () => {
    const twice = sampleIssue("e", { dependencies: [edge("e", "a"), edge("e", "b"), edge("e", "a", "blocks", "al")] });
    const view = issueView(byIds(twice));
    const mutation = { action: "dep.remove", args: { issueId: "e", dependsOnId: "a", type: "blocks" } } as const;
    expect(decideMutation(view, mutation, NOW, utf8)).toStrictEqual(withEdges(twice, [edge("e", "b")]));
  });

  test("works for a target that is not there and a type of another tool", () => {
    expect(remove("a", "gone", "tracks")).toStrictEqual(
      withEdges(A, [edge("a", "b"), edge("a", "b", "related", "al")]),
    );
  });

  test.each([
    ["x", "b", "blocks", "issue_not_found", "issue not found: x"],
    ["a", "b", "waits-for", "dependency_not_found", "dependency not found: a -> b (waits-for)"],
    ["a", "c", "blocks", "dependency_not_found", "dependency not found: a -> c (blocks)"],
  ])("%s -> %s (%s) is refused as %s", (issueId, dependsOnId, type, code, message) => {
    expect(remove(issueId, dependsOnId, type)).toStrictEqual(refusedAs(code, message));
  });
});

describe("replacing a dependency's type (contract memory 1.3)", () => {
  const replace = (ids: readonly [string, string], types: readonly [string, string], createdBy?: string): Decision => {
    const [issueId, dependsOnId] = ids;
    const [fromType, toType] = types;
    const args = { issueId, dependsOnId, fromType, toType, ...(createdBy !== undefined && { createdBy }) };
    return decide({ action: "dep.replace", args });
  };

  test.each([
    [undefined, "al"],
    [" ", "al"],
    [" bo", " bo"],
  ])("keeps its place, and its author when %j is given", (createdBy, author) => {
    const rows = [edge("a", "b"), edge("a", "gone", "tracks"), edge("a", "b", "duplicates", author)];
    expect(replace(["a", "b"], ["related", "duplicates"], createdBy)).toStrictEqual(withEdges(A, rows));
  });

  test("by itself is fine, and looks for no cycle", () => {
    expect(replace(["a", "b"], ["blocks", "blocks"])).toStrictEqual(withEdges(A, A.dependencies));
  });

  test.each<[string, readonly [string, string], readonly [string, string], string, string]>([
    ["no issue", ["x", "b"], ["blocks", "related"], "issue_not_found", "issue not found: x"],
    ["no target", ["a", "gone"], ["tracks", "related"], "issue_not_found", "issue not found: gone"],
    [
      "itself",
      ["a", "a"],
      ["blocks", "related"],
      "dependency_self_loop",
      "dependency self-loop is not allowed: a (related)",
    ],
    [
      "no such edge",
      ["a", "b"],
      ["waits-for", "related"],
      "dependency_not_found",
      "dependency not found: a -> b (waits-for)",
    ],
    [
      "an edge that is there",
      ["a", "b"],
      ["blocks", "related"],
      "dependency_exists",
      "dependency already exists: a -> b (related)",
    ],
  ])("is refused: %s", (_name, ids, types, code, message) => {
    expect(replace(ids, types)).toStrictEqual(refusedAs(code, message));
  });

  test("by a type that is none of ours is refused", () => {
    expect(replace(["a", "b"], ["blocks", "tracks"])).toMatchObject({
      ok: false,
      failure: { code: "dependency_type_unknown" },
    });
  });
});
