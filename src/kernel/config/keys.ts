import type { Json } from "../json/value.ts";
import { VERIFICATION_RUNNERS } from "../issues/verification-command.ts";
import { constant, countFrom, list, type Schema, shaped, text, words } from "../schema/schema.ts";
import type { DefaultedValues, OptionalValues } from "./config-values.ts";
import { AGENTS_EQUIVALENTS, AGENTS_FILE } from "./instruction-files.ts";
import { CHECK_FIELDS, CHECKS_FORM } from "./check-keys.ts";
import { MCP_FIELDS, MCP_FORM } from "./mcp-keys.ts";
import { PRICE_FIELDS, PRICES_FORM, PROVIDER_FIELDS, PROVIDERS_FORM } from "./model-keys.ts";
import { money } from "./money.ts";
import { said } from "./said.ts";

export type { DefaultedValues, OptionalValues } from "./config-values.ts";

/** What each key holds, by path. */
export type ConfigValues = DefaultedValues & OptionalValues;

/** The path of a key, as `tusk config show` prints it. */
export type ConfigPath = keyof ConfigValues;

/** A variable that sets a key, and what its text means; empty text is as good as no variable. */
export interface ConfigVariable {
  readonly name: string;
  /** Every text that is not empty means this; without it the text itself is the value. */
  readonly means?: string;
}

/** One row of the table: what the key holds, what sets it, and who reads it. */
export interface ConfigKey<T extends Json> {
  readonly schema: Schema<T>;
  readonly fallback?: T;
  readonly environment?: ConfigVariable;
  /** The flag that sets it, on commands that have it. */
  readonly flag?: string;
  readonly summary: string;
  /** Of a map: what each field of an entry is. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Who reads it today, or what will. */
  readonly usedBy: string;
}

type Row<Path extends ConfigPath> = ConfigKey<ConfigValues[Path]> &
  (Path extends keyof DefaultedValues ? { readonly fallback: ConfigValues[Path] } : { readonly fallback?: never });

// Names that are neither . nor .., joined by slashes.
const NAME = /(?:[^/.\s]|\.[^/.]|\.\.[^/])[^/]*/.source;
const INSIDE = shaped(new RegExp(`^(?:${NAME}/)*${NAME}$`), "a path inside the workspace");

/** Every key of the configuration. Schema, defaults, `config show` and the page in docs/ come from this table. */
export const CONFIG_KEYS: { readonly [Path in ConfigPath]: Row<Path> } = {
  schema: {
    schema: constant(1),
    summary: "version of the file's form; a file of another version is refused",
    usedBy: "every reading of the file",
  },
  actor: {
    schema: text,
    environment: { name: "TUSK_ACTOR" },
    summary:
      "who acts: the name that changes are recorded under; unset, the worker a claim names, else the git identity",
    usedBy: "every command that changes issues",
  },
  stateDir: {
    schema: text,
    fallback: ".premath",
    summary: "folder of the durable state, from the folder that tusk runs in",
    usedBy: "run, doctor; issue commands look for .premath, or take --issues",
  },
  color: {
    schema: words("auto", "always", "never"),
    fallback: "auto",
    environment: { name: "NO_COLOR", means: "never" },
    flag: "color",
    summary: "colours in text for people; auto means only on a terminal that shows them",
    usedBy: "config show and issue commands; others look at NO_COLOR only",
  },
  "check.runners": {
    schema: list(text),
    fallback: VERIFICATION_RUNNERS,
    summary: "the words that a verification command begins with",
    usedBy: "issue check",
  },
  model: {
    schema: shaped(/^(?:cassette:|[^\s/]+\/)\S/, "a model as provider/model, or cassette:PATH"),
    environment: { name: "TUSK_MODEL" },
    flag: "model",
    summary:
      "the model that works, such as anthropic/claude-sonnet-4-5 or ollama/qwen3; its key comes from the environment",
    usedBy: "run, doctor",
  },
  reasoning: {
    schema: words("none", "minimal", "low", "medium", "high"),
    summary: "how much the model thinks before it answers; unset, what its provider does by itself",
    usedBy: "run",
  },
  providers: {
    schema: PROVIDERS_FORM,
    fallback: {},
    entries: PROVIDER_FIELDS,
    summary:
      "providers by name, beside the built-in ones or instead of them; keys are named by their variable and never written here",
    usedBy: "run, doctor",
  },
  prices: {
    schema: PRICES_FORM,
    fallback: {},
    entries: PRICE_FIELDS,
    summary:
      "what a million tokens cost in dollars, by provider/model (dates behind it are the same model) or by a beginning that ends with a sign; the longest that fits counts, before the built-in ones",
    usedBy: "run",
  },
  "retry.attempts": {
    schema: countFrom(1),
    fallback: 5,
    summary: "how often a request is sent at most, while nothing of a reply has come",
    usedBy: "run",
  },
  "retry.budgetMs": {
    schema: countFrom(1),
    fallback: 120_000,
    summary: "how long the waits between the attempts of a request may take together, in milliseconds",
    usedBy: "run",
  },
  "run.maxSteps": {
    schema: countFrom(1),
    fallback: 50,
    flag: "max-steps",
    summary: "how many times the model is asked at most",
    usedBy: "run",
  },
  "run.maxCost": {
    schema: money,
    flag: "max-cost",
    summary: "what a run may cost at most, in dollars; a model without a known price is refused then",
    usedBy: "run",
  },
  "run.maxTokens": {
    schema: countFrom(1),
    summary: "how many tokens a run may take at most, sent and received",
    usedBy: "run",
  },
  "run.outputTokens": {
    schema: countFrom(1),
    fallback: 8_192,
    summary: "how long one reply may be, in tokens",
    usedBy: "run",
  },
  "run.requestTokens": {
    schema: countFrom(1),
    fallback: 100_000,
    summary: "how much of the history one request holds at most, by a rough count of tokens",
    usedBy: "run",
  },
  "sandbox.profile": {
    schema: words("read-only", "workspace-write", "danger-full-access", "external-sandbox"),
    fallback: "workspace-write",
    flag: "profile",
    summary: "how far commands may reach",
    usedBy: "run",
  },
  "sandbox.network": {
    schema: words("none", "full"),
    fallback: "none",
    summary: "whether commands reach the network",
    usedBy: "run",
  },
  permissions: {
    schema: said,
    summary:
      "the rules that calls are judged by: read-only, workspace-write, or a rule file; unset, those of the sandbox profile",
    usedBy: "run",
  },
  "tools.allow": {
    schema: list(said),
    summary: "the only tools that the model is given; unset, all of them",
    usedBy: "run",
  },
  "tools.deny": {
    schema: list(said),
    fallback: [],
    summary: "tools that the model is not given",
    usedBy: "run",
  },
  guards: {
    schema: list(said),
    fallback: [],
    summary:
      "guards that look at calls and results: built-in ones by name (secrets), others as modules by path from the workspace",
    usedBy: "run",
  },
  "instructions.files": {
    schema: list(INSIDE),
    fallback: [AGENTS_FILE, ...AGENTS_EQUIVALENTS],
    summary:
      "files of the workspace that the model is given as context; where AGENTS.md is there, the files that other programs read instead of it are not read",
    usedBy: "run, doctor",
  },
  "instructions.maxBytes": {
    schema: countFrom(1),
    fallback: 65_536,
    summary: "how much of one such file is taken, in bytes",
    usedBy: "run, doctor",
  },
  mcp: {
    schema: MCP_FORM,
    fallback: {},
    entries: MCP_FIELDS,
    summary: "MCP servers by name, started as a program (command) or reached at an address (url)",
    usedBy: "run, doctor",
  },
  checks: {
    schema: CHECKS_FORM,
    fallback: {},
    entries: CHECK_FIELDS,
    summary: "what has to hold before an issue is closed, by name; each runs in the sandbox, in the issue's worktree",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.target": {
    schema: said,
    summary: "the branch that finished work is merged into; unset, the one that the main worktree has checked out",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.leaseTtlSeconds": {
    schema: countFrom(30),
    fallback: 3_600,
    flag: "lease-ttl-seconds",
    summary: "how long a worker's claim holds without a sign of life, in seconds (30 to 86,400)",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.repairRounds": {
    schema: countFrom(0),
    fallback: 2,
    summary: "how often an agent is told which checks failed, and works on, before the attempt counts as failed",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.sessionSteps": {
    schema: countFrom(1),
    fallback: 50,
    summary:
      "how many times the model is asked in one session of an issue; what is left then goes to the next session as a handoff packet",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.maxSessions": {
    schema: countFrom(1),
    fallback: 4,
    summary: "how many sessions one attempt at an issue may take",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.workTimeoutMs": {
    schema: countFrom(1),
    fallback: 14_400_000,
    summary: "how long a work command may take, in milliseconds; then it is ended, and the attempt has failed",
    usedBy: "run without a task, worker, coordinator",
  },
  "harness.retryPolicy": {
    schema: INSIDE,
    summary:
      "the retry policy file; unset, policies/control/harness-retry-policy-v1.json where it is there, else the built-in policy",
    usedBy: "run without a task, worker, coordinator, retry-policy",
  },
};

/** A table of keys, whichever they are. */
export type ConfigTable = Readonly<Record<string, ConfigKey<Json>>>;
