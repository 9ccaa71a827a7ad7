import { isJsonObject, type Json } from "../../../json/value.ts";
import type { Effect } from "../../../spec/spec-values.ts";
import type { ResultFact, TurnFacts } from "../../facts.ts";
import { isWithin } from "../../paths.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { leftTraces, resultPath } from "./result.ts";

/** A command ran elsewhere, as something else, or in another sandbox than was bound (T05). */
export function shellOutOfBounds(facts: TurnFacts): readonly Finding[] {
  const { roots } = facts.spec.boundaryPolicy;
  const { profile, network } = facts.spec.sandbox;
  return gather(facts.results, (result) => {
    const { row, id: subject } = result;
    if (row.shell === undefined) return NONE;
    const wrong = (field: string, note: string): Finding => ({
      subject,
      path: resultPath(result, `shell.${field}`),
      note,
    });
    const ran = row.shell;
    return [
      ...commandUnproven(result, facts),
      ...(roots.some((root) => isWithin(ran.workdir, root))
        ? NONE
        : [wrong("workdir", `${ran.workdir} is in none of ${roots.join(", ") || "no root"}`)]),
      ...(ran.profile === profile ? NONE : [wrong("profile", `ran in ${ran.profile}, bound is ${profile}`)]),
      ...(ran.network === network ? NONE : [wrong("network", `ran with network ${ran.network}, bound is ${network}`)]),
    ];
  });
}

/** The command that ran is not the one that was asked for, or nobody can show which one was. */
function commandUnproven(result: ResultFact, { textDigest, values }: TurnFacts): readonly Finding[] {
  const { id: subject, row, request } = result;
  // A result that answers no request trips its own class.
  if (row.shell === undefined || request === undefined) return NONE;
  const path = resultPath(result, "shell.commandDigest");
  const args = values.resolve(request.row.args);
  if (args === undefined) return [{ subject, path, note: "the command is not in the evidence", unproven: true }];
  if (isCommand(args, row.shell.commandDigest, textDigest)) return NONE;
  return [{ subject, path, note: "the command that ran is not the one that was asked for" }];
}

/** Files were changed through a surface that the policy does not allow, or by the shell (T05). */
export function editOutOfBounds({ results, spec }: TurnFacts): readonly Finding[] {
  const { editSurfaces, shellMayEdit } = spec.boundaryPolicy;
  return gather(results, (result) => {
    const { id: subject, row } = result;
    const findings: Finding[] = [];
    if (row.surface !== undefined && !editSurfaces.includes(row.surface)) {
      const note = `${row.surface} is none of ${editSurfaces.join(", ") || "no surface"}`;
      findings.push({ subject, path: resultPath(result, "surface"), note });
    }
    const changed = (row.artifacts ?? []).some((artifact) => artifact.before !== artifact.after);
    const byShell = hasEffect(result, "shell") || row.shell !== undefined;
    if (changed && byShell && !shellMayEdit)
      findings.push({ subject, path: resultPath(result, "artifacts"), note: "the shell changed files" });
    // A writing tool without a surface trips its own class.
    if (changed && !byShell && row.surface === undefined && !hasEffect(result, "write"))
      findings.push({ subject, path: resultPath(result, "artifacts"), note: "files were changed through no surface" });
    return findings;
  });
}

/** The sandbox was not proven to hold. */
export function sandboxUnattested({ callSpec, spec }: TurnFacts): readonly Finding[] {
  const subject = callSpec.callId;
  const path = "evidence.tusk.spec.sandbox.attestation";
  const { attestation } = spec.sandbox;
  if (attestation.length === 0) return [{ subject, path, note: "the sandbox was never tested" }];
  return gather(attestation, ({ probe, expected, observed }, at) => {
    if (expected === observed) return NONE;
    return [{ subject, path: `${path}[${at}].observed`, note: `probe ${probe} expected ${expected}, saw ${observed}` }];
  });
}

/** Nothing that could have left its bounds was started. */
export function nothingRan({ results }: TurnFacts): string | undefined {
  const started = results.some((result) => {
    const could = hasEffect(result, "shell") || hasEffect(result, "write");
    return leftTraces(result.row) || (could && result.row.outcome !== "denied");
  });
  return started ? undefined : "no tool with a shell or write effect ran";
}

/** The context was cut down without a policy, without what has to be carried, or under a wrong digest (R23). */
export function compactionInvalid({ callSpec, digest, spec, tusk }: TurnFacts): readonly Finding[] {
  const { compaction } = tusk;
  if (compaction === undefined) return NONE;
  const subject = callSpec.callId;
  const findings: Finding[] = [];
  if (spec.compactionPolicy === undefined)
    findings.push({ subject, path: "evidence.tusk.spec.compactionPolicy", note: "no compaction policy is bound" });
  const carried = new Set(compaction.carried.map((row) => row.item));
  for (const item of spec.compactionPolicy?.carry ?? []) {
    if (carried.has(item)) continue;
    findings.push({ subject: item, path: "evidence.tusk.compaction.carried", note: `${item} was not carried over` });
  }
  const continuity = continuityValue(compaction);
  if (compaction.continuityDigest !== digest(continuity)) {
    const note = "it is not the digest of what was carried and what was replaced";
    findings.push({ subject, path: "evidence.tusk.compaction.continuityDigest", note });
  }
  return findings;
}

/** What a continuity digest is of. */
export function continuityValue(compaction: {
  readonly carried: readonly { readonly item: string; readonly digest: string }[];
  readonly replaced: readonly string[];
}): Json {
  const carried = compaction.carried.map(({ item, digest }) => ({ digest, item }));
  return { carried, replaced: compaction.replaced };
}

export function noCompaction({ tusk }: TurnFacts): string | undefined {
  return tusk.compaction === undefined ? "the context was not compacted" : undefined;
}

function hasEffect({ request }: ResultFact, effect: Effect): boolean {
  return request?.entry?.effects.includes(effect) ?? false;
}

function isCommand(args: Json, commandDigest: string, textDigest: (text: string) => string): boolean {
  const command = isJsonObject(args) && Object.hasOwn(args, "command") ? args["command"] : undefined;
  return typeof command === "string" && textDigest(command) === commandDigest;
}
