import type { Change, TripRow, VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { digestOf, found, hex } from "../altered-turn.ts";
import { FULL_TURN } from "../full-turn.ts";
import { CODE_TURN, CUT_TURN } from "../golden-turns.ts";
import { withoutCall } from "../without-call.ts";

type PolicyField = "toolRenderProtocolDigest" | "reminderQueuePolicyDigest" | "stateViewPolicyDigest";
type Rows = "toolRender" | "reminderQueue" | "stateViews";

/** Spec and rows agree on a policy, and it is not the one whose value is bound. */
function boundToAnother(name: string, field: PolicyField, rows: Rows, what: string): TripRow {
  return {
    name: `${name}-digest`,
    why: `The turn names a ${what} by a digest that is not the bound one's.`,
    forge: ({ wire }) => {
      wire.callSpec[field] = hex("f");
      for (const row of wire[rows]) row.policyDigest = hex("f");
    },
    trips: [[CALL, `evidence.callSpec.${field}`]],
  };
}

/** The file was read, and somebody lists another path with it. */
function reads(...paths: readonly string[]): Change {
  return ({ call }) => {
    call("tc-1").ran.reads = [...paths];
  };
}

/** The edit changed another file. */
function writes(path: string): Change {
  return ({ call }) => {
    call("tc-2").ran.artifacts = [{ path, before: hex("c"), after: hex("d") }];
  };
}

/** Vectors of the classes about the context of the next request and the role's scope. */
export const CONTEXT_ROWS: readonly VectorRow[] = [
  {
    class: "context.queue_policy_violation",
    from: FULL_TURN,
    holds: "Renderings, queue and view were made under the bound policies.",
    cases: [
      {
        why: "The reminder queue was reduced under another policy than the bound one.",
        forge: ({ wire }) => {
          found(wire.reminderQueue[0]).policyDigest = hex("f");
        },
        trips: [["default", "evidence.reminderQueue"]],
      },
      {
        name: "render",
        why: "One result was rendered under another protocol than the bound one.",
        forge: ({ call }) => {
          call("tc-1").render.policyDigest = hex("f");
        },
        trips: [["tc-1", "evidence.toolRender"]],
      },
      {
        name: "view",
        why: "The state view was made under another policy than the bound one.",
        forge: ({ wire }) => {
          found(wire.stateViews[0]).policyDigest = hex("f");
        },
        trips: [["open-work", "evidence.stateViews"]],
      },
      {
        name: "no-queue",
        why: "The loop goes on and no reminder queue was reduced.",
        change: ({ wire }) => {
          wire.reminderQueue = [];
        },
        trips: [[CALL, "evidence.reminderQueue"]],
      },
      {
        name: "queue-too-long",
        why: "The reduced queue holds more items than the policy allows.",
        change: ({ wire, keep }) => {
          const reduced = Array.from({ length: 9 }, (_, at) => `reminder ${at}`);
          keep(reduced);
          found(wire.reminderQueue[0]).reducedDigest = digestOf(reduced);
        },
        trips: [["default", "evidence.reminderQueue[0].reducedDigest"]],
      },
      {
        name: "queue-repeats",
        why: "The reduced queue holds one item twice while the policy drops repeats.",
        change: ({ wire, keep }) => {
          const reduced = ["run the tests again", "run the tests again"];
          keep(reduced);
          found(wire.reminderQueue[0]).reducedDigest = digestOf(reduced);
        },
        trips: [["default", "evidence.reminderQueue[0].reducedDigest"]],
      },
      boundToAnother("render", "toolRenderProtocolDigest", "toolRender", "render protocol"),
      boundToAnother("queue", "reminderQueuePolicyDigest", "reminderQueue", "queue policy"),
      boundToAnother("view", "stateViewPolicyDigest", "stateViews", "view policy"),
    ],
  },
  {
    class: "context.injection_point_missing",
    from: FULL_TURN,
    holds: "The next request can be rebuilt: each result has a rendering, and the required view is there.",
    cases: [
      {
        why: "The loop goes on, and the result of the tests was never rendered.",
        change: withoutCall("tc-3", "Render"),
        trips: [["tc-3", "evidence.toolRender"]],
      },
      {
        name: "no-view",
        why: "The loop goes on without any state view.",
        change: ({ wire, spec }) => {
          wire.stateViews = [];
          spec.stateViewPolicy.required = [];
        },
        trips: [[CALL, "evidence.stateViews"]],
      },
      {
        name: "required-view",
        why: "There is a state view, but not the one that the policy requires.",
        change: ({ wire }) => {
          found(wire.stateViews[0]).viewId = "weather";
        },
        trips: [["open-work", "evidence.stateViews"]],
      },
      {
        name: "unknown-point",
        why: "A result went into the context at a point that the protocol does not have.",
        change: ({ call }) => {
          call("tc-1").render.injectionPoint = "system_prompt";
        },
        trips: [["tc-1", "evidence.toolRender[0].injectionPoint"]],
      },
      {
        name: "program-point",
        why: "What a program read went into the model's context instead of to the program.",
        from: CODE_TURN,
        change: ({ call }) => {
          call("tc-2").render.injectionPoint = "tool_response";
        },
        trips: [["tc-2", "evidence.toolRender[1].injectionPoint"]],
      },
      {
        name: "other-payload",
        why: "The rendering is of another payload than the one that came back.",
        change: ({ call }) => {
          call("tc-1").render.operatorPayloadDigest = hex("f");
        },
        trips: [["tc-1", "evidence.toolRender[0].operatorPayloadDigest"]],
      },
      {
        name: "text-unproven",
        why: "Nobody can show the text that the model saw.",
        change: ({ call }) => {
          call("tc-1").render.reminderRenderDigest = hex("f");
        },
        trips: [["tc-1", "evidence.toolRender[0].reminderRenderDigest"]],
      },
      {
        name: "text-size",
        why: "The text that the model saw is longer than the row says.",
        from: CUT_TURN,
        change: ({ call }) => {
          call("tc-1").ran.shownBytes -= 1;
          found(call("tc-1").ran.truncation).tailBytes -= 1;
        },
        trips: [["tc-1", "evidence.tusk.results[0].shownBytes"]],
      },
      {
        name: "queue-unproven",
        why: "Nobody can show what the reminder queue was reduced to.",
        change: ({ tusk }) => {
          delete tusk.values[digestOf(["run the tests again"])];
        },
        trips: [["default", "evidence.reminderQueue[0].reducedDigest"]],
      },
      {
        name: "view-unproven",
        why: "Nobody can show the state view.",
        change: ({ tusk }) => {
          delete tusk.values[digestOf({ issue: "bd-7", open: 1 })];
        },
        trips: [["open-work", "evidence.stateViews[0].viewDigest"]],
      },
    ],
  },
  {
    class: "context.scope_violation",
    from: FULL_TURN,
    holds: "The role read and wrote inside its scope.",
    cases: [
      {
        why: "The role read a file outside its scope.",
        change: reads("/etc/passwd"),
        trips: [["tc-1", "evidence.tusk.results[0].reads[0]"]],
      },
      {
        name: "write",
        why: "The role wrote a file that it may only read.",
        change: writes("/repo/package.json"),
        trips: [["tc-2", "evidence.tusk.results[1].artifacts[0].path"]],
      },
      {
        name: "read-owned",
        why: "The role read a file that belongs to another role.",
        change: reads("/repo/src/parser.ts", "/repo/docs/plan.md"),
        trips: [["tc-1", "evidence.tusk.results[0].reads[1]"]],
      },
      {
        name: "write-owned",
        why: "The role wrote a file inside its scope that belongs to another role.",
        change: (turn) => {
          turn.spec.contextScope.owners.push({ glob: "/repo/src/generated/**", role: "builder" });
          writes("/repo/src/generated/tables.ts")(turn);
        },
        trips: [["tc-2", "evidence.tusk.results[1].artifacts[0].path"]],
      },
      {
        name: "dotted-path",
        why: "The role read a file by a path that leads out of its scope by two dots.",
        change: reads("/repo/../etc/passwd"),
        trips: [["tc-1", "evidence.tusk.results[0].reads[0]"]],
      },
      {
        name: "look-alike",
        why: "The role read a file in a folder whose name only begins like its scope.",
        change: reads("/repository/secret.txt"),
        trips: [["tc-1", "evidence.tusk.results[0].reads[0]"]],
      },
    ],
  },
];
