import type { Flag } from "../action.ts";
import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { SandboxCheckData } from "../actions/sandbox-check.ts";
import type { SandboxRunData } from "../actions/sandbox-run.ts";

/** What the commands on the sandbox answer. */
export interface SandboxData {
  readonly "sandbox.check": SandboxCheckData;
  readonly "sandbox.run": SandboxRunData;
}

const PROFILE: Flag = {
  name: "profile",
  value: "NAME",
  choices: ["read-only", "workspace-write", "danger-full-access", "external-sandbox"],
  summary: "how far commands reach",
};

const PLACE: readonly Flag[] = [
  {
    name: "network",
    value: "REACH",
    choices: ["none", "full"],
    summary: "whether they reach any: none, unless the profile has no walls",
  },
  { name: "workspace", value: "DIR", default: ".", summary: "the folder they work in" },
  {
    name: "backend",
    value: "PROGRAM",
    choices: ["bwrap", "unshare"],
    summary: "only this one, instead of the first that holds",
  },
  { name: "no-edit", summary: "files are changed by the editing tools alone: the folder is read-only to commands" },
  { name: "env", value: "NAME", repeatable: true, summary: "a variable of the environment that commands get" },
];

/** The commands on the sandbox: whether its walls stand, and a command behind them (T05, DESIGN 10). */
export const SANDBOX_ACTIONS: ActionRows<SandboxData> = {
  "sandbox.check": {
    id: "sandbox.check",
    command: "sandbox check",
    group: "Tools",
    summary: "Try the walls of a sandbox around this folder, and say what was seen",
    effect: "read",
    flags: [{ ...PROFILE, default: "workspace-write" }, ...PLACE, JSON_FLAG],
    operands: [],
    load: () => import("../actions/sandbox-check.ts"),
  },
  "sandbox.run": {
    id: "sandbox.run",
    command: "sandbox run",
    group: "Tools",
    summary: "Run a command in a sandbox around this folder; its exit code is ours, 124 when its time was over",
    effect: "mutation",
    flags: [
      { ...PROFILE, required: true },
      ...PLACE,
      {
        name: "timeout",
        value: "SECONDS",
        integer: { min: 1, max: 86_400 },
        default: "120",
        summary: "when it is told to stop; 5 seconds later it is killed",
      },
      {
        name: "max-bytes",
        value: "N",
        integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
        default: String(64 * 1024 * 1024),
        summary: "the most output it may write; one byte more ends it",
      },
      JSON_FLAG,
    ],
    operands: [
      {
        name: "COMMAND",
        required: true,
        rest: true,
        summary: "behind --: a shell line as one word, or a program and its words",
      },
    ],
    load: () => import("../actions/sandbox-run.ts"),
  },
};
