import { differingArtifacts } from "../../../evidence/differing-artifacts.ts";
import { HANDOFF_PACKET } from "../../../evidence/tusk-schema.ts";
import type { ArtifactRef, HandoffPacket } from "../../../evidence/tusk-evidence.ts";
import type { Json } from "../../../json/value.ts";
import { findMisfit } from "../../../schema/misfit.ts";
import type { TurnFacts } from "../../facts.ts";
import { isRole } from "../../role.ts";
import type { Finding } from "../../rule.ts";

/** Something the receiver needs is not in the packet, does not exist, or is not what the packet says (A8.17). */
export function artifactMissing({ evidence, spec, tusk }: TurnFacts): readonly Finding[] {
  if (tusk.handoff === undefined) return [];
  const { packet, existing } = tusk.handoff;
  const carried = new Set(packet.artifacts.map((artifact) => artifact.ref));
  const required = new Set([
    ...(spec.handoffContract?.requiredArtifacts ?? []),
    ...(evidence.handoff?.requiredArtifactRefs ?? []),
  ]);
  const absent = [...required].flatMap((ref) => {
    if (carried.has(ref)) return [];
    return [{ subject: ref, path: "evidence.tusk.handoff.packet.artifacts", note: `the packet does not carry ${ref}` }];
  });
  return [...absent, ...differing(packet.artifacts, existing, "evidence.tusk.handoff.packet.artifacts")];
}

/** Work goes to somebody who may not have it, or from somebody who may not give it. */
export function transferNotAllowed({ callSpec, evidence, spec }: TurnFacts): readonly Finding[] {
  if (evidence.handoff === undefined) return [];
  const { target } = evidence.handoff;
  const contract = spec.handoffContract;
  const findings: Finding[] = [];
  if (!(contract?.allowedTargets ?? []).includes(target)) {
    const note = contract === undefined ? "no handoff contract is bound" : `${target} is no allowed target`;
    findings.push({ subject: target, path: "evidence.handoff.target", note });
  }
  if (contract !== undefined && !contract.from.some((name) => isRole(spec.role, name))) {
    const note = `role ${spec.role.id} may not hand over; allowed: ${contract.from.join(", ") || "nobody"}`;
    findings.push({ subject: callSpec.callId, path: "evidence.tusk.spec.role", note });
  }
  return findings;
}

/** Work cannot come back. */
export function noWayBack({ evidence, spec }: TurnFacts): readonly Finding[] {
  if (evidence.handoff === undefined || evidence.handoff.returnPathRef !== undefined) return [];
  if (spec.handoffContract?.requireReturnPath !== true) return [];
  const { target } = evidence.handoff;
  return [{ subject: target, path: "evidence.handoff.returnPathRef", note: "the handoff names no return path" }];
}

/** The packet this turn resumes from is not there, or an artifact of it has changed since (R22). */
export function receivedArtifactChanged({ callSpec, tusk, values }: TurnFacts): readonly Finding[] {
  const { handoffIn } = tusk;
  if (handoffIn === undefined) return [];
  const value = values.get(handoffIn.packetDigest);
  const path = "evidence.tusk.handoffIn";
  if (value === undefined || !isPacket(value)) {
    const note = `the packet ${handoffIn.packetDigest} is not among the values`;
    return [{ subject: callSpec.callId, path: `${path}.packetDigest`, note, unproven: true }];
  }
  return differing(value.artifacts, handoffIn.artifacts, `${path}.artifacts`);
}

export function noHandoff({ evidence }: TurnFacts): string | undefined {
  return evidence.handoff === undefined ? "nothing is handed over" : undefined;
}

export function noHandoffIn({ tusk }: TurnFacts): string | undefined {
  return tusk.handoffIn === undefined ? "the turn resumes from no handoff" : undefined;
}

function differing(promised: readonly ArtifactRef[], found: readonly ArtifactRef[], path: string): readonly Finding[] {
  return differingArtifacts(promised, found).map(({ ref, at, note }) => ({
    subject: ref,
    path: `${path}[${at}]`,
    note,
  }));
}

function isPacket(value: Json): value is HandoffPacket & Json {
  return findMisfit(value, HANDOFF_PACKET.node, "") === undefined;
}
