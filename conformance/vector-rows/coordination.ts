import type { TripRow, VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { found, hex } from "../altered-turn.ts";
import { FULL_TURN, type FullTurn } from "../full-turn.ts";
import { AUTONOMOUS_TURN, HANDOFF_TURN, ORCHESTRATOR_TURN, RESUMED_TURN } from "../golden-turns.ts";
import { vary } from "../vary-turn.ts";

/** One child of the fan-out lacks one of its two bindings. */
function childWithout(field: "issueId" | "sessionId", why: string, subject: string): TripRow {
  return {
    name: field === "issueId" ? "child-without-issue" : "child-without-session",
    why,
    from: ORCHESTRATOR_TURN,
    change: ({ tusk }) => {
      delete found(tusk.fanOut?.children[1])[field];
    },
    trips: [[subject, "evidence.tusk.fanOut.children[1]"]],
  };
}

/** A handoff that its contract lets go without a way back. */
const ONE_WAY_TURN: FullTurn = vary(HANDOFF_TURN, {
  spec: {
    handoffContract: {
      from: ["coder"],
      allowedTargets: ["tester"],
      requiredArtifacts: ["file:///repo/plan.md"],
      requireReturnPath: false,
    },
  },
});

/** Vectors of the classes about splitting work and handing it over. */
export const COORDINATION_ROWS: readonly VectorRow[] = [
  {
    class: "coordination.decomposition_policy_violation",
    from: FULL_TURN,
    holds: "The work is laid out in a pattern that the policy lists.",
    cases: [
      {
        why: "The turn routes the work, and the policy lists only single and chain.",
        change: ({ wire }) => {
          wire.callSpec.executionPattern = "route";
        },
        trips: [[CALL, "evidence.callSpec.executionPattern"]],
      },
      {
        name: "fan-out-too-wide",
        why: "The orchestrator split the work in two, and the policy allows one child.",
        from: ORCHESTRATOR_TURN,
        change: ({ spec }) => {
          spec.decompositionPolicy.maxFanOut = 1;
        },
        trips: [[CALL, "evidence.tusk.fanOut.children"]],
      },
      childWithout("issueId", "One child of the fan-out works on no issue.", "hs1_20261116T000200Z_bd_9"),
      childWithout("sessionId", "One child of the fan-out has no session of its own.", "bd-9"),
      {
        name: "no-workers",
        why: "The turn is an orchestrator's, and it shows no workers.",
        from: ORCHESTRATOR_TURN,
        change: ({ tusk }) => {
          delete tusk.fanOut;
        },
        trips: [[CALL, "evidence.tusk.fanOut"]],
      },
      {
        name: "autonomy-unmeasured",
        why: "Autonomy is bound to a measure, and nothing was measured.",
        from: AUTONOMOUS_TURN,
        change: ({ tusk }) => {
          delete tusk.autonomy;
        },
        trips: [[CALL, "evidence.tusk.autonomy"]],
      },
      {
        name: "autonomy-other-metric",
        why: "Autonomy is bound to one measure, and another one was taken.",
        from: AUTONOMOUS_TURN,
        change: ({ tusk }) => {
          found(tusk.autonomy).metric = "speed";
        },
        trips: [[CALL, "evidence.tusk.autonomy"]],
      },
      {
        name: "autonomy-other-profile",
        why: "Autonomy was measured on another profile than the bound one.",
        from: AUTONOMOUS_TURN,
        change: ({ tusk }) => {
          found(tusk.autonomy).evalProfileRef = "eval://toy-suite";
        },
        trips: [[CALL, "evidence.tusk.autonomy"]],
      },
      {
        name: "autonomy-too-low",
        why: "The measure for autonomy is below its threshold.",
        from: AUTONOMOUS_TURN,
        change: ({ tusk }) => {
          found(tusk.autonomy).measured = 0.7;
        },
        trips: [[CALL, "evidence.tusk.autonomy"]],
      },
      {
        name: "policy-digest",
        why: "The turn names a decomposition policy by a digest that is not the bound one's.",
        forge: ({ wire }) => {
          wire.callSpec.decompositionPolicyDigest = hex("f");
        },
        trips: [[CALL, "evidence.callSpec.decompositionPolicyDigest"]],
      },
      {
        name: "declared",
        why: "The caller itself says that the decomposition is not admissible.",
        change: ({ file }) => {
          file.decompositionConstraints = { admissible: false };
        },
        trips: [[CALL, "decompositionConstraints.admissible"]],
      },
      {
        name: "expected-pattern",
        why: "The caller expects a single step, and the turn is a chain.",
        change: ({ file }) => {
          file.decompositionConstraints = { expectedExecutionPattern: "single" };
        },
        trips: [[CALL, "evidence.callSpec.executionPattern"]],
      },
    ],
  },
  {
    class: "handoff.required_artifact_missing",
    from: HANDOFF_TURN,
    holds: "The plan travels with the work, and it is the one that exists.",
    cases: [
      {
        why: "The packet promises a plan that does not exist.",
        change: ({ tusk }) => {
          found(tusk.handoff).existing = [];
        },
        trips: [["file:///repo/plan.md", "evidence.tusk.handoff.packet.artifacts[0]"]],
      },
      {
        name: "changed",
        why: "The plan has changed since the packet was made.",
        change: ({ tusk }) => {
          found(tusk.handoff?.existing[0]).digest = hex("f");
        },
        trips: [["file:///repo/plan.md", "evidence.tusk.handoff.packet.artifacts[0]"]],
      },
      {
        name: "not-in-packet",
        why: "The contract requires a plan, and the packet does not carry it.",
        change: ({ wire, tusk }) => {
          found(tusk.handoff).packet.artifacts = [];
          found(wire.handoff ?? undefined).requiredArtifactRefs = [];
        },
        trips: [["file:///repo/plan.md", "evidence.tusk.handoff.packet.artifacts"]],
      },
      {
        name: "received-changed",
        why: "The tester takes the work up, and the plan has changed since it was handed over.",
        from: RESUMED_TURN,
        change: ({ tusk }) => {
          found(tusk.handoffIn?.artifacts[0]).digest = hex("f");
        },
        trips: [["file:///repo/plan.md", "evidence.tusk.handoffIn.artifacts[0]"]],
      },
      {
        name: "packet-gone",
        why: "The tester takes the work up from a packet that nobody can show.",
        from: RESUMED_TURN,
        change: ({ tusk }) => {
          delete tusk.values[found(tusk.handoffIn).packetDigest];
        },
        trips: [[CALL, "evidence.tusk.handoffIn.packetDigest"]],
      },
      {
        name: "constraint",
        why: "The caller requires a test report, and the handoff does not carry one.",
        change: ({ file }) => {
          file.handoffConstraints = { requiredArtifactRefs: ["file:///repo/report.md"] };
        },
        trips: [["file:///repo/report.md", "evidence.handoff.requiredArtifactRefs"]],
      },
    ],
  },
  {
    class: "handoff.target_not_allowed",
    from: HANDOFF_TURN,
    holds: "The coder hands over to a target of the contract.",
    cases: [
      {
        why: "The work is handed to somebody whom the contract does not name.",
        change: ({ wire }) => {
          found(wire.handoff ?? undefined).target = "releaser";
        },
        trips: [["releaser", "evidence.handoff.target"]],
      },
      {
        name: "no-contract",
        why: "The work is handed over, and no contract is bound.",
        change: ({ spec }) => {
          delete spec.handoffContract;
        },
        trips: [["tester", "evidence.handoff.target"]],
      },
      {
        name: "empty-list",
        why: "The contract allows no target at all.",
        change: ({ spec }) => {
          found(spec.handoffContract).allowedTargets = [];
        },
        trips: [["tester", "evidence.handoff.target"]],
      },
      {
        name: "role",
        why: "The contract lets only the reviewer hand over, and the coder does.",
        change: ({ spec }) => {
          found(spec.handoffContract).from = ["reviewer"];
        },
        trips: [[CALL, "evidence.tusk.spec.role"]],
      },
      {
        name: "constraint",
        why: "The caller allows another target than the one the work goes to.",
        change: ({ file }) => {
          file.handoffConstraints = { allowedTargets: ["reviewer"] };
        },
        trips: [["tester", "evidence.handoff.target"]],
      },
    ],
  },
  {
    class: "handoff.return_path_missing",
    from: HANDOFF_TURN,
    holds: "The handoff names the way back that its contract requires.",
    cases: [
      {
        why: "The contract requires a way back, and the handoff names none.",
        change: ({ wire }) => {
          delete found(wire.handoff ?? undefined).returnPathRef;
        },
        trips: [["tester", "evidence.handoff.returnPathRef"]],
      },
      {
        name: "constraint",
        why: "The caller requires a way back, and the handoff names none.",
        from: ONE_WAY_TURN,
        change: ({ file, wire }) => {
          delete found(wire.handoff ?? undefined).returnPathRef;
          file.handoffConstraints = { requireReturnPath: true };
        },
        trips: [["tester", "evidence.handoff.returnPathRef"]],
      },
    ],
  },
];
