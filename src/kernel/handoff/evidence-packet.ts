import { type Digest, digestJson, type Sha256 } from "../digest/digest.ts";
import type { HandoffPacket } from "../evidence/tusk-evidence.ts";
import { plainJson } from "../json/plain.ts";
import { type Handoff, handoffDigest } from "./handoff.ts";

/** A packet as evidence names it: what the gate reads, and by its digest the whole of it. `inputs`: the results that it rests on. */
export function evidencePacket(handoff: Handoff, sha256: Sha256, inputs: readonly string[] = []): HandoffPacket {
  const { intent, issueId, target, constraints, contextScope, artifacts, from } = handoff;
  return {
    intent: { issueId, text: intent, target: target.role },
    constraints: { handoff: handoffDigest(handoff, sha256), from: from.role, items: constraints, contextScope },
    inputs,
    artifacts,
  };
}

/** The digest under which a turn's values hold a packet's evidence. */
export function evidencePacketDigest(packet: HandoffPacket, sha256: Sha256): Digest {
  return digestJson(sha256, plainJson(packet));
}
