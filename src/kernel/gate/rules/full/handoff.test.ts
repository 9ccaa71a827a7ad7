import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  digestOf,
  expectedOf,
  found,
  hex,
  outcomeOf,
  reportOn,
  rowOn,
  tripsFor,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, turnOf } from "../../../../../conformance/planned-turn.ts";

const artifact = tripsFor("handoff.required_artifact_missing");
const target = tripsFor("handoff.target_not_allowed");
const back = tripsFor("handoff.return_path_missing");

const HANDED = turnOf({ ...BARE_PLAN, handoff: true });
const RESUMED = turnOf({ ...BARE_PLAN, handoffIn: true });
const PLAN = turnOf({ ...BARE_PLAN, handoff: true }).use.handoff?.existing[0]?.digest ?? "";
const PACKET = "evidence.tusk.handoff.packet.artifacts";

type Handoff = NonNullable<TurnDraft["tusk"]["handoff"]>;

function handing(change: (handoff: Handoff, turn: TurnDraft) => void): AlteredCase["change"] {
  return (turn) => {
    change(found(turn.tusk.handoff), turn);
  };
}

describe("handoff.required_artifact_missing (R22, A8.17): what is handed over", () => {
  test.each<AlteredCase>([
    { when: "a handoff with everything it needs holds", turn: HANDED, change: () => undefined },
    {
      when: "an artifact that the contract requires and the packet does not carry trips",
      turn: HANDED,
      change: handing((handoff, { wire }) => {
        handoff.packet.artifacts = [];
        found(wire.handoff ?? undefined).requiredArtifactRefs = [];
      }),
      trips: [artifact("file://plan.md", PACKET, "the packet does not carry file://plan.md")],
    },
    {
      when: "an artifact that the handoff names and the packet does not carry trips",
      turn: HANDED,
      change: handing((_handoff, { wire }) => {
        found(found(wire.handoff ?? undefined).requiredArtifactRefs).push("file://notes.md");
      }),
      trips: [artifact("file://notes.md", PACKET, "the packet does not carry file://notes.md")],
    },
    {
      when: "an artifact that both require trips once",
      turn: HANDED,
      change: handing((handoff) => {
        handoff.packet.artifacts = [];
      }),
      trips: [artifact("file://plan.md", PACKET, "the packet does not carry file://plan.md")],
    },
    {
      when: "an artifact of the packet that does not exist trips",
      turn: HANDED,
      change: handing((handoff) => {
        handoff.existing = [];
      }),
      trips: [artifact("file://plan.md", `${PACKET}[0]`, "file://plan.md does not exist")],
    },
    {
      when: "an artifact that exists with another digest trips",
      turn: HANDED,
      change: handing((handoff) => {
        found(handoff.existing[0]).digest = hex("9");
      }),
      trips: [artifact("file://plan.md", `${PACKET}[0]`, `file://plan.md is ${hex("9")}, promised was ${PLAN}`)],
    },
    ...(["unshift", "push"] as const).map((put): AlteredCase => {
      const digests = put === "unshift" ? `${hex("9")} and ${PLAN}` : `${PLAN} and ${hex("9")}`;
      return {
        when: `an artifact that exists with two digests is neither, the other one ${put === "unshift" ? "first" : "last"}`,
        turn: HANDED,
        change: handing((handoff) => {
          handoff.existing[put]({ ref: "file://plan.md", digest: hex("9") });
        }),
        trips: [artifact("file://plan.md", `${PACKET}[0]`, `file://plan.md is ${digests}, promised was ${PLAN}`)],
      };
    }),
    {
      when: "an artifact that is listed twice with one digest exists",
      turn: HANDED,
      change: handing((handoff) => {
        handoff.existing.push({ ref: "file://plan.md", digest: PLAN });
      }),
    },
    {
      when: "a packet that promises two digests of one artifact breaks one of the promises",
      turn: HANDED,
      change: handing((handoff) => {
        handoff.packet.artifacts.push({ ref: "file://plan.md", digest: hex("9") });
      }),
      trips: [artifact("file://plan.md", `${PACKET}[1]`, `file://plan.md is ${PLAN}, promised was ${hex("9")}`)],
    },
    {
      when: "an artifact that nobody requires has to exist as well once it is in the packet",
      turn: HANDED,
      change: handing((handoff) => {
        handoff.packet.artifacts.push({ ref: "file://extra.md", digest: hex("1") });
      }),
      trips: [artifact("file://extra.md", `${PACKET}[1]`, "file://extra.md does not exist")],
    },
    {
      when: "more may exist than is handed over",
      turn: HANDED,
      change: handing((handoff) => {
        handoff.existing.push({ ref: "file://extra.md", digest: hex("1") });
      }),
    },
    {
      when: "a declared requirement can add a violation",
      turn: HANDED,
      change: handing((_handoff, { file }) => {
        file.handoffConstraints = { requiredArtifactRefs: ["file://plan.md", "file://x.md"] };
      }),
      trips: [
        artifact("file://x.md", "evidence.handoff.requiredArtifactRefs", "the handoff does not carry file://x.md"),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("handoff.required_artifact_missing (R22): what is taken up", () => {
  const path = "evidence.tusk.handoffIn";
  test.each<AlteredCase>([
    { when: "a resume with the artifacts as they were holds", turn: RESUMED, change: () => undefined },
    {
      when: "an artifact that changed since trips",
      turn: RESUMED,
      change: ({ tusk }) => {
        found(found(tusk.handoffIn).artifacts[0]).digest = hex("9");
      },
      trips: [
        artifact("file://plan.md", `${path}.artifacts[0]`, `file://plan.md is ${hex("9")}, promised was ${PLAN}`),
      ],
    },
    {
      when: "an artifact that was found with two digests trips",
      turn: RESUMED,
      change: ({ tusk }) => {
        found(tusk.handoffIn).artifacts.unshift({ ref: "file://plan.md", digest: hex("9") });
      },
      trips: [
        artifact(
          "file://plan.md",
          `${path}.artifacts[0]`,
          `file://plan.md is ${hex("9")} and ${PLAN}, promised was ${PLAN}`,
        ),
      ],
    },
    {
      when: "an artifact that is gone trips",
      turn: RESUMED,
      change: ({ tusk }) => {
        found(tusk.handoffIn).artifacts = [];
      },
      trips: [artifact("file://plan.md", `${path}.artifacts[0]`, "file://plan.md does not exist")],
    },
    {
      when: "a packet that nobody has trips",
      turn: RESUMED,
      change: ({ tusk }) => {
        found(tusk.handoffIn).packetDigest = hex("9");
      },
      trips: [artifact("the turn", `${path}.packetDigest`, `the packet ${hex("9")} is not among the values`)],
    },
    {
      when: "a value that is no packet is none",
      turn: RESUMED,
      change: ({ tusk, keep }) => {
        found(tusk.handoffIn).packetDigest = keep({ artifacts: [] });
      },
      trips: [
        artifact(
          "the turn",
          `${path}.packetDigest`,
          `the packet ${digestOf({ artifacts: [] })} is not among the values`,
        ),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("is not due when nothing is handed over or taken up", () => {
    const rows = reportOn(altered(() => undefined)).checks.filter((row) => row.class.startsWith("handoff."));
    expect(rows).toEqual([
      {
        class: "handoff.required_artifact_missing",
        outcome: "not_due",
        why: "the turn resumes from no handoff",
      },
      {
        class: "handoff.target_not_allowed",
        outcome: "not_due",
        why: "nothing is handed over",
      },
      {
        class: "handoff.return_path_missing",
        outcome: "not_due",
        why: "nothing is handed over",
      },
    ]);
  });
});

describe("handoff.target_not_allowed (A8.17)", () => {
  test.each<AlteredCase>([
    {
      when: "a target that the contract does not list trips",
      turn: HANDED,
      change: ({ wire }) => {
        found(wire.handoff ?? undefined).target = "writer";
      },
      trips: [target("writer", "evidence.handoff.target", "writer is no allowed target")],
    },
    {
      when: "a contract without targets allows none",
      turn: HANDED,
      change: ({ spec }) => {
        found(spec.handoffContract).allowedTargets = [];
      },
      trips: [target("tester", "evidence.handoff.target", "tester is no allowed target")],
    },
    {
      when: "without a contract there is nobody to hand over to",
      turn: HANDED,
      change: ({ spec }) => {
        delete spec.handoffContract;
      },
      trips: [target("tester", "evidence.handoff.target", "no handoff contract is bound")],
    },
    {
      when: "a role that may not hand over trips",
      turn: HANDED,
      change: ({ spec }) => {
        found(spec.handoffContract).from = ["planner", "orchestrator"];
      },
      trips: [
        target("the turn", "evidence.tusk.spec.role", "role coder may not hand over; allowed: planner, orchestrator"),
      ],
    },
    {
      when: "a contract from nobody allows nobody",
      turn: HANDED,
      change: ({ spec }) => {
        found(spec.handoffContract).from = [];
      },
      trips: [target("the turn", "evidence.tusk.spec.role", "role coder may not hand over; allowed: nobody")],
    },
    {
      when: "a role may be named by its kind",
      turn: HANDED,
      change: ({ spec }) => {
        found(spec.handoffContract).from = ["planner", "specialist"];
      },
    },
    {
      when: "a declared list can add a violation",
      turn: HANDED,
      change: ({ file }) => {
        file.handoffConstraints = { allowedTargets: ["writer"] };
      },
      trips: [target("tester", "evidence.handoff.target", "tester is no allowed target; allowed: writer")],
    },
    {
      when: "a declared list cannot remove one",
      turn: HANDED,
      change: ({ file, spec }) => {
        file.handoffConstraints = { allowedTargets: ["tester"] };
        found(spec.handoffContract).allowedTargets = [];
      },
      trips: [target("tester", "evidence.handoff.target", "tester is no allowed target")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("handoff.return_path_missing (A8.17)", () => {
  test.each<AlteredCase>([
    {
      when: "a handoff without a way back trips",
      turn: HANDED,
      change: ({ wire }) => {
        delete found(wire.handoff ?? undefined).returnPathRef;
      },
      trips: [back("tester", "evidence.handoff.returnPathRef", "the handoff names no return path")],
    },
    {
      when: "a blank way back is none",
      turn: HANDED,
      change: ({ wire }) => {
        found(wire.handoff ?? undefined).returnPathRef = " ";
      },
      trips: [back("tester", "evidence.handoff.returnPathRef", "the handoff names no return path")],
    },
    {
      when: "a contract may do without",
      turn: HANDED,
      change: ({ wire, spec }) => {
        delete found(wire.handoff ?? undefined).returnPathRef;
        found(spec.handoffContract).requireReturnPath = false;
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("without a contract nobody asks for a way back: the target trips alone", () => {
    const file = altered(
      ({ spec, wire }) => {
        delete spec.handoffContract;
        delete found(wire.handoff ?? undefined).returnPathRef;
      },
      {},
      HANDED,
    );
    expect(reportOn(file).failureClasses).toEqual(["handoff.target_not_allowed"]);
    expect(rowOn("handoff.return_path_missing", file)).toEqual({
      class: "handoff.return_path_missing",
      outcome: "held",
    });
  });
});
