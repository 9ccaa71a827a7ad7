import { expect, test } from "vitest";
import { ASCII, BOXES, treeBranches } from "./tree-lines.ts";

const DEPTHS = [0, 1, 2, 2, 3, 1, 2, 0, 1].map((depth) => ({ depth }));

test("branches join what hangs on the same node, and end at the last one", () => {
  expect(treeBranches(DEPTHS, BOXES)).toEqual(["", "├─ ", "│  ├─ ", "│  └─ ", "│     └─ ", "└─ ", "   └─ ", "", "└─ "]);
});

test("a screen without lines gets letters", () => {
  expect(treeBranches(DEPTHS.slice(0, 5), ASCII)).toEqual(["", "`- ", "   |- ", "   `- ", "      `- "]);
});
