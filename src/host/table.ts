import type { ActionModule, Flag, Operand } from "./action.ts";
import type { ConfigShowData } from "./actions/config-show.ts";
import type { ConformanceData } from "./actions/conformance-run.ts";
import type { DigestData } from "./actions/digest.ts";
import type { ExplainData } from "./actions/explain.ts";
import type { JoinCheckData } from "./actions/join-check.ts";
import type { SchemaData } from "./actions/schema.ts";
import type { TourData } from "./actions/tour.ts";

/** What each action answers, by id. */
export interface ActionData {
  readonly "config.show": ConfigShowData;
  readonly "conformance.run": ConformanceData;
  readonly "gate.explain": ExplainData;
  readonly "schema.show": SchemaData;
  readonly "harness.join_check": JoinCheckData;
  readonly "json.digest": DigestData;
  readonly "gate.tour": TourData;
}

/** The id of a host action; command line, MCP, REPL and HTTP all mean the same one by it. */
export type ActionId = keyof ActionData;

/** One row of the table of host actions (H01). The module is loaded only when the action runs. */
export interface HostAction<Id extends ActionId> {
  readonly id: Id;
  /** One word, or two of which the first names a family: `config show`. */
  readonly command: string;
  readonly group: "Gate" | "Evidence" | "Start here";
  readonly summary: string;
  readonly effect: "read";
  readonly flags: readonly Flag[];
  readonly operand?: Operand;
  readonly load: () => Promise<ActionModule<ActionData[Id]>>;
}

const CONFIG_FLAG: Flag = {
  name: "config",
  value: "PATH",
  summary: "the configuration file to read instead of the nearest one",
};
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
  "config.show": {
    id: "config.show",
    command: "config show",
    group: "Start here",
    summary: "Show the configuration that holds here, and where each value came from",
    effect: "read",
    flags: [
      CONFIG_FLAG,
      { name: "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colours in this text" },
      JSON_FLAG,
    ],
    load: () => import("./actions/config-show.ts"),
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
      {
        name: "values",
        value: "DIR",
        summary: "where values are that the evidence names by digest: <hex>.json or <hex>.txt",
      },
      { name: "mutation", value: "FILE", summary: "judge this mutation too (full profile); no permit comes of it" },
    ],
    load: () => import("./actions/join-check.ts"),
  },
  "gate.explain": {
    id: "gate.explain",
    command: "explain",
    group: "Gate",
    summary: "Say what a class of refusal means, when it trips and what to do; without a name, list all",
    effect: "read",
    flags: [JSON_FLAG],
    operand: { name: "CLASS", summary: "the class, such as tool.result_orphan" },
    load: () => import("./actions/explain.ts"),
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
    load: () => import("./actions/conformance-run.ts"),
  },
  "schema.show": {
    id: "schema.show",
    command: "schema",
    group: "Evidence",
    summary: "Print the JSON Schema of a wire kind; without a name, list the kinds",
    effect: "read",
    flags: [JSON_FLAG],
    operand: { name: "KIND", summary: "the kind, such as evidence" },
    load: () => import("./actions/schema.ts"),
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
