import type { AgentErrorKind } from "#kernel";
import type { RemedyRow } from "./remedy-row.ts";

/** What was kept and what to do, by the category of a run's end; what each means is the kernel's own word. */
export const AGENT_REMEDIES: Readonly<Record<AgentErrorKind, Omit<RemedyRow, "means">>> = {
  ModelTransport: {
    kept: "every turn that closed; nothing of the reply that broke off was executed",
    remedy: "the sentence has a code of the table of model errors: do what stands there, then `tusk run --resume`",
  },
  InvalidModelAction: {
    kept: "every turn that closed; what could not be done was not done",
    remedy:
      '`tusk run --resume "..."` and say it in other words; a model that does it often is too weak for these tools',
  },
  ToolDispatch: {
    kept: "every turn that closed, and the rows of this one: a call that ran is recorded as having run",
    remedy:
      "read which tool it was (`tusk session show`); where a guard spoke (`guards`), what it withheld stays withheld: resume and go another way",
  },
  BudgetExceeded: {
    kept: "every turn that closed",
    remedy:
      "`tusk run --resume --max-steps N` or `--max-cost X` grants more; `run.maxSteps`, `run.maxTokens` and `run.maxCost` set it for good; where the task alone does not fit into a request, raise `run.requestTokens`",
  },
  PolicyConfigInvalid: {
    kept: "everything: nothing was begun",
    remedy: "mend what the sentence names in tusk.config or in the options of `agent`",
  },
  PolicyRuntimeViolation: {
    kept: "every turn that closed",
    remedy:
      "mend the policy (of a library's user): it may answer Fail, Retry, Reprompt or Interrupt, within its bounds",
  },
  InternalInvariant: {
    kept: "the journal as far as it was written; `tusk verify` says that it holds",
    remedy:
      "where the sentence says that the journal could not be written, make room on that disk or mend its rights, then `tusk run --resume`; all else is a bug: report it with the command and the sentence",
  },
};
