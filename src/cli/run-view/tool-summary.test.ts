import { expect, test } from "vitest";
import { changedPaths, toolSummary } from "./tool-summary.ts";

test.each([
  ["read", { path: "src/a.ts", offset: 1, limit: 40 }, "read src/a.ts 1-40"],
  ["read", { path: "src/a.ts", offset: 1, limit: 2000 }, "read src/a.ts"],
  ["ls", {}, "ls ."],
  ["grep", { pattern: "a b", path: "src" }, 'grep "a b" src'],
  ["write", { path: "a.txt", content: "1\n2\n" }, "write a.txt (2 lines)"],
  ["write", { path: "a.txt", content: "1" }, "write a.txt (1 line)"],
  ["bash", { command: "npm test", workdir: "." }, "bash npm test"],
  ["bash", { command: "cd x\nmake", workdir: "packages/core" }, "bash cd x ⏎ make (in packages/core)"],
  ["mcp__a__b", { n: 1, list: [1, 2], text: "x".repeat(80) }, `mcp__a__b n=1 list=… text=${"x".repeat(60)}…`],
  ["read", { path: 7 }, "read"],
])("%s %j is told as %j", (tool, args, summary) => {
  expect(toolSummary(tool, args)).toBe(summary);
});

const PATCH = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b/c.ts\n+z\n*** End Patch";

test("a patch is told, and counted, by its files", () => {
  expect(toolSummary("apply_patch", { patch: PATCH })).toBe("apply_patch a.ts, b/c.ts");
  expect(["apply_patch", "edit", "read"].map((tool) => changedPaths(tool, { patch: PATCH, path: "e.ts" }))).toEqual([
    ["a.ts", "b/c.ts"],
    ["e.ts"],
    [],
  ]);
});
