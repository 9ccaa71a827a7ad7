import { present } from "../../../evidence/text.ts";
import type { PolicyProvenanceInput } from "../../../evidence/wire.ts";
import type { EvidenceAt, Finding } from "../../rule.ts";

type Wire = EvidenceAt["wire"];

/** The one claim that turns governance on (seed 001 §8). */
export const GOVERNANCE_CLAIM = "profile.doctrine_inf_governance.v0";

/** Another claim than the known one was made. */
export function claimIdInvalid({ input }: Wire): readonly Finding[] {
  const claimId = present(input.governanceProfile?.claimId);
  if (claimId === undefined || claimId === GOVERNANCE_CLAIM) return [];
  return [{ subject: claimId, path: "governanceProfile.claimId", note: `${claimId} is not ${GOVERNANCE_CLAIM}` }];
}

/** Governance is claimed and its policy package cannot be pinned down. */
export function policyPackageUnpinned({ input }: Wire): readonly Finding[] {
  const provenance = input.governanceProfile?.policyProvenance ?? undefined;
  const lacking = lackingPins(provenance);
  if (lacking.length === 0) return [];
  const path = "governanceProfile.policyProvenance";
  return [
    {
      subject: present(provenance?.packageRef) ?? GOVERNANCE_CLAIM,
      path,
      note: `the policy package lacks ${lacking.join(", ")}`,
    },
  ];
}

/** The pinned policy package is not the one that was bound. */
export function policyPackageMismatch({ input }: Wire): readonly Finding[] {
  const provenance = input.governanceProfile?.policyProvenance;
  const expected = present(provenance?.expectedDigest);
  const bound = present(provenance?.boundDigest);
  if (expected === bound) return [];
  const subject = present(provenance?.packageRef) ?? GOVERNANCE_CLAIM;
  const note = `bound digest ${String(bound)} is not the expected ${String(expected)}`;
  return [{ subject, path: "governanceProfile.policyProvenance.boundDigest", note }];
}

export function noClaimId({ input }: Wire): string | undefined {
  return present(input.governanceProfile?.claimId) === undefined ? "governanceProfile.claimId is absent" : undefined;
}

/** Governance rules are claim-gated (K11), and an unknown claim ends the governance checks in the reference. */
export function notClaimed(join: Wire): string | undefined {
  if (join.input.governanceProfile?.claimed !== true) return "governance is not claimed";
  return claimIdInvalid(join).length > 0 ? "the governance claim is not the known one" : undefined;
}

export function notPinned(join: Wire): string | undefined {
  const unclaimed = notClaimed(join);
  if (unclaimed !== undefined) return unclaimed;
  return policyPackageUnpinned(join).length > 0 ? "the policy package is not pinned" : undefined;
}

function lackingPins(provenance: PolicyProvenanceInput | undefined): readonly string[] {
  if (provenance === undefined) return ["policyProvenance"];
  const lacking: string[] = provenance.pinned ? [] : ["pinned"];
  if (present(provenance.packageRef) === undefined) lacking.push("packageRef");
  if (present(provenance.expectedDigest) === undefined) lacking.push("expectedDigest");
  if (present(provenance.boundDigest) === undefined) lacking.push("boundDigest");
  return lacking;
}
