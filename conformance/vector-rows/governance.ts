import type { Change, TripRow, VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { type Draft, found, hex } from "../altered-turn.ts";
import type { JoinCheckInput } from "#kernel";
import { FULL_TURN } from "../full-turn.ts";
import { GOVERNED_TURN } from "../golden-turns.ts";

type Provenance = NonNullable<NonNullable<Draft<JoinCheckInput>["governanceProfile"]>["policyProvenance"]>;

const PACKAGE = "evidence.tusk.spec.governance.package";
const PROVENANCE = "governanceProfile.policyProvenance";

/** Changes what is said about where the policy package comes from. */
function provenance(change: (provenance: Provenance) => void): Change {
  return ({ file }) => change(found(file.governanceProfile?.policyProvenance ?? undefined));
}

/** The claim lacks one of the things that pin a package. */
function lacking(name: "packageRef" | "expectedDigest" | "boundDigest", why: string, subject: string): TripRow {
  return {
    name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    why,
    from: GOVERNED_TURN,
    forge: provenance((given) => {
      delete given[name];
    }),
    trips: [[subject, PROVENANCE]],
  };
}

/** Vectors of the classes about claims, policy packages and risk tiers. */
export const GOVERNANCE_ROWS: readonly VectorRow[] = [
  {
    class: "governance.claim_id_invalid",
    from: GOVERNED_TURN,
    holds: "The known governance profile is claimed.",
    cases: [
      {
        why: "A governance profile is claimed that nobody knows.",
        change: ({ file }) => {
          found(file.governanceProfile ?? undefined).claimId = "profile.acme.v9";
        },
        trips: [["profile.acme.v9", "governanceProfile.claimId"]],
      },
    ],
  },
  {
    class: "governance.policy_package_unpinned",
    from: FULL_TURN,
    holds: "The policy package has an exact version and an integrity.",
    cases: [
      {
        why: "The policy package is bound by a range of versions.",
        change: ({ spec }) => {
          spec.governance.package.version = "^2.1.0";
        },
        trips: [["team-policy", `${PACKAGE}.version`]],
      },
      {
        name: "tag",
        why: "The policy package is bound by a tag.",
        change: ({ spec }) => {
          spec.governance.package.version = "latest";
        },
        trips: [["team-policy", `${PACKAGE}.version`]],
      },
      {
        name: "no-integrity",
        why: "The policy package has no integrity.",
        change: ({ spec }) => {
          delete spec.governance.package.integrity;
        },
        trips: [["team-policy", `${PACKAGE}.integrity`]],
      },
      {
        name: "not-pinned",
        why: "Governance is claimed, and the package is said not to be pinned.",
        from: GOVERNED_TURN,
        forge: provenance((given) => {
          given.pinned = false;
        }),
        trips: [["team-policy@2.1.0", PROVENANCE]],
      },
      {
        name: "no-provenance",
        why: "Governance is claimed, and nobody says where the package comes from.",
        from: GOVERNED_TURN,
        forge: ({ file }) => {
          delete found(file.governanceProfile ?? undefined).policyProvenance;
        },
        trips: [["profile.doctrine_inf_governance.v0", PROVENANCE]],
      },
      lacking("packageRef", "Governance is claimed without a package.", "profile.doctrine_inf_governance.v0"),
      lacking("expectedDigest", "Governance is claimed without a digest from the pin file.", "team-policy@2.1.0"),
      lacking("boundDigest", "Governance is claimed without the digest of what is bound.", "team-policy@2.1.0"),
    ],
  },
  {
    class: "governance.policy_package_mismatch",
    from: GOVERNED_TURN,
    holds: "The policy that governs is the pinned one.",
    cases: [
      {
        why: "Another policy is pinned than the one that is bound.",
        forge: provenance((given) => {
          given.expectedDigest = hex("f");
        }),
        trips: [["team-policy@2.1.0", `${PROVENANCE}.boundDigest`]],
      },
      {
        name: "bound-digest",
        why: "Pin and claim agree on a policy that is not the bound one.",
        forge: provenance((given) => {
          given.expectedDigest = hex("f");
          given.boundDigest = hex("f");
        }),
        trips: [["team-policy", `${PROVENANCE}.boundDigest`]],
      },
      {
        name: "package-ref",
        why: "The claim names another version of the package than the bound one.",
        forge: provenance((given) => {
          given.packageRef = "team-policy@2.0.0";
        }),
        trips: [["team-policy", `${PROVENANCE}.packageRef`]],
      },
      {
        name: "wire-digest",
        why: "The turn names a governance policy by a digest that is not the bound one's.",
        from: FULL_TURN,
        forge: ({ wire }) => {
          wire.callSpec.governancePolicyDigest = hex("f");
        },
        trips: [["team-policy", "evidence.callSpec.governancePolicyDigest"]],
      },
    ],
  },
  {
    class: "governance.risk_tier_profile_missing",
    from: FULL_TURN,
    holds: "The work's risk tier has a control profile.",
    cases: [
      {
        why: "The work is of moderate risk, and there is no control profile for that.",
        change: ({ spec }) => {
          delete spec.governance.controlProfiles["moderate"];
        },
        trips: [[CALL, "evidence.tusk.spec.governance.controlProfiles"]],
      },
    ],
  },
];
