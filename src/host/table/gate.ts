import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { JoinCheckData } from "../actions/join-check.ts";
import type { ExplainData } from "../actions/explain.ts";
import type { ConformanceData } from "../actions/conformance-run.ts";

/** What the commands around the gate answer. */
export interface GateData {
  readonly "harness.join_check": JoinCheckData;
  readonly "gate.explain": ExplainData;
  readonly "conformance.run": ConformanceData;
}

/** The commands around the gate. */
export const GATE_ACTIONS: ActionRows<GateData> = {
  "harness.join_check": {
    id: "harness.join_check",
    command: "harness-join-check",
    group: "Gate",
    summary: "Judge the evidence of one turn: does it close, and if not, why not",
    effect: "read",
    flags: [
      { name: "input", value: "INPUT", required: true, summary: "the evidence file to judge" },
      JSON_FLAG,
      { name: "checks", summary: "add what was checked, what was skipped and why" },
      {
        name: "values",
        value: "DIR",
        summary: "where values are that the evidence names by digest: <hex>.json or <hex>.txt",
      },
      { name: "mutation", value: "FILE", summary: "judge this mutation too (full profile); no permit comes of it" },
    ],
    operands: [],
    load: () => import("../actions/join-check.ts"),
  },
  "gate.explain": {
    id: "gate.explain",
    command: "explain",
    group: "Gate",
    summary: "Say what a class of refusal means, when it trips and what to do; without a name, list all",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [{ name: "CLASS", summary: "the class, such as tool.result_orphan" }],
    load: () => import("../actions/explain.ts"),
  },
  "conformance.run": {
    id: "conformance.run",
    command: "conformance run",
    group: "Gate",
    summary: "Run the vectors and turns that prove every rule",
    effect: "read",
    flags: [
      { name: "suite", value: "SUITE", choices: ["vectors", "reference", "turns"], summary: "only this suite" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/conformance-run.ts"),
  },
};
