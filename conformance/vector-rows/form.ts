import type { Change, VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { hex } from "../altered-turn.ts";
import { FULL_TURN } from "../full-turn.ts";
import { CODE_TURN, CUT_TURN, TEXT_TURN } from "../golden-turns.ts";

/** Both calls belong to one action. */
const oneAction: Change = ({ call }) => {
  call("tc-2").asked.actionId = "a1";
};

/** Vectors of the classes about the form of calls and results. */
export const FORM_ROWS: readonly VectorRow[] = [
  {
    class: "tool.schema_invalid",
    from: FULL_TURN,
    holds: "Arguments, modes, results and errors have the form they must have.",
    cases: [
      {
        why: "The model asked to read file number 7 where the schema wants a path.",
        change: ({ call }) => {
          call("tc-1").asked.args = { path: 7 };
        },
        trips: [["tc-1", "evidence.tusk.requests[0].args.path"]],
      },
      {
        name: "args-unproven",
        why: "The arguments are named by a digest that nobody has a value for.",
        change: ({ call }) => {
          call("tc-1").asked.args = { $digest: hex("f") };
        },
        trips: [["tc-1", "evidence.tusk.requests[0].args"]],
      },
      {
        name: "action-mode",
        why: "The turn was bound to an action mode that does not exist.",
        change: ({ wire }) => {
          wire.callSpec.actionMode = "yaml";
        },
        trips: [[CALL, "evidence.callSpec.actionMode"]],
      },
      {
        name: "pattern",
        why: "The turn was bound to an execution pattern that does not exist.",
        change: ({ wire }) => {
          wire.callSpec.executionPattern = "swarm";
        },
        trips: [[CALL, "evidence.callSpec.executionPattern"]],
      },
      {
        name: "normalizer",
        why: "The turn was normalised by somebody else's rules.",
        change: ({ wire }) => {
          wire.callSpec.normalizerId = "acme.normalize.v2";
        },
        trips: [[CALL, "evidence.callSpec.normalizerId"]],
      },
      {
        name: "json-two-calls",
        why: "One JSON action made two calls.",
        change: oneAction,
        trips: [["tc-2", "evidence.tusk.requests[1].actionId"]],
      },
      {
        name: "text-two-calls",
        why: "One text action made two calls.",
        from: TEXT_TURN,
        change: oneAction,
        trips: [["tc-2", "evidence.tusk.requests[1].actionId"]],
      },
      {
        name: "text-without-profile",
        why: "A call was read from free text, and no adapter profile says how.",
        from: TEXT_TURN,
        change: ({ call }) => {
          delete call("tc-1").asked.adapterProfile;
        },
        trips: [["tc-1", "evidence.tusk.requests[0].adapterProfile"]],
      },
      {
        name: "status",
        why: "The file could not be read, and the row says ok.",
        change: ({ call }) => {
          call("tc-1").ran.outcome = "failed";
        },
        trips: [["tc-1", "evidence.toolResults[0].status"]],
      },
      {
        name: "envelope",
        why: "The tests failed with a code and a message, and nobody can tell whether they may run again.",
        change: ({ call }) => {
          delete call("tc-3").result.retryable;
        },
        trips: [["tc-3", "evidence.toolResults[2]"]],
      },
      {
        name: "shell-evidence",
        why: "A command ran, and its row does not say where and in which sandbox.",
        change: ({ call }) => {
          delete call("tc-3").ran.shell;
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell"]],
      },
      {
        name: "write-surface",
        why: "A file was edited, and its row does not say through which surface.",
        change: ({ call }) => {
          delete call("tc-2").ran.surface;
        },
        trips: [["tc-2", "evidence.tusk.results[1].surface"]],
      },
      {
        name: "write-artifacts",
        why: "A file was edited, and its row does not say which one.",
        change: ({ call }) => {
          delete call("tc-2").ran.artifacts;
        },
        trips: [["tc-2", "evidence.tusk.results[1].artifacts"]],
      },
      {
        name: "read-evidence",
        why: "A file was read, and its row does not say which one.",
        change: ({ call }) => {
          delete call("tc-1").ran.reads;
        },
        trips: [["tc-1", "evidence.tusk.results[0].reads"]],
      },
      {
        name: "code-evidence",
        why: "A program ran, and its row does not say what it printed.",
        from: CODE_TURN,
        change: ({ call }) => {
          delete call("tc-1").ran.code;
        },
        trips: [["tc-1", "evidence.tusk.results[0].code"]],
      },
      {
        name: "timeout-evidence",
        why: "A command ran into its time limit, and its row does not say where it ran.",
        change: ({ call }) => {
          call("tc-3").ran.outcome = "timeout";
          delete call("tc-3").ran.shell;
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell"]],
      },
    ],
  },
  {
    class: "tool.response_truncation_policy_violation",
    from: CUT_TURN,
    holds: "The model saw head and tail of a long file, and the record says what was cut.",
    cases: [
      {
        why: "The model saw two bytes more than the policy allows.",
        change: ({ spec }) => {
          spec.truncationPolicy.maxBytes = 45;
        },
        trips: [["tc-1", "evidence.tusk.results[0].shownBytes"]],
      },
      {
        name: "unrecorded",
        why: "A long file was cut, and nothing says so.",
        change: ({ call }) => {
          delete call("tc-1").ran.truncation;
        },
        trips: [["tc-1", "evidence.tusk.results[0].truncation"]],
      },
      {
        name: "sum",
        why: "Head, tail and marker do not add up to what was shown.",
        change: ({ call }) => {
          Object.assign(call("tc-1").ran.truncation ?? {}, { headBytes: 21 });
        },
        trips: [["tc-1", "evidence.tusk.results[0].truncation"]],
      },
      {
        name: "total",
        why: "The record tells of a shorter file than the one that came back.",
        change: ({ call }) => {
          Object.assign(call("tc-1").ran.truncation ?? {}, { totalBytes: 50 });
        },
        trips: [["tc-1", "evidence.tusk.results[0].truncation.totalBytes"]],
      },
      {
        name: "tail-kept",
        why: "The policy keeps the head only, and the tail was shown too.",
        change: ({ spec }) => {
          spec.truncationPolicy.keep = "head";
        },
        trips: [["tc-1", "evidence.tusk.results[0].truncation.tailBytes"]],
      },
      {
        name: "head-kept",
        why: "The policy keeps the tail only, and the head was shown too.",
        change: ({ spec }) => {
          spec.truncationPolicy.keep = "tail";
        },
        trips: [["tc-1", "evidence.tusk.results[0].truncation.headBytes"]],
      },
      {
        name: "payload-bytes",
        why: "The row tells of a shorter payload than the one that came back.",
        change: ({ call }) => {
          call("tc-1").ran.payloadBytes = 50;
          Object.assign(call("tc-1").ran.truncation ?? {}, { totalBytes: 50 });
        },
        trips: [["tc-1", "evidence.tusk.results[0].payloadBytes"]],
      },
      {
        name: "declared",
        why: "The caller itself says that the result was not cut as it had to be.",
        change: ({ file }) => {
          file.truncationConstraints = { required: true, valid: false };
        },
        trips: [[CALL, "truncationConstraints.valid"]],
      },
    ],
  },
];
