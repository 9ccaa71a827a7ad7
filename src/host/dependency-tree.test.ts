import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byIds, edge, sampleIssue } from "../../tests/support/sample-issue.ts";
import { dependencyTree, type DependencyTree, type TreeWish } from "./dependency-tree.ts";

const WISH: TreeWish = { root: undefined, depth: 32, all: false };

/** The tree as `depth id kind`, with what it hides. */
function outline({ nodes }: DependencyTree): readonly string[] {
  return nodes.map(({ depth, id, kind, hidden }) =>
    [depth, id, kind === "issue" ? "" : kind, hidden === 0 ? "" : `+${hidden}`].filter((part) => part !== "").join(" "),
  );
}

function needs(id: string, ...targets: readonly string[]) {
  return sampleIssue(id, { dependencies: targets.map((target) => edge(id, target)) });
}

describe("the graph as a tree", () => {
  test("an issue stands above what it needs, and what several need is shown once", () => {
    const issues = byIds(needs("a", "b", "c"), needs("b", "d"), needs("c", "d"), needs("d"));
    expect(outline(dependencyTree(issues, WISH))).toEqual(["0 a", "1 b", "2 d", "1 c", "2 d seen"]);
  });

  test("what holds back comes first, then the rest, as people count", () => {
    const dependencies = [
      edge("a", "b-2", "related"),
      edge("a", "b-10"),
      edge("a", "b-9"),
      edge("a", "b-9", "related"),
    ];
    const issues = byIds(sampleIssue("a", { dependencies }), needs("b-2"), needs("b-9"), needs("b-10"));
    const { nodes } = dependencyTree(issues, WISH);
    expect(nodes.map(({ id, types, blocking }) => [id, types, blocking])).toEqual([
      ["a", [], false],
      ["b-9", ["blocks", "related"], true],
      ["b-10", ["blocks"], true],
      ["b-2", ["related"], false],
    ]);
  });

  test("cycles and missing targets are shown, and nothing is walked twice", () => {
    const issues = byIds(needs("a", "b"), needs("b", "c", "ghost"), needs("c", "a"), needs("self", "self"));
    expect(outline(dependencyTree(issues, WISH))).toEqual([
      "0 self",
      "1 self cycle",
      "0 a",
      "1 b",
      "2 c",
      "3 a cycle",
      "2 ghost missing",
    ]);
  });

  test("closed issues are not followed and issues tied to nothing are counted, unless all are wanted", () => {
    const closed = sampleIssue("b", { status: "closed", dependencies: [edge("b", "c")] });
    const issues = byIds(needs("a", "b"), closed, needs("c"), needs("lone"), sampleIssue("z", { status: "closed" }));
    const some = dependencyTree(issues, WISH);
    expect([outline(some), some.isolated]).toEqual([["0 a", "1 b +1"], 2]);
    const all = dependencyTree(issues, { ...WISH, all: true });
    expect([outline(all), all.isolated]).toEqual([["0 a", "1 b", "2 c", "0 lone", "0 z"], 0]);
  });

  test("a root that is named is followed even when it is closed", () => {
    const issues = byIds(sampleIssue("a", { status: "closed", dependencies: [edge("a", "b")] }), needs("b"));
    expect(outline(dependencyTree(issues, { ...WISH, root: "a" }))).toEqual(["0 a", "1 b"]);
  });

  test("what lies too deep is counted, and shown whole where it stands less deep", () => {
    const issues = byIds(needs("a", "b", "d"), needs("b", "c"), needs("c", "d"), needs("d", "e"), needs("e"));
    expect(outline(dependencyTree(issues, { ...WISH, depth: 2 }))).toEqual(["0 a", "1 b", "2 c +1", "1 d", "2 e"]);
    expect(outline(dependencyTree(issues, { ...WISH, depth: 0 }))).toEqual(["0 a +2"]);
  });

  test("a chain longer than the stack is laid out", () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => needs(`n-${at}`, `n-${at + 1}`));
    expect(dependencyTree(byIds(...chain), { ...WISH, depth: 1_000_000 }).nodes).toHaveLength(20_001);
  });

  test("on any graph it ends, and shows every open issue that is tied to another at least once, whole at most once", () => {
    const ids = ["a", "b", "c", "d", "e"] as const;
    const graph = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids, "ghost")), { maxLength: 12 });
    fc.assert(
      fc.property(graph, (pairs) => {
        const targets = Map.groupBy(pairs, ([from]) => from);
        const issues = byIds(...ids.map((id) => needs(id, ...(targets.get(id) ?? []).map(([, to]) => to))));
        const { nodes, isolated } = dependencyTree(issues, WISH);
        const whole = nodes.filter(({ kind }) => kind === "issue").map(({ id }) => id);
        expect(new Set(whole).size).toBe(whole.length);
        expect(whole.length + isolated).toBe(ids.length);
      }),
    );
  });
});
