import { join } from "node:path";
import { expect, test } from "vitest";
import {
  FAIL_CLASSES,
  FAIL_CLOSED,
  type FailClass,
  judgeFull,
  type MutationInput,
  MUTATIONS,
  normalizeEvidence,
} from "#kernel";
import { sha256 } from "#platform";
import { runRules, type StageEvidence } from "../src/kernel/gate/run.ts";
import { parseMutationAction } from "../src/kernel/permit/mutation.ts";
import { judgeVector } from "./judge-vector.ts";
import { readFiles } from "./write-files.ts";

const files = readFiles(join(import.meta.dirname, "vectors"));

/** Everything that a rule of any stage may look at in a vector. */
function evidenceOf(path: string, text: string): StageEvidence {
  const verdict = judgeVector(text);
  if (!verdict.ok) throw new Error(`${path} cannot be judged: ${verdict.reason}`);
  const { input, mutation } = verdict.vector;
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) throw new Error(normalization.reason);
  const judged = judgeFull({ input, tusk: input.evidence.tusk ?? null, normalization }, sha256);
  if (!judged.ok) throw new Error(judged.reason);
  const { facts, report } = judged;
  const stages = { wire: facts, requests: facts, guard: facts, join: facts };
  const action = parseMutationAction(facts.tusk.intent?.action ?? "");
  if ((mutation ?? null) === null || action === undefined) return stages;
  // Earned: the vector was judged with it, so it has the form.
  const asked = mutation as unknown as MutationInput;
  const requiredClaims = MUTATIONS[action].claims;
  return { ...stages, mutation: { ...facts, mutation: asked, evidenceDigest: report.evidenceDigest, requiredClaims } };
}

function trippingEvidence(failClass: FailClass): readonly StageEvidence[] {
  return [...files]
    .filter(([path]) => path.startsWith(`${failClass}/trips`))
    .map(([path, text]) => evidenceOf(path, text));
}

test.each(FAIL_CLASSES)("every single rule of %s is tripped by some vector (K07, K10)", (failClass) => {
  const evidence = trippingEvidence(failClass);
  const silent = FAIL_CLOSED[failClass].full.filter((rule) => {
    return evidence.every((at) => runRules([rule], at).findings.length === 0);
  });
  expect(silent.map((rule) => rule.when)).toEqual([]);
});
