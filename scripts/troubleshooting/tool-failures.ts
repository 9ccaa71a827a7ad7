import type { ToolFailureCode } from "#kernel";
import type { RemedyRow } from "./remedy-row.ts";

/** What was kept and what to do, by the code that a model is told; what each means is the kernel's own word. */
export const TOOL_REMEDIES: Readonly<Record<ToolFailureCode, Omit<RemedyRow, "means">>> = {
  InvalidInput: {
    kept: "the tool was not run, or changed nothing",
    remedy: "the model corrects it by itself; `tusk tool check` judges arguments by hand",
  },
  NotFound: { kept: "nothing was changed", remedy: "the model looks again; check the workspace it works in" },
  Denied: {
    kept: "nothing was run",
    remedy:
      "the message names the rule, the guard or the wall; `tusk permissions check` says what a rule set answers, and a rule file (`permissions`) allows more",
  },
  Timeout: {
    kept: "whatever the call had done by then; nothing of it runs any more",
    remedy: "the model may try again; a command may be given a longer time by the model",
  },
  NonZeroExit: { kept: "whatever it had done", remedy: "the message says how it ended" },
  Interrupted: {
    kept: "nobody knows what it had done, and it is never run again by itself",
    remedy:
      "look at what it would have changed, then `tusk run --resume`: the model is told that the effect is unknown",
  },
};
