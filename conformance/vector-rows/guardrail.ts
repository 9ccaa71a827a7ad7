import type { Change, TripRow, VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { type Draft, found, hex } from "../altered-turn.ts";
import type { GuardEvidence } from "#kernel";
import { FULL_TURN, type FullTurn } from "../full-turn.ts";
import { GUARDED_TURN, PROCESSOR_TURN, SILENT_TURN } from "../golden-turns.ts";

/** Changes what one guardrail row says. */
function guard(at: number, change: (row: Draft<GuardEvidence>) => void): Change {
  return ({ tusk }) => change(found(tusk.guards[at]));
}

/** A guardrail of the whole turn did not say pass, and all three calls went on. */
function ignored(name: string, at: number, decision: "trigger" | "error", why: string): TripRow {
  return {
    name,
    why,
    change: guard(at, (row) => {
      row.decision = decision;
    }),
    trips: [
      ["tc-1", `evidence.tusk.guards[${at}]`],
      ["tc-2", `evidence.tusk.guards[${at}]`],
      ["tc-3", `evidence.tusk.guards[${at}]`],
    ],
  };
}

/** A zero-retention file that still holds something of the turn. */
function kept(name: string, why: string, keep: Change, subject: string, path: string, from?: FullTurn): TripRow {
  return { name, why, change: keep, trips: [[subject, path]], ...(from === undefined ? {} : { from }) };
}

/** Vectors of the classes about guardrails and about what may be kept. */
export const GUARDRAIL_ROWS: readonly VectorRow[] = [
  {
    class: "governance.guardrail_stage_missing",
    from: FULL_TURN,
    holds: "Each required guardrail looked, and none said no.",
    cases: [
      {
        why: "The guardrail for leaks is required at the output, and it did not look.",
        change: ({ tusk }) => {
          tusk.guards.pop();
        },
        trips: [["leaks", "evidence.tusk.guards"]],
      },
      {
        name: "one-call-unseen",
        why: "The input guardrail looked at two calls of three.",
        from: GUARDED_TURN,
        change: ({ tusk }) => {
          tusk.guards = tusk.guards.filter((row) => row.scope !== "tc-2");
        },
        trips: [["injection", "evidence.tusk.guards"]],
      },
      {
        name: "nobody-before-the-run",
        why: "The guardrail for secrets is required before anything runs, and it did not look.",
        change: ({ tusk }) => {
          tusk.guards.shift();
        },
        trips: [["secrets", "evidence.tusk.guards"]],
      },
      {
        name: "stage-without-guardrail",
        why: "The input stage is required, and no guardrail is listed for it.",
        change: ({ spec }) => {
          spec.governance.guardrails.required.push("input");
        },
        trips: [["input", "evidence.tusk.guards"]],
      },
      ignored("trigger-ignored", 0, "trigger", "The guardrail for secrets said no, and every call ran."),
      ignored("error-ignored", 0, "error", "The guardrail for secrets failed, and every call ran."),
      ignored("output-shown", 1, "trigger", "The guardrail for leaks said no, and every result was shown."),
      {
        name: "call-trigger-ignored",
        why: "The input guardrail said no to one call, and that call ran.",
        from: GUARDED_TURN,
        change: guard(2, (row) => {
          row.decision = "trigger";
        }),
        trips: [["tc-2", "evidence.tusk.guards[2]"]],
      },
    ],
  },
  {
    class: "governance.guardrail_stage_order_invalid",
    from: GUARDED_TURN,
    holds: "The guardrails looked in the order of their stages, before anything ran.",
    cases: [
      {
        why: "The guardrail of the pre-flight stage looked only after a file had been read.",
        change: guard(0, (row) => {
          row.seq = 13;
        }),
        trips: [["secrets", "evidence.tusk.guards[0]"]],
      },
      {
        name: "after-output",
        why: "A guardrail of the pre-flight stage looked after the one of the output stage.",
        change: guard(0, (row) => {
          row.seq = 16;
        }),
        trips: [["secrets", "evidence.tusk.guards[0]"]],
      },
      {
        name: "input-after-output",
        why: "At one call the input guardrail looked after the output guardrail.",
        change: ({ tusk }) => {
          const row = found(tusk.guards[1]);
          tusk.guards.push({ ...row, stage: "output", guardrailId: "leaks", inputDigest: hex("e"), seq: 7 });
        },
        trips: [["injection", "evidence.tusk.guards[1]"]],
      },
    ],
  },
  {
    class: "governance.trace_mode_violation",
    from: PROCESSOR_TURN,
    holds: "A zero-retention file holds digests only, and the registered processor got digests only.",
    cases: [
      {
        why: "A payload left for the processor in a mode that lets only digests out.",
        change: ({ tusk }) => {
          found(tusk.exports?.[0]).carries = "payload";
        },
        trips: [["traces", "evidence.tusk.exports[0]"]],
      },
      {
        name: "no-processor",
        why: "The mode needs a registered processor, and there is none.",
        change: ({ spec }) => {
          spec.governance.observability.processors = [];
        },
        trips: [[CALL, "evidence.tusk.spec.governance.observability.processors"]],
      },
      {
        name: "unregistered",
        why: "A digest left for a processor that is not registered.",
        change: ({ tusk }) => {
          found(tusk.exports?.[0]).sink = "elsewhere";
        },
        trips: [["elsewhere", "evidence.tusk.exports[0]"]],
      },
      kept(
        "args-kept",
        "The arguments of a call were stored in a zero-retention mode.",
        ({ call }) => {
          call("tc-1").asked.args = { path: "/repo/src/parser.ts" };
        },
        "tc-1",
        "evidence.tusk.requests[0].args",
      ),
      kept(
        "args-among-values",
        "The arguments of a call are named by digest and stored among the values.",
        ({ keep }) => {
          keep({ path: "/repo/src/parser.ts" });
        },
        "tc-1",
        "evidence.tusk.requests[0].args",
      ),
      kept(
        "payload-kept",
        "The payload of a call was stored while nobody may hear of the turn.",
        ({ call }) => {
          call("tc-2").result.payload = { replaced: 1 };
        },
        "tc-2",
        "evidence.tusk.results[1]",
        SILENT_TURN,
      ),
      kept(
        "shown-text-kept",
        "The text that the model saw is stored among the values.",
        ({ keepText }) => {
          keepText("while (i < lines) {\n}\n");
        },
        "tc-1",
        "evidence.tusk.results[0]",
      ),
      kept(
        "intent-kept",
        "The arguments of the intended mutation were stored in a zero-retention mode.",
        ({ tusk }) => {
          found(tusk.intent).args = { id: "bd-7", note: "parser fixed" };
        },
        "intent",
        "evidence.tusk.intent.args",
      ),
    ],
  },
];
