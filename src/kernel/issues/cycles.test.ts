import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { byCodePoint } from "../digest/order.ts";
import { findCycle, type GraphScope } from "./cycles.ts";
import type { Issue } from "./issue.ts";

function graph(
  edges: readonly (readonly [string, string, string?])[],
  closed: readonly string[] = [],
  ids: readonly string[] = [],
): ReadonlyMap<string, Issue> {
  const all = new Set([...ids, ...edges.map(([from]) => from)]);
  return byIds(
    ...[...all].map((id) => {
      const own = edges.filter(([from]) => from === id).map(([from, to, type]) => edge(from, to, type));
      return sampleIssue(id, { status: closed.includes(id) ? "closed" : "open", dependencies: own });
    }),
  );
}

/** The contract's words, one by one: every issue, every edge, a search from each. */
function naive(issues: ReadonlyMap<string, Issue>, scope: GraphScope): readonly string[] | undefined {
  const active = ({ status }: Issue): boolean => ["open", "in_progress"].includes(status.trim().toLowerCase());
  const inScope = (id: string): boolean => {
    const issue = issues.get(id);
    return issue !== undefined && (scope === "full" || active(issue));
  };
  const search = (from: string, to: string): readonly string[] | undefined => {
    if (from === to) return [from];
    const paths: (readonly [string, ...string[]])[] = [[from]];
    const seen = new Set([from]);
    for (const path of paths) {
      const next = new Set(
        issues
          .get(path.at(-1) ?? "")
          ?.dependencies.map((row) => row.depends_on_id)
          .filter(inScope),
      );
      for (const id of [...next].sort(byCodePoint)) {
        if (id === to) return [...path, id];
        if (!seen.has(id)) paths.push([...path, id]);
        seen.add(id);
      }
    }
    return undefined;
  };
  for (const issue of [...issues.values()].sort((a, b) => byCodePoint(a.id, b.id))) {
    if (!inScope(issue.id)) continue;
    for (const target of issue.dependencies.map((row) => row.depends_on_id).sort(byCodePoint)) {
      const path = inScope(target) ? search(target, issue.id) : undefined;
      if (path !== undefined) return [issue.id, ...path];
    }
  }
  return undefined;
}

describe("the cycle that is reported (contract memory 1.5)", () => {
  test("of a loop is the issue twice, of three issues all of them and the first again", () => {
    expect(findCycle(graph([["a", "a"]]), "active")).toStrictEqual(["a", "a"]);
    expect(
      findCycle(
        graph([
          ["b", "c"],
          ["c", "a"],
          ["a", "b"],
        ]),
        "full",
      ),
    ).toStrictEqual(["a", "b", "c", "a"]);
  });

  test("counts edges of every type, also unknown ones", () => {
    expect(
      findCycle(
        graph([
          ["a", "b", "related"],
          ["b", "a", "tracks"],
        ]),
        "active",
      ),
    ).toStrictEqual(["a", "b", "a"]);
  });

  test("is invisible to the active scope when a closed issue is on it", () => {
    const issues = graph(
      [
        ["a", "b"],
        ["b", "a"],
      ],
      ["b"],
    );
    expect([findCycle(issues, "active"), findCycle(issues, "full")]).toStrictEqual([undefined, ["a", "b", "a"]]);
  });

  test("is none when edges lead to issues that are not there", () => {
    expect(
      findCycle(
        graph([
          ["a", "gone"],
          ["b", "a"],
        ]),
        "full",
      ),
    ).toBeUndefined();
  });

  test("is the one of the contract's own search, whatever the graph", () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e", "\uFF5E", "\u{1F600}");
    const edges = fc.array(fc.tuple(id, fc.oneof(id, fc.constant("gone")), fc.constantFrom("blocks", "related")), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(edges, fc.subarray(["a", "b", "c"]), (list, closed) => {
        const issues = graph(list, closed, ["a", "b"]);
        for (const scope of ["active", "full"] as const)
          expect(findCycle(issues, scope)).toStrictEqual(naive(issues, scope));
      }),
      { numRuns: 2000 },
    );
  });

  test(
    "is looked for in linear time: a chain, a ladder and a late cycle of 100,000 issues",
    { timeout: 20_000 },
    () => {
      const name = (n: number): string => `i${String(n).padStart(6, "0")}`;
      const ladder = (size: number, last: readonly string[]): ReadonlyMap<string, Issue> =>
        byIds(
          ...Array.from({ length: size }, (_, n) => {
            const targets = n === size - 1 ? last : [name(n + 1), name(Math.min(n + 2, size - 1))];
            return sampleIssue(name(n), { dependencies: targets.map((target) => edge(name(n), target)) });
          }),
        );
      expect(findCycle(ladder(100_000, []), "active")).toBeUndefined();
      expect(findCycle(ladder(100_000, [name(99_998)]), "full")).toStrictEqual([
        name(99_998),
        name(99_999),
        name(99_998),
      ]);
      expect(findCycle(ladder(100_000, [name(0)]), "full")?.length).toBe(50_002);
    },
  );
});
