import { describe, expect, test } from "vitest";
import { checkOf, CLOSED_TURN, judge } from "../../../../../conformance/closed-turn.ts";
import type { GovernanceProfileInput, PolicyProvenanceInput } from "../../../evidence/wire.ts";
import type { FailClass } from "../../classes.ts";
import type { CheckRow } from "../../run.ts";
import { GOVERNANCE_CLAIM } from "./governance.ts";

const CLAIM_ID = "governance.claim_id_invalid";
const UNPINNED = "governance.policy_package_unpinned";
const MISMATCH = "governance.policy_package_mismatch";

const PINNED: PolicyProvenanceInput = {
  pinned: true,
  packageRef: "team-policy@2.1.0",
  expectedDigest: "package:2.1.0",
  boundDigest: " package:2.1.0 ",
};

function profile(change: Partial<GovernanceProfileInput>): GovernanceProfileInput {
  return { claimId: GOVERNANCE_CLAIM, claimed: true, policyProvenance: PINNED, ...change };
}

function check(failClass: FailClass, change: Partial<GovernanceProfileInput>): CheckRow | undefined {
  return checkOf(failClass, { evidence: CLOSED_TURN, governanceProfile: profile(change) });
}

function classesOf(change: Partial<GovernanceProfileInput>): readonly string[] {
  return judge({ evidence: CLOSED_TURN, governanceProfile: profile(change) }).failureClasses;
}

test("the known claim is the one of the contract", () => {
  expect(GOVERNANCE_CLAIM).toBe("profile.doctrine_inf_governance.v0");
});

test.each<[FailClass]>([[CLAIM_ID], [UNPINNED], [MISMATCH]])("%s holds on a pinned claim", (name) => {
  expect(check(name, {})).toEqual({ class: name, outcome: "held" });
});

describe(CLAIM_ID, () => {
  test.each([[undefined], [null], [" "]])("is skipped without a claim id: %j", (claimId) => {
    const change = claimId === undefined ? { claimed: true } : { claimed: true, claimId };
    const { claimId: _claimId, ...rest } = profile({});
    expect(checkOf(CLAIM_ID, { evidence: CLOSED_TURN, governanceProfile: { ...rest, ...change } })).toEqual({
      class: CLAIM_ID,
      outcome: "skipped",
      why: "governanceProfile.claimId is absent",
    });
  });

  test("trips on an unknown claim, even when nothing is claimed, and ends the governance checks", () => {
    const change = { claimId: " profile.other ", claimed: false, policyProvenance: null };
    expect(check(CLAIM_ID, change)).toEqual({
      class: CLAIM_ID,
      outcome: "tripped",
      findings: [
        {
          subject: "profile.other",
          path: "governanceProfile.claimId",
          note: "profile.other is not profile.doctrine_inf_governance.v0",
        },
      ],
    });
    expect(classesOf({ ...change, claimed: true })).toEqual([CLAIM_ID]);
    expect(check(UNPINNED, { ...change, claimed: true })).toEqual({
      class: UNPINNED,
      outcome: "skipped",
      why: "the governance claim is not the known one",
    });
  });

  test("compares the claim as it is written, case and all", () => {
    expect(classesOf({ claimId: GOVERNANCE_CLAIM.toUpperCase() })).toEqual([CLAIM_ID]);
    expect(classesOf({ claimId: ` ${GOVERNANCE_CLAIM}\n` })).toEqual([]);
  });
});

describe(UNPINNED, () => {
  test("is skipped when governance is not claimed (K11)", () => {
    expect(check(UNPINNED, { claimed: false, policyProvenance: null })).toEqual({
      class: UNPINNED,
      outcome: "skipped",
      why: "governance is not claimed",
    });
  });

  test.each<[string, string, PolicyProvenanceInput | null]>([
    ["policyProvenance", GOVERNANCE_CLAIM, null],
    ["pinned", "team-policy@2.1.0", { ...PINNED, pinned: false }],
    ["packageRef", GOVERNANCE_CLAIM, { ...PINNED, packageRef: " " }],
    ["expectedDigest", "team-policy@2.1.0", { ...PINNED, expectedDigest: null }],
    ["boundDigest", "team-policy@2.1.0", { ...PINNED, boundDigest: "" }],
    ["pinned, packageRef, expectedDigest, boundDigest", GOVERNANCE_CLAIM, { pinned: false }],
  ])("trips when %s is lacking, and the mismatch is then not due", (lacking, subject, policyProvenance) => {
    expect(check(UNPINNED, { policyProvenance })).toEqual({
      class: UNPINNED,
      outcome: "tripped",
      findings: [{ subject, path: "governanceProfile.policyProvenance", note: `the policy package lacks ${lacking}` }],
    });
    expect(check(MISMATCH, { policyProvenance })).toEqual({
      class: MISMATCH,
      outcome: "skipped",
      why: "the policy package is not pinned",
    });
  });

  test("is due for a claim without an id", () => {
    expect(classesOf({ claimId: null, policyProvenance: null })).toEqual([UNPINNED]);
  });
});

describe(MISMATCH, () => {
  test("trips when another package is bound than the pinned one", () => {
    expect(check(MISMATCH, { policyProvenance: { ...PINNED, boundDigest: "package:2.1.1" } })).toEqual({
      class: MISMATCH,
      outcome: "tripped",
      findings: [
        {
          subject: "team-policy@2.1.0",
          path: "governanceProfile.policyProvenance.boundDigest",
          note: "bound digest package:2.1.1 is not the expected package:2.1.0",
        },
      ],
    });
  });

  test("is skipped when governance is not claimed (K11)", () => {
    const policyProvenance = { ...PINNED, boundDigest: "package:2.1.1" };
    expect(check(MISMATCH, { claimed: false, policyProvenance })).toEqual({
      class: MISMATCH,
      outcome: "skipped",
      why: "governance is not claimed",
    });
  });
});
