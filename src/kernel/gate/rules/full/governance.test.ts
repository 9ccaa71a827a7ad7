import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  digestOf,
  expectedOf,
  found,
  hex,
  outcomeOf,
  rowOn,
  tripsFor,
} from "../../../../../conformance/altered-turn.ts";
import { FULL_TURN } from "../../../../../conformance/full-turn.ts";
import { BARE_PLAN, turnOf } from "../../../../../conformance/planned-turn.ts";

const claim = tripsFor("governance.claim_id_invalid");
const unpinned = tripsFor("governance.policy_package_unpinned");
const mismatch = tripsFor("governance.policy_package_mismatch");
const tier = tripsFor("governance.risk_tier_profile_missing");
const trace = tripsFor("governance.trace_mode_violation");

const CLAIMED = turnOf({ ...BARE_PLAN, claimed: true });
const PACKAGE = "evidence.tusk.spec.governance.package";
const PROVENANCE = "governanceProfile.policyProvenance";

/** The pin follows a changed policy, as a person who pins it would make it follow. */
function repinned(change: AlteredCase["change"]): AlteredCase["change"] {
  return (turn) => {
    change(turn);
    const { governance } = turn.spec;
    const bound = digestOf(governance);
    const provenance = found(turn.file.governanceProfile?.policyProvenance ?? undefined);
    const { name, version } = governance.package;
    Object.assign(provenance, { expectedDigest: bound, boundDigest: bound, packageRef: `${name}@${version}` });
  };
}

describe("governance.policy_package_unpinned (G01)", () => {
  test.each<AlteredCase>([
    { when: "a pinned package that is claimed holds", turn: CLAIMED, change: () => undefined },
    {
      when: "a package without integrity trips, claimed or not",
      change: ({ spec }) => {
        delete spec.governance.package.integrity;
      },
      trips: [unpinned("team-policy", `${PACKAGE}.integrity`, "team-policy has no integrity")],
    },
    ...["", " ", "\t\n"].map((integrity): AlteredCase => {
      return {
        when: `an integrity of ${JSON.stringify(integrity)} is none`,
        change: ({ spec }) => {
          spec.governance.package.integrity = integrity;
        },
        trips: [unpinned("team-policy", `${PACKAGE}.integrity`, "team-policy has no integrity")],
      };
    }),
    ...[
      "^2.1.0",
      "2.1",
      "2",
      "latest",
      "2.1.x",
      ">=2.1.0",
      "2.1.0 || 3.0.0",
      "*",
      "",
      "v2.1.0",
      "2.1.0-",
      "2.1.0+",
      " 2.1.0",
      "2.1.0 ",
      "2.1.0\n",
    ].map((version): AlteredCase => {
      return {
        when: `the version ${JSON.stringify(version)} is not exactly one`,
        change: ({ spec }) => {
          spec.governance.package.version = version;
        },
        trips: [unpinned("team-policy", `${PACKAGE}.version`, `${version} is no exact version`)],
      };
    }),
    ...["0.0.0", "10.20.30", "2.1.0-rc.1", "2.1.0+build.7", "2.1.0-rc.1+build-7"].map((version): AlteredCase => {
      return {
        when: `the version ${version} is exactly one`,
        change: ({ spec }) => {
          spec.governance.package.version = version;
        },
      };
    }),
    {
      when: "a claim without provenance trips",
      turn: CLAIMED,
      change: ({ file }) => {
        delete found(file.governanceProfile ?? undefined).policyProvenance;
      },
      trips: [unpinned("profile.doctrine_inf_governance.v0", PROVENANCE, "the policy package lacks policyProvenance")],
    },
    {
      when: "a claim that is not pinned trips",
      turn: CLAIMED,
      change: ({ file }) => {
        Object.assign(found(file.governanceProfile?.policyProvenance ?? undefined), { pinned: false });
      },
      trips: [unpinned("team-policy@2.1.0", PROVENANCE, "the policy package lacks pinned")],
    },
    {
      when: "an unknown claim hides nothing: what it lacks trips too",
      turn: CLAIMED,
      change: ({ file }) => {
        const profile = found(file.governanceProfile ?? undefined);
        profile.claimId = "profile.other";
        delete found(profile.policyProvenance ?? undefined).packageRef;
      },
      trips: [
        claim("profile.other", "governanceProfile.claimId", "profile.other is not profile.doctrine_inf_governance.v0"),
        unpinned("profile.doctrine_inf_governance.v0", PROVENANCE, "the policy package lacks packageRef"),
      ],
    },
    {
      when: "an unknown claim that is not made trips as a claim only",
      change: ({ file }) => {
        file.governanceProfile = { claimId: "profile.other", claimed: false };
      },
      trips: [
        claim("profile.other", "governanceProfile.claimId", "profile.other is not profile.doctrine_inf_governance.v0"),
      ],
    },
    {
      when: "a provenance that nobody claims is not looked at",
      turn: CLAIMED,
      change: ({ file }) => {
        const profile = found(file.governanceProfile ?? undefined);
        profile.claimed = false;
        Object.assign(found(profile.policyProvenance ?? undefined), {
          pinned: false,
          packageRef: "x@1",
          boundDigest: "y",
        });
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("governance.policy_package_mismatch (G01)", () => {
  const bound = digestOf(FULL_TURN.draft.values.governance);
  test.each<AlteredCase>([
    {
      when: "a wire digest that is not the bound policy's trips, claimed or not",
      honest: { policyDigests: false },
      change: ({ wire }) => {
        wire.callSpec.governancePolicyDigest = hex("9");
      },
      trips: [mismatch("team-policy", "evidence.callSpec.governancePolicyDigest", `${hex("9")} is not ${bound}`)],
    },
    {
      when: "a pinned digest that is not the bound one trips",
      turn: CLAIMED,
      change: ({ file }) => {
        Object.assign(found(file.governanceProfile?.policyProvenance ?? undefined), { expectedDigest: hex("9") });
      },
      trips: [
        mismatch(
          "team-policy@2.1.0",
          `${PROVENANCE}.boundDigest`,
          `bound digest ${bound} is not the expected ${hex("9")}`,
        ),
      ],
    },
    {
      when: "a pin and a bound digest that agree on another policy trip",
      turn: CLAIMED,
      change: ({ file }) => {
        Object.assign(found(file.governanceProfile?.policyProvenance ?? undefined), {
          expectedDigest: hex("9"),
          boundDigest: hex("9"),
        });
      },
      trips: [mismatch("team-policy", `${PROVENANCE}.boundDigest`, `${hex("9")} is not ${bound}`)],
    },
    {
      when: "a packageRef of another version trips",
      turn: CLAIMED,
      change: ({ file }) => {
        Object.assign(found(file.governanceProfile?.policyProvenance ?? undefined), {
          packageRef: "team-policy@2.1.1",
        });
      },
      trips: [mismatch("team-policy", `${PROVENANCE}.packageRef`, "team-policy@2.1.1 is not team-policy@2.1.0")],
    },
    {
      when: "a policy that was changed and pinned again holds",
      turn: CLAIMED,
      change: repinned(({ spec }) => {
        spec.governance.package.version = "3.0.0";
      }),
    },
    {
      when: "an unknown claim hides no mismatch",
      turn: CLAIMED,
      change: ({ file }) => {
        const profile = found(file.governanceProfile ?? undefined);
        profile.claimId = "profile.other";
        Object.assign(found(profile.policyProvenance ?? undefined), { expectedDigest: hex("9") });
      },
      trips: [
        claim("profile.other", "governanceProfile.claimId", "profile.other is not profile.doctrine_inf_governance.v0"),
        mismatch(
          "team-policy@2.1.0",
          `${PROVENANCE}.boundDigest`,
          `bound digest ${bound} is not the expected ${hex("9")}`,
        ),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test.each<[string, string, AlteredCase["change"]]>([
    [
      "the bound package has no integrity and nobody claims",
      "the policy package is not pinned",
      ({ spec }) => {
        delete spec.governance.package.integrity;
      },
    ],
    [
      "the claimed package is not pinned",
      "the policy package is not pinned",
      ({ file, wire }) => {
        file.governanceProfile = { claimed: true };
        wire.callSpec.governancePolicyDigest = hex("9");
      },
    ],
  ])("is not due when %s: that trips as unpinned", (_when, why, change) => {
    const file = altered(change, { policyDigests: false });
    expect(rowOn("governance.policy_package_mismatch", file)).toEqual({
      class: "governance.policy_package_mismatch",
      outcome: "not_due",
      why,
    });
    expect(rowOn("governance.policy_package_unpinned", file)).toMatchObject({ outcome: "tripped" });
  });
});

describe("governance.risk_tier_profile_missing (G02)", () => {
  const path = "evidence.tusk.spec.governance.controlProfiles";
  test.each<AlteredCase>([
    {
      when: "a tier without a control profile trips",
      change: ({ spec }) => {
        delete spec.governance.controlProfiles["moderate"];
      },
      trips: [tier("the turn", path, "there is no control profile for risk tier moderate")],
    },
    {
      when: "profiles of other tiers need not be there",
      change: ({ spec }) => {
        spec.governance.controlProfiles = { moderate: {} };
      },
    },
    {
      when: "the tier that counts is the bound one",
      change: ({ spec }) => {
        spec.governance.riskTier = "high";
        delete spec.governance.controlProfiles["high"];
      },
      trips: [tier("the turn", path, "there is no control profile for risk tier high")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("governance.trace_mode_violation (G06): what leaves", () => {
  test.each<AlteredCase>([
    {
      when: "a dashboard may get payloads",
      change: ({ tusk }) => {
        tusk.exports = [{ sink: "board", carries: "payload" }];
      },
    },
    {
      when: "digests may leave anywhere under a dashboard",
      change: ({ tusk }) => {
        tusk.exports = [{ sink: "board", carries: "digest" }];
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  const findings = (change: AlteredCase["change"]): unknown => {
    // A turn without calls stores nothing, so that only what left is judged.
    const { trips } = outcomeOf({
      when: "",
      turn: turnOf(BARE_PLAN),
      change: (turn) => {
        turn.tusk.values = {};
        change(turn);
      },
    });
    return trips.filter((trip) => trip.class === "governance.trace_mode_violation");
  };
  const processors = "evidence.tusk.spec.governance.observability.processors";

  test.each<[string, AlteredCase["change"], unknown]>([
    [
      "an internal processor that nobody registered",
      ({ spec }) => {
        spec.governance.observability = { mode: "internal_processor", processors: [] };
      },
      [trace("the turn", processors, "no processor is registered")],
    ],
    [
      "a payload that left to a registered processor",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "internal_processor", processors: ["own"] };
        tusk.exports = [{ sink: "own", carries: "payload" }];
      },
      [trace("own", "evidence.tusk.exports[0]", "a payload left to own in mode internal_processor")],
    ],
    [
      "a digest that left to somebody who is no processor",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "internal_processor", processors: ["own"] };
        tusk.exports = [
          { sink: "own", carries: "digest" },
          { sink: "board", carries: "digest" },
        ];
      },
      [trace("board", "evidence.tusk.exports[1]", "board is no registered processor")],
    ],
    [
      "a digest that left while nobody is registered: said once",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "internal_processor", processors: [] };
        tusk.exports = [{ sink: "board", carries: "digest" }];
      },
      [trace("the turn", processors, "no processor is registered")],
    ],
    [
      "a payload that left while everything is disabled",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "disabled", processors: [] };
        tusk.exports = [{ sink: "board", carries: "payload" }];
      },
      [trace("board", "evidence.tusk.exports[0]", "a payload left to board in mode disabled")],
    ],
  ])("%s trips", (_when, change, trips) => {
    expect(findings(change)).toEqual(trips);
  });

  test.each<[string, AlteredCase["change"]]>([
    [
      "a digest to a registered processor",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "internal_processor", processors: ["own", "other"] };
        tusk.exports = [{ sink: "other", carries: "digest" }];
      },
    ],
    [
      "a digest to anybody where processors are registered and the mode asks for none",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "dashboard", processors: ["own"] };
        tusk.exports = [{ sink: "board", carries: "digest" }];
      },
    ],
    [
      "a digest while everything is disabled",
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "disabled", processors: [] };
        tusk.exports = [{ sink: "board", carries: "digest" }];
      },
    ],
  ])("%s holds", (_when, change) => {
    expect(findings(change)).toEqual([]);
  });
});
