import type { Flag } from "../action.ts";
import { type ActionRows, CONFIG_FLAG, JSON_FLAG } from "../action-row.ts";
import type { RunData } from "../actions/run.ts";
import type { IssueRunData } from "../run-issues.ts";
import { WORKER_FLAGS } from "../worker-flags.ts";

/** What the command that lets an agent work answers. */
export interface RunsData {
  readonly run: RunData | IssueRunData;
}

const LIMITS: readonly Flag[] = [
  {
    name: "max-steps",
    value: "N",
    integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
    summary: "how many times the model is asked at most (run.maxSteps, 50)",
  },
  { name: "max-cost", value: "AMOUNT", summary: "what it may cost at most, in dollars, such as 2.50 (run.maxCost)" },
  {
    name: "profile",
    value: "NAME",
    choices: ["read-only", "workspace-write", "danger-full-access", "external-sandbox"],
    summary: "how far commands reach (sandbox.profile)",
  },
];

const MAX_ISSUES: Flag = {
  name: "max-issues",
  value: "N",
  integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
  summary: "without a task: how many issues are taken at most; unless it is given, all that become ready",
};

/** What a run without a task takes beside the flags of any run. */
const ISSUE_WORDS = new Set([
  "lease-ttl-seconds",
  "work-cmd",
  "verify-cmd",
  "by",
  "continue-on-failure",
  "issues-path",
]);
const ISSUE_FLAGS = WORKER_FLAGS.filter(({ name }) => ISSUE_WORDS.has(name)).map((flag) => {
  return { ...flag, summary: `without a task: ${flag.summary}` };
});

/** The command that lets an agent work (R11, R16, T08), and works on issues where nobody says what is to be done (M06-M09). */
export const RUN_ACTIONS: ActionRows<RunsData> = {
  run: {
    id: "run",
    command: "run",
    group: "Start here",
    summary: "Let an agent work on a task, go on with a session, or, without either, on the issues that are ready",
    effect: "mutation",
    flags: [
      { name: "model", value: "MODEL", summary: "the model, as provider/model or cassette:PATH (TUSK_MODEL)" },
      { name: "base-url", value: "URL", summary: "where its provider is reached, instead of the usual place" },
      ...LIMITS,
      { name: "record", summary: "make a cassette of it, which 'tusk replay <session>' runs once more" },
      {
        name: "resume",
        summary:
          "go on with a session: the one that is named first, else the newest; with its model, unless one is named",
      },
      { name: "workspace", value: "DIR", summary: "the folder it works in, instead of the root of this repository" },
      { name: "state", value: "DIR", summary: "the state folder, instead of this repository's .premath" },
      MAX_ISSUES,
      ...ISSUE_FLAGS,
      CONFIG_FLAG,
      { name: "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colours in this text" },
      { ...JSON_FLAG, summary: "print one event a line as JSON (tusk schema tusk.run.v1)" },
    ],
    operands: [
      { name: "TASK", summary: "what is to be done, or - for standard input; with --resume: the session" },
      { name: "INPUT", rest: true, summary: "with --resume and a session: what you say to it" },
    ],
    load: () => import("../actions/run.ts"),
  },
};
