import { allot, type BudgetAmounts, type JsonObject } from "#kernel";
import { type ChildWork, type SchemaResult, type Tool, type ToolContext, ToolFailed, type ToolSet } from "#ports";
import type { Run } from "../run.ts";
import type { Agent } from "./agent.ts";
import { isOpenCall, openChild } from "./sub-work.ts";

/** An agent that another one may call like a tool. */
export interface SubAgent {
  readonly name: string;
  readonly description: string;
  readonly agent: Agent<unknown>;
  /** What one call takes out of the caller's budget before it begins; what it does not spend comes back, unless it was given up. */
  readonly share: BudgetAmounts;
  readonly timeoutMs?: number;
}

const TASK: JsonObject = {
  type: "object",
  properties: { task: { type: "string", description: "What is to be done, whole: it knows nothing else." } },
  required: ["task"],
  additionalProperties: false,
};
/** The longest that a tool may take; longer work is cut into calls. */
const TIMEOUT_MS = 11 * 60_000;

const AGENTS = new WeakMap<Tool, SubAgent>();

/** The tool by which a run calls a sub-agent, as it is advertised. Only {@link runsOfTools} makes it one that runs. */
export function subAgentTool(sub: SubAgent): Tool {
  const { name, description, timeoutMs = TIMEOUT_MS } = sub;
  const tool: Tool = {
    name,
    description,
    schema: TASK,
    outputSchema: undefined,
    examples: [],
    effects: ["other"],
    aliases: {},
    timeoutMs,
    checkArgs: (args): SchemaResult<unknown> => {
      const task = typeof args === "object" && args !== null && "task" in args ? args["task"] : undefined;
      return typeof task === "string" ? { value: task } : { issues: [{ message: "expected a text", path: ["task"] }] };
    },
    checkOutput: (value) => ({ value }),
    run: () => {
      throw refused(`${name} has no run that it could work for`);
    },
  };
  AGENTS.set(tool, sub);
  return tool;
}

/** What the sub-agents of a run work for and with. */
export interface SubAgentSetting {
  readonly runOf: () => Run;
  readonly children: ChildWork | undefined;
}

/** The tools of one run: each sub-agent among them takes its budget from that run, so that no fan-out costs more than it may (PEERS 11). */
export function runsOfTools(set: ToolSet, { runOf, children }: SubAgentSetting): ToolSet {
  if (!set.tools.some((tool) => AGENTS.has(tool))) return set;
  const tools = set.tools.map((tool): Tool => {
    const sub = AGENTS.get(tool);
    if (sub === undefined) return tool;
    return { ...tool, run: (task, context) => callSubAgent(sub, runOf(), { task: String(task), context, children }) };
  });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { tools, get: (name) => byName.get(name) };
}

interface SubCall {
  readonly task: string;
  readonly context: ToolContext;
  readonly children: ChildWork | undefined;
}

async function callSubAgent(sub: SubAgent, run: Run, { task, context, children }: SubCall): Promise<unknown> {
  const { agent, share, name } = sub;
  const { toolCallId, signal, correlationId } = context;
  const { state, setting } = run;
  const { maxFanOut } = setting.policies.values.decompositionPolicy;
  if (state.allotted >= maxFanOut)
    throw refused(`${name} was not started: this session may start ${maxFanOut} sub-agents, and has`);
  const allotment = state.budget === undefined ? undefined : allot(state.budget, share);
  if (allotment?.ok !== true) throw refused(`${name} was not started: ${allotment?.reason ?? "there is no budget"}`);
  run.record({ kind: "budget.allotted", step: state.step, toolCallId, share: allotment.part.left });
  await run.durable();
  const sessionId = `${setting.sessionId}.${toolCallId}`;
  const parent = { sessionId: setting.sessionId, toolCallId };
  const child = children && (await openChild(children, run, { sub, task, sessionId, toolCallId }));
  const started = agent.start(task, {
    sessionId,
    correlationId,
    signal,
    parent,
    budget: share,
    ...(child === undefined ? {} : { handoffIn: child.received, intends: child.intends }),
  });
  const result = await started.result;
  // A child that was given up may end at any time after its call, also after the run: nothing comes back then, and no row stands between
  // those of another call, where no replay could put it.
  if (isOpenCall(run, toolCallId))
    run.record({ kind: "budget.returned", step: state.step, toolCallId, left: unspent(share, result.budgetLeft) });
  await child?.end(result);
  if (result.phase === "Completed") return result.output;
  const why = result.phase === "Failed" ? `${result.error.category}: ${result.error.message}` : result.reason;
  throw new ToolFailed("NonZeroExit", `${name} did not complete: ${why}`);
}

/** What comes back of a share: never more than was given, and nothing for what is no amount, whatever a child says is left. */
function unspent(share: BudgetAmounts, left: Partial<BudgetAmounts> | undefined): BudgetAmounts {
  const { steps, tokens, costMicros } = share;
  return {
    steps: within(steps, left?.steps),
    ...(tokens === undefined ? {} : { tokens: within(tokens, left?.tokens) }),
    ...(costMicros === undefined ? {} : { costMicros: within(costMicros, left?.costMicros) }),
  };
}

function within(most: number, left: number | undefined): number {
  return left !== undefined && Number.isSafeInteger(left) && left >= 0 ? Math.min(most, left) : 0;
}

function refused(message: string): ToolFailed {
  return new ToolFailed("Denied", message);
}
