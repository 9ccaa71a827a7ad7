import { describe, expect, test } from "vitest";
import { byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { graphIntegrity, projectDependencies } from "./dependency-projection.ts";
import { blocksIssue, DEPENDENCY_TYPES, parseDependencyType } from "./dependency-types.ts";

describe("a dependency type (contract memory 1.3)", () => {
  test.each([
    ["blocks", true, "blocking", "next-action", "constraint"],
    ["conditional-blocks", true, "blocking", "next-action", "constraint"],
    ["waits-for", true, "blocking", "next-action", "constraint"],
    ["parent-child", true, "blocking", "project-structure", "generator"],
    ["discovered-from", false, "informational", "captured-work", "provenance"],
    ["replies-to", false, "informational", "captured-work", "provenance"],
    ["related", false, "informational", "reference", "provenance"],
    ["relates-to", false, "informational", "reference", "provenance"],
    ["duplicates", false, "informational", "dedupe", "equivalence"],
    ["supersedes", false, "informational", "dedupe", "equivalence"],
    ["tracks", false, "informational", "reference", "provenance"],
    ["constructor", false, "informational", "reference", "provenance"],
  ])("%s blocks: %s; it is %s, %s, %s", (type, blocking, ...roles) => {
    const issues = byIds(sampleIssue("a", { dependencies: [edge("a", "b", type, "al")] }));
    const views = ["execution", "gtd", "groupoid"] as const;
    expect(blocksIssue(type)).toBe(blocking);
    expect(views.flatMap((view) => projectDependencies(issues, view))).toStrictEqual(
      views.map((view, n) => ({
        issueId: "a",
        dependsOnId: "b",
        type,
        createdBy: "al",
        view,
        role: roles[n],
        blocking,
      })),
    );
  });

  test("is one of ten for a new dependency; `tracks`, `Blocks` and `toString` are none", () => {
    expect(DEPENDENCY_TYPES.length).toBe(10);
    expect(["waits-for", "tracks", "Blocks", "toString"].map(parseDependencyType)).toStrictEqual([
      "waits-for",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("dependencies are projected by issue, target, type and author, wherever they stand", () => {
  const rows = [
    edge("b", "a"),
    edge("a", "c", "related", "z"),
    edge("a", "c", "related", "b"),
    edge("a", "c"),
    edge("a", "b"),
  ];
  const issues = byIds(sampleIssue("z", { dependencies: rows }));
  const shown = projectDependencies(issues, "gtd").map((row) =>
    [row.issueId, row.dependsOnId, row.type, row.createdBy].join(" "),
  );
  expect(shown).toStrictEqual(["a b blocks ", "a c blocks ", "a c related b", "a c related z", "b a blocks "]);
});

test("integrity names the cycle or says there is none", () => {
  const issues = byIds(sampleIssue("a", { status: "closed", dependencies: [edge("a", "a")] }));
  expect([graphIntegrity(issues, "active"), graphIntegrity(issues, "full")]).toStrictEqual([
    { hasCycle: false, cyclePath: null },
    { hasCycle: true, cyclePath: ["a", "a"] },
  ]);
});
