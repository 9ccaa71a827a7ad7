import type { EvalRow, SelfEvolution } from "../../../evidence/mutation-input.ts";
import type { MutationFacts } from "../../mutation-facts.ts";
import { numeric } from "../../numeric.ts";
import type { Finding } from "../../rule.ts";

/** The action that makes a governance policy active. */
export const POLICY_PROMOTE = "policy.promote";

/** The policy was measured too low, or not at all (G03). */
export function evalGateUnmet({ mutation, spec }: MutationFacts): readonly Finding[] {
  const gate = spec.governance.evalGate;
  if (gate === undefined) return [found("evalGate", "evidence.tusk.spec.governance.evalGate", "no eval gate is bound")];
  const rows = mutation.evals ?? [];
  if (rows.length === 0) return [found("evals", "mutation.evals", "the policy was not evaluated")];
  const demanded = [
    ["precision", (row: EvalRow) => row.tp / (row.tp + row.fp), numeric(gate.minPrecision)],
    ["recall", (row: EvalRow) => row.tp / (row.tp + row.fn), numeric(gate.minRecall)],
    ["F1", (row: EvalRow) => (2 * row.tp) / (2 * row.tp + row.fp + row.fn), numeric(gate.minF1)],
  ] as const;
  return rows.flatMap((row, at) => {
    const subject = row.datasetDigest ?? String(at);
    const path = `mutation.evals[${at}]`;
    if (row.tp + row.fn === 0) return [found(subject, path, "the data has no positives")];
    return demanded.flatMap(([name, measure, least]) => {
      const measured = measure(row);
      // Not `<`: what is no number proves nothing.
      return measured >= least
        ? []
        : [found(subject, path, `${name} is ${measured.toFixed(4)}, at least ${least} is due`)];
    });
  });
}

/** An evaluation that does not say of what, or on what, or is of another policy. */
export function evalLineageMissing({ mutation }: MutationFacts): readonly Finding[] {
  const promoted = mutation.selfEvolution?.policyAfter;
  return (mutation.evals ?? []).flatMap((row, at) => {
    const path = `mutation.evals[${at}]`;
    const subject = row.datasetDigest ?? String(at);
    if ((row.datasetDigest ?? "") === "") return [found(subject, `${path}.datasetDigest`, "names no dataset")];
    if ((row.policyDigest ?? "") === "") return [found(subject, `${path}.policyDigest`, "names no policy")];
    if (promoted === undefined || row.policyDigest === promoted) return [];
    return [found(subject, `${path}.policyDigest`, `is of policy ${row.policyDigest ?? ""}, promoted is ${promoted}`)];
  });
}

/** Too few attacks were tried, some kind was not tried, or one got through (G04). */
export function redTeamGateUnmet({ mutation, spec }: MutationFacts): readonly Finding[] {
  const gate = spec.governance.redTeam;
  if (gate === undefined)
    return [found("redTeam", "evidence.tusk.spec.governance.redTeam", "no red-team gate is bound")];
  const probes = mutation.redTeam ?? [];
  const distinct = new Set(probes.map((probe) => probe.probeDigest)).size;
  const few = distinct < gate.minProbes ? [`${distinct} distinct probes, at least ${gate.minProbes} are due`] : [];
  const unused = [
    ...gate.plugins
      .filter((plugin) => !probes.some((probe) => probe.plugin === plugin))
      .map((name) => `plugin ${name}`),
    ...gate.strategies
      .filter((strategy) => !probes.some((probe) => probe.strategy === strategy))
      .map((name) => `strategy ${name}`),
  ].map((what) => `${what} was not used`);
  const broken = probes.flatMap((probe, at) => {
    if (probe.outcome === "held") return [];
    return [found(probe.probeDigest, `mutation.redTeam[${at}].outcome`, `${probe.plugin} broke the policy`)];
  });
  return [...[...few, ...unused].map((note) => found("redTeam", "mutation.redTeam", note)), ...broken];
}

/** A policy that an agent changed cannot be tried again. */
export function retryMissing(facts: MutationFacts): readonly Finding[] {
  return evolutionRefMissing(facts, "retry");
}

/** A policy that an agent changed has nobody to go to. */
export function escalationMissing(facts: MutationFacts): readonly Finding[] {
  return evolutionRefMissing(facts, "escalation");
}

/** A policy that an agent changed cannot be taken back. */
export function rollbackMissing(facts: MutationFacts): readonly Finding[] {
  return evolutionRefMissing(facts, "rollback");
}

export function noPromotion({ tusk }: MutationFacts): string | undefined {
  return tusk.intent?.action === POLICY_PROMOTE ? undefined : `the action is not ${POLICY_PROMOTE}`;
}

export function noEvals(facts: MutationFacts): string | undefined {
  const promotion = noPromotion(facts);
  if (promotion !== undefined) return promotion;
  return (facts.mutation.evals ?? []).length === 0 ? "there are no evaluations" : undefined;
}

function evolutionRefMissing(
  { mutation }: MutationFacts,
  field: Exclude<keyof SelfEvolution, "policyBefore" | "policyAfter">,
): readonly Finding[] {
  const ref = mutation.selfEvolution?.[field];
  if (ref !== undefined && mutation.resolved.some((row) => row.ref === ref)) return [];
  const note = ref === undefined ? `there is no ${field} evidence` : `${ref} does not resolve`;
  return [found(ref ?? field, `mutation.selfEvolution.${field}`, note)];
}

function found(subject: string, path: string, note: string): Finding {
  return { subject, path, note };
}
