import type { ActionModule, Flag, Operand } from "./action.ts";

/** One row of the table of host actions (H01). The module is loaded only when the action runs. */
export interface ActionRow<Id extends string, Data> {
  readonly id: Id;
  /** One word, or two of which the first names a family: `config show`. */
  readonly command: string;
  readonly group:
    | "Start here"
    | "Issues"
    | "Dependencies"
    | "Harness"
    | "Sessions"
    | "Tools"
    | "Gate"
    | "Evidence"
    | "Transport";
  readonly summary: string;
  /** Whether it may change work state. */
  readonly effect: "read" | "mutation";
  readonly flags: readonly Flag[];
  readonly operands: readonly Operand[];
  readonly load: () => Promise<ActionModule<Data>>;
}

/** The rows of a family of actions: one for each id of `Data`, none forgotten. */
export type ActionRows<Data> = { readonly [Id in keyof Data & string]: ActionRow<Id, Data[Id]> };

/** For commands that read the configuration. */
export const CONFIG_FLAG: Flag = {
  name: "config",
  value: "PATH",
  summary: "the configuration file to read instead of the nearest one",
};
/** Every command has it. */
export const JSON_FLAG: Flag = { name: "json", summary: "print the result as JSON" };
