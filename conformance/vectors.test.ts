import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FAIL_CLASSES, type FailClass } from "#kernel";
import { found } from "./altered-turn.ts";
import { judgeVector, type VectorVerdict } from "./judge-vector.ts";
import { makeVectors } from "./make-vectors.ts";
import { readFiles } from "./write-files.ts";

const files = readFiles(join(import.meta.dirname, "vectors"));

/** A missing or orphaned row leaves the whole turn open, and a lost result leaves its use behind (CONTRACT-EVIDENCE §3). */
const TOGETHER: ReadonlySet<string> = new Set([
  "tool.result_missing",
  "tool.result_orphan",
  "tool.join_incomplete",
  "tool.use_missing",
  "tool.use_without_result",
]);

function judged(path: string): Extract<VectorVerdict, { ok: true }> {
  const verdict = judgeVector(found(files.get(path), path));
  if (!verdict.ok) throw new Error(`${path} cannot be judged: ${verdict.reason}`);
  return verdict;
}

function tripsOf(failClass: FailClass): readonly string[] {
  return [...files.keys()].filter((path) => path.startsWith(`${failClass}/trips`));
}

test("the committed vectors are byte for byte what make-vectors.ts makes", () => {
  const made = makeVectors();
  expect([...files.keys()]).toEqual([...made.keys()].toSorted());
  for (const [path, text] of files) expect(made.get(path) === text, path).toBe(true);
});

test("every class has its two vectors, and no vector is without a class (K10)", () => {
  const known = FAIL_CLASSES.flatMap((name) => [`${name}/holds.json`, `${name}/trips.json`]);
  expect([...files.keys()]).toEqual(expect.arrayContaining(known));
  const others = [...files.keys()].filter((path) => !known.includes(path));
  const named = others.filter((path) => FAIL_CLASSES.some((name) => path.startsWith(`${name}/trips-`)));
  expect(others).toEqual(named);
});

/** The cases in which only the calls are refused and the loop may go on; every other one ends the turn. */
const CONTINUES = [
  /^tool\.schema_invalid\/trips(?:-args-unproven)?\.json$/,
  /^tool\.unknown_or_disallowed\/trips(?:-not-.*|-permission-.*)?\.json$/,
  /^tool\.(?:discovery_mismatch|discovery_unresolved|caller_not_allowed|parallel_policy_violation)\/trips/,
];

test("a refusal answers continue or stop as the table of rules says (CONTRACT-EVIDENCE §3)", () => {
  for (const path of FAIL_CLASSES.flatMap(tripsOf)) {
    const answers = judged(path).checks.flatMap((row) => (row.outcome === "tripped" ? [row.answer] : []));
    const answer = CONTINUES.some((pattern) => pattern.test(path)) ? "continue" : "stop";
    expect(new Set(answers), path).toEqual(new Set([answer]));
  }
});

describe.each(FAIL_CLASSES)("%s", (failClass) => {
  test.each(tripsOf(failClass))("%s yields exactly the violations it lists, in report order (K07, K10)", (path) => {
    const { vector, violations, accepted } = judged(path);
    expect(vector.class).toBe(failClass);
    expect(violations).toEqual(vector.violations);
    expect(violations.map((violation) => violation.class)).toContain(failClass);
    expect(accepted).toBe(false);
  });

  test("trips alone, but for the classes that are meant to trip together (K10)", () => {
    for (const path of tripsOf(failClass)) {
      const others = judged(path).violations.filter((violation) => violation.class !== failClass);
      expect(TOGETHER.has(failClass) ? others.filter(({ class: name }) => !TOGETHER.has(name)) : others).toEqual([]);
    }
  });

  test("is held in the twin that holds, and nothing trips there (K07, K08)", () => {
    const { vector, violations, checks, accepted } = judged(`${failClass}/holds.json`);
    expect(vector.class).toBe(failClass);
    expect(vector.violations).toEqual([]);
    expect(violations).toEqual([]);
    expect(checks.find((row) => row.class === failClass)).toEqual({ class: failClass, outcome: "held" });
    // A zero-retention file withholds what would prove the other classes, and is not accepted for it.
    expect(accepted || failClass === "governance.trace_mode_violation").toBe(true);
  });

  test("has vectors that each say in a sentence of their own what happened", () => {
    const sentences = [`${failClass}/holds.json`, ...tripsOf(failClass)].map((path) => judged(path).vector.why);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
