import { differingArtifacts } from "../evidence/differing-artifacts.ts";
import type { ArtifactRef } from "../evidence/tusk-evidence.ts";
import type { FailClass } from "../gate/classes.ts";
import type { HandoffContract } from "../spec/spec-values.ts";
import type { Handoff } from "./handoff.ts";

/** One reason why a packet cannot be used: the gate's class, what it is about, and a sentence. */
export interface HandoffFinding {
  readonly class: Extract<FailClass, `handoff.${string}`>;
  readonly subject: string;
  readonly note: string;
}

/**
 * Judges a packet by a contract and what exists now, by the classes that the gate has for a turn that hands over (A8.17, A8.18): required
 * artifacts are in it, every artifact is what it promises, sender and target are allowed, and work can come back.
 */
export function judgeHandoff(
  handoff: Handoff,
  { contract, existing }: { readonly contract: HandoffContract | undefined; readonly existing: readonly ArtifactRef[] },
): readonly HandoffFinding[] {
  return [
    ...missingArtifacts(handoff, contract),
    ...changedArtifacts(handoff, existing),
    ...transfer(handoff, contract),
  ];
}

/** Artifacts of a packet that are not there any more, or have changed since (R22). */
export function changedArtifacts(
  { artifacts }: Pick<Handoff, "artifacts">,
  existing: readonly ArtifactRef[],
): readonly HandoffFinding[] {
  return differingArtifacts(artifacts, existing).map(({ ref, note }) => {
    return { class: "handoff.required_artifact_missing", subject: ref, note };
  });
}

function missingArtifacts({ artifacts }: Handoff, contract: HandoffContract | undefined): readonly HandoffFinding[] {
  const carried = new Set(artifacts.map(({ ref }) => ref));
  return (contract?.requiredArtifacts ?? []).flatMap((ref): HandoffFinding[] => {
    if (carried.has(ref)) return [];
    return [{ class: "handoff.required_artifact_missing", subject: ref, note: `the packet does not carry ${ref}` }];
  });
}

function transfer(
  { from, target, returnPath }: Handoff,
  contract: HandoffContract | undefined,
): readonly HandoffFinding[] {
  const findings: HandoffFinding[] = [];
  const refuse = (note: string, name = target.role): void => {
    findings.push({ class: "handoff.target_not_allowed", subject: name, note });
  };
  if (contract === undefined) refuse("no handoff contract is bound");
  else {
    if (!contract.allowedTargets.includes(target.role)) refuse(`${target.role} is no allowed target`);
    if (!contract.from.includes(from.role))
      refuse(`role ${from.role} may not hand over; allowed: ${contract.from.join(", ") || "nobody"}`, from.role);
    if (contract.requireReturnPath && returnPath === undefined)
      findings.push({
        class: "handoff.return_path_missing",
        subject: target.role,
        note: "the handoff names no return path",
      });
  }
  return findings;
}
