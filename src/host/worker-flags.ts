import type { Arguments, Flag } from "./action.ts";
import { CONFIG_FLAG } from "./action-row.ts";

/** What worker and coordinator both take: the contract's (3.1), and ours. A coordinator passes on to its workers what it was given of them. */
export const WORKER_FLAGS: readonly Flag[] = [
  { name: "repo-root", value: "DIR", summary: "the repository, instead of the one this folder is in" },
  {
    name: "worktree-root",
    value: "DIR",
    summary: "accepted; every issue gets a worktree of its own below the state folder",
  },
  { name: "issues-path", value: "PATH", summary: "the issue file, from the repository's root" },
  { name: "session-path", value: "PATH", summary: "the session artifact, from the repository's root" },
  { name: "feature-ledger-path", value: "PATH", summary: "the feature ledger, from the repository's root" },
  { name: "trajectory-path", value: "PATH", summary: "the trajectory, from the repository's root" },
  {
    name: "lease-ttl-seconds",
    value: "N",
    integer: { min: 30, max: 86_400 },
    summary: "how long a claim holds without a sign of life (harness.leaseTtlSeconds, 3600)",
  },
  {
    name: "work-cmd",
    value: "COMMAND",
    summary: "a command that does the work, instead of the agent (PREMATH_WORK_CMD)",
  },
  {
    name: "work-profile",
    value: "NAME",
    choices: ["workspace-write", "danger-full-access"],
    summary: "how far the work command reaches (danger-full-access: it is your own)",
  },
  { name: "verify-cmd", value: "COMMAND", summary: "a check beside those of the configuration (PREMATH_VERIFY_CMD)" },
  {
    name: "witness-ref-prefix",
    value: "PREFIX",
    summary: "how a worker's own refs begin (PREMATH_WITNESS_REF_PREFIX)",
  },
  { name: "mutation-mode", value: "MODE", summary: "the lane that trajectory rows name (instruction-linked)" },
  { name: "override-reason", value: "TEXT", summary: "why, with --mutation-mode human-override" },
  {
    name: "host-action-transport",
    value: "TRANSPORT",
    choices: ["mcp", "local-repl", "local"],
    summary: "accepted; leases are renewed and released by the harness itself",
  },
  { name: "continue-on-failure", summary: "go on with other issues after one that failed" },
  { name: "by", value: "ORDER", choices: ["id", "priority"], summary: "which ready issue comes first (id)" },
  { name: "model", value: "MODEL", summary: "the model, as provider/model or cassette:PATH (TUSK_MODEL)" },
  { name: "base-url", value: "URL", summary: "where its provider is reached, instead of the usual place" },
  { name: "max-cost", value: "AMOUNT", summary: "what one session may cost at most, in dollars (run.maxCost)" },
  {
    name: "profile",
    value: "NAME",
    choices: ["read-only", "workspace-write", "danger-full-access", "external-sandbox"],
    summary: "how far commands reach (sandbox.profile)",
  },
  { name: "state", value: "DIR", summary: "the state folder, instead of this repository's .premath" },
  CONFIG_FLAG,
];

/** The words that give another command the same flags, in the order of `flags`; those that were not given are left out. */
export function flagWords(args: Arguments, flags: readonly Flag[]): readonly string[] {
  return flags.flatMap(({ name, value }) => {
    if (value === undefined) return args.switches.has(name) ? [`--${name}`] : [];
    const given = args.values.get(name);
    // As one word: a value may begin with a dash.
    return given === undefined ? [] : [`--${name}=${given}`];
  });
}
