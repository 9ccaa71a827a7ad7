import { describe, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { MUTATION_INPUT } from "./mutation-input.ts";

const LEAST = { intentDigest: "d", claims: [], activePolicy: null, resolved: [] };
const FULL = {
  ...LEAST,
  claims: ["c"],
  activePolicy: { close: true },
  resolved: [{ ref: "r", digest: "d" }],
  join: { evidenceDigest: "d", witnessRef: "w" },
  evals: [
    { tp: 1, fp: 0, fn: 0 },
    { datasetDigest: "d", policyDigest: "p", tp: 1, fp: 0, fn: 0 },
  ],
  redTeam: [{ plugin: "p", strategy: "s", probeDigest: "d", outcome: "held" }],
  selfEvolution: { policyBefore: "a", policyAfter: "b", retry: "r", escalation: "e", rollback: "o" },
};

function misfit(value: Json): string | undefined {
  const found = findMisfit(value, MUTATION_INPUT.node, "mutation");
  return found === undefined ? undefined : `${found.path} ${found.problem}`;
}

describe("the form of a mutation input (CONTRACT-EVIDENCE §2, stage M)", () => {
  test.each<[string, Json]>([
    ["the least there is", LEAST],
    ["everything there is", FULL],
    [
      "evolution without its refs: they trip their own classes",
      { ...LEAST, selfEvolution: { policyBefore: "a", policyAfter: "b" } },
    ],
  ])("takes %s", (_what, value) => {
    expect(misfit(value)).toBeUndefined();
  });

  test.each(["intentDigest", "claims", "activePolicy", "resolved"])("needs %s", (field) => {
    const { [field]: _gone, ...rest } = LEAST as Readonly<Record<string, Json>>;
    expect(misfit(rest)).toBe(`mutation.${field} is absent`);
  });

  test.each<[string, Json, string]>([
    ["an unknown key", { ...FULL, verdict: true }, "mutation.verdict is no known field"],
    ["a join that is null", { ...FULL, join: null }, "mutation.join is null, expected an object"],
    ["a join without witness", { ...FULL, join: { evidenceDigest: "d" } }, "mutation.join.witnessRef is absent"],
    [
      "a count below 0",
      { ...FULL, evals: [{ tp: -1, fp: 0, fn: 0 }] },
      "mutation.evals[0].tp is a number, expected a whole number from 0",
    ],
    ["a missing count", { ...FULL, evals: [{ tp: 1, fp: 0 }] }, "mutation.evals[0].fn is absent"],
    [
      "a probe that ended otherwise",
      { ...FULL, redTeam: [{ plugin: "p", strategy: "s", probeDigest: "d", outcome: "open" }] },
      'mutation.redTeam[0].outcome is "open", expected one of held, broken',
    ],
    ["a ref without digest", { ...FULL, resolved: [{ ref: "r" }] }, "mutation.resolved[0].digest is absent"],
    ["evolution without policies", { ...FULL, selfEvolution: {} }, "mutation.selfEvolution.policyBefore is absent"],
  ])("refuses %s", (_what, value, reason) => {
    expect(misfit(value)).toBe(reason);
  });
});
