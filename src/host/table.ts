import type { ActionModule, Flag, Operand } from "./action.ts";
import type { DigestData } from "./actions/digest.ts";
import type { JoinCheckData } from "./actions/join-check.ts";
import type { TourData } from "./actions/tour.ts";

/** What each action answers, by id. */
export interface ActionData {
  readonly "harness.join_check": JoinCheckData;
  readonly "json.digest": DigestData;
  readonly "gate.tour": TourData;
}

/** The id of a host action; command line, MCP, REPL and HTTP all mean the same one by it. */
export type ActionId = keyof ActionData;

/** One row of the table of host actions (H01). The module is loaded only when the action runs. */
export interface HostAction<Id extends ActionId> {
  readonly id: Id;
  readonly command: string;
  readonly group: "Gate" | "Evidence" | "Start here";
  readonly summary: string;
  readonly effect: "read";
  readonly flags: readonly Flag[];
  readonly operand?: Operand;
  readonly load: () => Promise<ActionModule<ActionData[Id]>>;
}

const JSON_FLAG: Flag = { name: "json", summary: "print the result as JSON" };

/** Every host action: what it is called, what it takes, what it does, where it lives. Adapters are generated from this. */
export const HOST_ACTIONS: { readonly [Id in ActionId]: HostAction<Id> } = {
  "gate.tour": {
    id: "gate.tour",
    command: "tour",
    group: "Start here",
    summary: "See one turn accepted and broken ones refused, and why",
    effect: "read",
    flags: [JSON_FLAG],
    load: () => import("./actions/tour.ts"),
  },
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
    ],
    load: () => import("./actions/join-check.ts"),
  },
  "json.digest": {
    id: "json.digest",
    command: "digest",
    group: "Evidence",
    summary: "Print the canonical digest of a JSON file",
    effect: "read",
    flags: [
      { name: "canonical", summary: "print the canonical bytes instead, nothing added" },
      { name: "strict", summary: "refuse a key that is given twice (else the last one counts, with a warning)" },
      JSON_FLAG,
    ],
    operand: { name: "FILE", required: true, summary: "the file, or - for standard input" },
    load: () => import("./actions/digest.ts"),
  },
};
