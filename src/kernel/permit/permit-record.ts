import { digestIn, type Sha256 } from "../digest/digest.ts";
import type { JsonObject } from "../json/value.ts";
import type { Permit } from "./permit.ts";

/** What a log says about a permit: its kind, what it was minted for and by whom, and the digest of all that (M02). */
export function permitRecord(permit: Permit, sha256: Sha256): JsonObject {
  const record = { kind: permit.kind, mutationDigest: permit.mutationDigest, ...particulars(permit) };
  return { ...record, digest: digestIn(sha256, "tusk.permit.v1", record) };
}

/** Who acts by a permit; a turn's permit names its evidence, not a person. */
export function permitActor(permit: Permit): string | undefined {
  return permit.kind === "mandate" || permit.kind === "human_override" ? permit.actor : undefined;
}

function particulars(permit: Permit): JsonObject {
  switch (permit.kind) {
    case "mutation_ready":
      return { evidenceDigest: permit.evidenceDigest };
    case "mandate":
      return { actor: permit.actor, run: permit.run, source: { ...permit.source } };
    case "escalation":
      return { retryPolicyDigest: permit.retryPolicyDigest, refusalWitnessRef: permit.refusalWitnessRef };
    case "human_override":
      return { actor: permit.actor, reason: permit.reason };
    default:
      return permit satisfies never;
  }
}
