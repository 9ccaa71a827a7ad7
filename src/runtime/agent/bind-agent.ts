import {
  ARTIFACT_MARK,
  bindValues,
  type BoundValues,
  type BudgetAmounts,
  catalogRow,
  CLOSED_SPEC,
  digestJson,
  frozenJson,
  instructionsText,
  type Json,
  NotJsonError,
  parseBudget,
  parsePolicyConfig,
  type PolicyConfig,
  type RunTerms,
  runTermsProblem,
  type SpecValues,
  takenJson,
} from "#kernel";
import type { Tool, ToolSet, WorkspaceSession } from "#ports";
import { type BoundPolicy, failFast } from "../policies.ts";
import { AgentError } from "./agent-error.ts";
import type { AgentMode, AgentOptions } from "./agent-options.ts";
import type { AgentPorts } from "./agent-ports.ts";
import { assertText, assertTexts } from "./given-texts.ts";
import { scopeOfRun } from "./given-handoff.ts";
import { assertInstructions, instructionRefs } from "./given-instructions.ts";
import { outputGuide } from "./schema-output.ts";

/** What every run of an agent is held to: computed once, refused before any run begins. */
export interface BoundAgent {
  readonly policies: BoundValues;
  readonly toolValues: readonly Json[];
  readonly terms: RunTerms;
  readonly mode: AgentMode;
  readonly policy: BoundPolicy;
}

const REQUEST_TOKENS = 100_000;
const OUTPUT_TOKENS = 8_192;
const REPETITIONS = 5;
const FAN_OUT = 8;
const EDIT_SURFACES = ["write", "edit", "apply_patch"];

/** What is cut says where the rest is. */
const KEEPING = {
  ...CLOSED_SPEC.truncationPolicy,
  marker: `\n[... cut here; the whole result is ${ARTIFACT_MARK}, see the tool artifact ...]\n`,
};

/** Binds an agent's policies and terms. Throws `AgentError` with everything that is wrong with them (R05, R25). */
export function bindAgent<Output>(options: AgentOptions<Output>, set: ToolSet, ports: AgentPorts): BoundAgent {
  const { policy = failFast, mode = { mode: "json" } } = options;
  assertBounded(policy);
  const budget = readBudget(options.budget);
  if (options.queueLimit !== undefined) atLeast(1, "queueLimit", options.queueLimit);
  for (const { viewId } of options.views ?? []) assertText("views: a viewId", viewId);
  for (const { id, stage } of options.guards ?? []) assertTexts({ "guards: an id": id, "guards: a stage": stage });
  assertInstructions(options.instructions ?? []);
  const values = specOf(options, { set, turns: turnsOf(budget, policy), ports });
  const toolValues = set.tools.flatMap(({ schema, examples }): Json[] => [
    frozenJson(schema),
    frozenJson([...examples]),
  ]);
  const policies = boundOrThrow(values, toolValues, ports);
  return {
    policies,
    toolValues,
    mode,
    policy,
    terms: takenTerms(termsOf(options, { budget, mode, policy, set, ports })),
  };
}

/** The policies of one run. Where nobody has set how many turns there may be, its budget bounds them, also one that reaches further than the agent's. */
export function policiesOfRun<Output>(
  { spec }: AgentOptions<Output>,
  { policies, toolValues, policy }: BoundAgent,
  {
    budget,
    step,
    scope,
    ports,
  }: {
    readonly budget: BudgetAmounts;
    readonly step: number;
    /** What the run's packet says of its scope. */
    readonly scope: Parameters<typeof scopeOfRun>[1];
    readonly ports: AgentPorts;
  },
): BoundValues {
  const { values } = policies;
  const contextScope = scopeOfRun(values.contextScope, scope);
  const maxTurns = Math.min(step + turnsOf(budget, policy), Number.MAX_SAFE_INTEGER);
  const isLonger = spec?.stopPolicy === undefined && maxTurns > values.stopPolicy.maxTurns;
  if (!isLonger && contextScope === values.contextScope) return policies;
  const stopPolicy = isLonger ? { ...values.stopPolicy, maxTurns } : values.stopPolicy;
  return boundOrThrow({ ...values, contextScope, stopPolicy }, toolValues, ports);
}

function boundOrThrow(values: SpecValues, toolValues: readonly Json[], { sha256 }: AgentPorts): BoundValues {
  const bound = bindValues(values, sha256, toolValues);
  if (bound.admitted) return bound.next;
  const { violations } = bound.refusal;
  throw new AgentError("PolicyConfigInvalid", violations.map(({ path, note }) => `${path} ${note}`).join("; "));
}

/** The compiler sees that a config was checked; a caller without types is told here. */
function policyDraft(config: PolicyConfig): RunTerms["policy"] {
  const { onMalformedAction, consumeBudget, unbudgetedInARow, retriesInARow } = config;
  const draft = { onMalformedAction, consumeBudget, unbudgetedInARow };
  return retriesInARow === undefined ? draft : { ...draft, retriesInARow };
}

function assertBounded({ config }: BoundPolicy): void {
  const reading = parsePolicyConfig(policyDraft(config));
  if (!reading.ok) throw new AgentError(reading.error, `policy: ${reading.reason}`);
}

/** How many turns a budget can come to: every step, and before each as many that cost nothing as the policy may give in a row. */
function turnsOf({ steps }: BudgetAmounts, { config }: BoundPolicy): number {
  return Math.min(Math.max(1, steps) * (1 + config.unbudgetedInARow), Number.MAX_SAFE_INTEGER);
}

/** The amounts of a budget. Throws where one is no amount. */
export function readBudget(given: number | BudgetAmounts): BudgetAmounts {
  // A caller without types may have given nothing at all.
  const reading = parseBudget(typeof given === "object" && given !== null ? given : { steps: given });
  if (!reading.ok) throw new AgentError("PolicyConfigInvalid", `budget: ${reading.reason}`);
  return reading.budget.left;
}

/** The terms as a copy that nobody can change. Throws where a caller without types gave what no row could hold. */
function takenTerms(terms: RunTerms): RunTerms {
  const taken = jsonOf(terms);
  const problem = runTermsProblem(taken);
  if (problem !== undefined) throw new AgentError("PolicyConfigInvalid", problem);
  // Earned: the form names every member and refuses all others.
  return taken as unknown as RunTerms;
}

function jsonOf(terms: RunTerms): Json {
  try {
    return takenJson(terms);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    throw new AgentError("PolicyConfigInvalid", `terms: ${error.message}`, { cause: error });
  }
}

interface TermsSource {
  readonly budget: BudgetAmounts;
  readonly mode: AgentMode;
  readonly policy: BoundPolicy;
  readonly set: ToolSet;
  readonly ports: AgentPorts;
}

function termsOf<Output>(options: AgentOptions<Output>, { budget, mode, policy, set, ports }: TermsSource): RunTerms {
  const {
    system: said = "",
    instructions = [],
    output,
    pattern = set.tools.length === 0 ? "single" : "chain",
  } = options;
  // What is no text stays what it is, and is refused with the terms.
  const system = instructions.length === 0 ? said : `${said}${instructionsText(instructions)}`;
  return {
    modelRef: options.model.ref,
    system: output === undefined ? system : `${system}${outputGuide(output)}`,
    ...(instructions.length === 0 ? {} : { instructions: instructionRefs(instructions, ports) }),
    actionMode: mode.mode,
    ...(mode.mode === "text" && mode.adapterProfile !== undefined ? { adapterProfile: mode.adapterProfile } : {}),
    executionPattern: pattern,
    budget,
    requestTokens: atLeast(1, "requestTokens", options.requestTokens ?? REQUEST_TOKENS),
    outputTokens: atLeast(1, "outputTokens", options.outputTokens ?? OUTPUT_TOKENS),
    repetitions: atLeast(2, "repetitions", options.repetitions ?? REPETITIONS),
    policy: policyDraft(policy.config),
    onThrow: policy.onThrow,
  };
}

function atLeast(least: number, name: string, given: number): number {
  if (Number.isSafeInteger(given) && given >= least) return given;
  throw new AgentError("PolicyConfigInvalid", `${name} is ${given}, expected a whole number from ${least}`);
}

interface SpecSource {
  readonly set: ToolSet;
  readonly turns: number;
  readonly ports: AgentPorts;
}

/** The library's defaults: every tool that was given may be called, in any order; the rest is as closed as it can be. */
function specOf<Output>(
  { spec = {}, guards = [], agents = [], workspace, artifacts }: AgentOptions<Output>,
  source: SpecSource,
): SpecValues {
  const { set, turns, ports } = source;
  const listed = guards.map(({ id, stage }) => ({ id, stage }));
  const governance = { ...CLOSED_SPEC.governance, guardrails: { required: [], list: listed } };
  const integrity = digestJson(ports.sha256, governance);
  return {
    ...CLOSED_SPEC,
    catalog: set.tools.map((tool) => catalogRow(cardOf(tool), ports.sha256)),
    toolPolicy: { allow: set.tools.map(({ name }) => name) },
    transportPolicy: { parallelToolCalls: true, order: "any" },
    parallelPolicy: { enabled: true, maxBranches: 64 },
    stopPolicy: { maxTurns: turns, checkpoints: [] },
    decompositionPolicy: { ...CLOSED_SPEC.decompositionPolicy, maxFanOut: agents.length === 0 ? 0 : FAN_OUT },
    ...(workspace === undefined ? {} : within(workspace)),
    ...(artifacts === undefined ? {} : { truncationPolicy: KEEPING }),
    ...spec,
    // One value of it may be changed: the package and the guardrails of the agent stay then.
    governance: {
      ...governance,
      package: { name: "tusk-harness/library", version: "1.0.0", integrity },
      ...spec.governance,
    },
  };
}

/** Whoever gives an agent a workspace lets it work there, and nowhere else. */
function within({ root }: WorkspaceSession): Pick<SpecValues, "boundaryPolicy" | "contextScope"> {
  const all = [root === "/" ? "/**" : `${root}/**`];
  return {
    boundaryPolicy: { roots: [root], editSurfaces: EDIT_SURFACES, shellMayEdit: false },
    contextScope: { read: all, write: all, owners: [] },
  };
}

function cardOf(tool: Tool): Parameters<typeof catalogRow>[0] {
  const { name, schema, examples, effects } = tool;
  return { name, schema, examples: [...examples], effects };
}
