import { present } from "../../../evidence/text.ts";
import type { Json } from "../../../json/value.ts";
import type { ResultFact, TurnFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { policyPackageUnpinned as provenanceUnpinned } from "../reference/governance.ts";
import { plainJson } from "../../../json/plain.ts";

/** A version, exactly one: no range, no tag. */
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** The bound policy package could be another one tomorrow (G01). */
export function packageUnpinned({ spec }: TurnFacts): readonly Finding[] {
  const { name, version, integrity } = spec.governance.package;
  const path = "evidence.tusk.spec.governance.package";
  const findings: Finding[] = [];
  if (present(integrity) === undefined)
    findings.push({ subject: name, path: `${path}.integrity`, note: `${name} has no integrity` });
  if (!EXACT_VERSION.test(version))
    findings.push({ subject: name, path: `${path}.version`, note: `${version} is no exact version` });
  return findings;
}

/** Another policy governs than the one that is bound and pinned (G01). */
export function packageMismatch({ callSpec, digest, input, spec }: TurnFacts): readonly Finding[] {
  const { name, version } = spec.governance.package;
  const bound = digest(plainJson(spec.governance));
  const provenance = isClaimed(input.governanceProfile?.claimed)
    ? input.governanceProfile?.policyProvenance
    : undefined;
  const rows = [
    ["evidence.callSpec.governancePolicyDigest", callSpec.governancePolicyDigest, bound],
    ["governanceProfile.policyProvenance.boundDigest", present(provenance?.boundDigest), bound],
    ["governanceProfile.policyProvenance.packageRef", present(provenance?.packageRef), `${name}@${version}`],
  ] as const;
  return gather(rows, ([path, stated, computed]) => {
    if (stated === undefined || stated === computed) return NONE;
    return [{ subject: name, path, note: `${stated} is not ${computed}` }];
  });
}

export function packageNotPinned(facts: TurnFacts): string | undefined {
  const unpinned =
    packageUnpinned(facts).length > 0 || (notClaimed(facts) === undefined && provenanceUnpinned(facts).length > 0);
  return unpinned ? "the policy package is not pinned" : undefined;
}

/** In the full profile an unknown claim hides nothing else. */
export function notClaimed({ input }: Pick<TurnFacts, "input">): string | undefined {
  return isClaimed(input.governanceProfile?.claimed) ? undefined : "governance is not claimed";
}

export function notClaimedOrPinned(facts: TurnFacts): string | undefined {
  return notClaimed(facts) ?? packageNotPinned(facts);
}

/** No control profile for the tier the work is in (G02). */
export function riskTierProfileMissing({ callSpec, spec }: TurnFacts): readonly Finding[] {
  const { controlProfiles, riskTier } = spec.governance;
  if (Object.hasOwn(controlProfiles, riskTier)) return [];
  const path = "evidence.tusk.spec.governance.controlProfiles";
  return [{ subject: callSpec.callId, path, note: `there is no control profile for risk tier ${riskTier}` }];
}

/** Something left or was kept that the observability mode forbids (G06). */
export function traceModeViolation(facts: TurnFacts): readonly Finding[] {
  const { callSpec, spec, tusk } = facts;
  const { mode, processors } = spec.governance.observability;
  const subject = callSpec.callId;
  const findings: Finding[] = [];
  if (mode === "internal_processor" && processors.length === 0) {
    const path = "evidence.tusk.spec.governance.observability.processors";
    findings.push({ subject, path, note: "no processor is registered" });
  }
  for (const [at, { sink, carries }] of (tusk.exports ?? []).entries()) {
    const why =
      carries === "payload" && mode !== "dashboard"
        ? `a payload left to ${sink} in mode ${mode}`
        : mode === "internal_processor" && processors.length > 0 && !processors.includes(sink)
          ? `${sink} is no registered processor`
          : undefined;
    if (why !== undefined) findings.push({ subject: sink, path: `evidence.tusk.exports[${at}]`, note: why });
  }
  return mode === "dashboard" ? findings : [...findings, ...keptData(facts)];
}

/** What a zero-retention file still holds; a live turn has its values in memory only. */
function keptData(facts: TurnFacts): readonly Finding[] {
  const { input, origin, ownValues, requests, results, tusk, values } = facts;
  if (origin === "live") return NONE;
  const kept = (subject: string, path: string): readonly Finding[] => [
    { subject, path, note: "data of the turn was stored" },
  ];
  const free = (value: Json | undefined, subject: string, path: string): readonly Finding[] =>
    value === undefined || values.resolve(value) === undefined ? NONE : kept(subject, path);
  const packet = tusk.handoff?.packet;
  const found = [
    ...gather(requests, ({ id, at, row }) => free(row.args, id, `evidence.tusk.requests[${at}].args`)),
    ...gather(results, (result) =>
      holdsOutput(result, facts) ? kept(result.id, `evidence.tusk.results[${result.at}]`) : NONE,
    ),
    ...gather(input.evidence.toolResults ?? [], ({ rawError = null, toolCallId }, at) =>
      rawError === null ? NONE : kept(toolCallId, `evidence.toolResults[${at}].rawError`),
    ),
    ...free(tusk.intent?.args, "intent", "evidence.tusk.intent.args"),
    ...free(packet?.intent, "handoff", "evidence.tusk.handoff.packet.intent"),
    ...free(packet?.constraints, "handoff", "evidence.tusk.handoff.packet.constraints"),
  ];
  // A value that one of these rows names was told of with the row.
  return found.length > 0 ? found : gather(ownValues(), (digest) => kept(digest, `evidence.tusk.values["${digest}"]`));
}

/** A payload, a shown text or a program's output that can be read from the file. */
function holdsOutput({ payload, render, row }: ResultFact, { values }: TurnFacts): boolean {
  if (payload !== undefined) return true;
  if (render !== undefined && (values.get(render.reminderRenderDigest) ?? "") !== "") return true;
  // An exit is a number or a word; anything with room for data is data.
  const exit = row.shell?.exit ?? null;
  if (typeof exit === "object" && exit !== null) return true;
  const { stdout, stderr, traceback } = row.code ?? { stdout: "", stderr: "", traceback: "" };
  return [stdout, stderr, traceback].some((text) => typeof text === "string" && text !== "");
}

function isClaimed(claimed: boolean | undefined): boolean {
  return claimed === true;
}
