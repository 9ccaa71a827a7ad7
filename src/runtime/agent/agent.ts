import { type BudgetAmounts, parseBudget } from "#kernel";
import type { ToolSet } from "#ports";
import { AgentError } from "./agent-error.ts";
import type { AgentOptions, ResumeOptions, StartOptions } from "./agent-options.ts";
import type { AgentPorts } from "./agent-ports.ts";
import type { AgentRun } from "./agent-run.ts";
import { bindAgent, readBudget } from "./bind-agent.ts";
import { assertText, assertTexts } from "./given-texts.ts";
import { launchRun } from "./launch-run.ts";
import { subAgentTool } from "./sub-agent.ts";

/** An agent: what runs are started from. It holds no state of its own; runs of it may go on beside each other. */
export interface Agent<Output> {
  /** Begins a session and its first run. */
  start<Own = undefined>(input: string, options?: StartOptions<Own>): AgentRun<Output, Own>;
  /** Takes a session up from its journal as a new run: what a crash left open is settled first, nothing is run twice (R11). */
  resume<Own = undefined>(sessionId: string, options?: ResumeOptions<Own>): AgentRun<Output, Own>;
}

/**
 * Makes agents of what the world gives. An agent that could go on for ever, or whose policies contradict themselves, is not made: it
 * throws `AgentError` (R05).
 */
export function agentMaker(ports: AgentPorts): <Output = string>(options: AgentOptions<Output>) => Agent<Output> {
  return <Output>(options: AgentOptions<Output>): Agent<Output> => {
    const { tools = ports.toolSet([]), agents = [] } = options;
    const advertised = agents.length === 0 ? tools : withAgents(tools, { agents, ports });
    const bound = bindAgent(options, advertised, ports);
    const launched = { options, bound, ports, toolsOf: advertised };
    return {
      start: (input, start) => {
        assertText("the input", input);
        assertTexts({ ...namesOf(start), sessionId: start?.sessionId });
        const budget = start?.budget === undefined ? undefined : readBudget(start.budget);
        return launchRun(launched, { kind: "start", input, options: start, budget });
      },
      resume: (sessionId, resume) => {
        assertText("sessionId", sessionId);
        assertTexts({ ...namesOf(resume), "the input": resume?.input });
        const budget: BudgetAmounts | undefined = resume?.budget === undefined ? undefined : readBudget(resume.budget);
        return launchRun(launched, { kind: "resume", sessionId, options: resume, budget });
      },
    };
  };
}

/** The names that become part of a session's first row. */
function namesOf(
  options: Pick<StartOptions, "correlationId" | "parent"> | undefined,
): Readonly<Record<string, unknown>> {
  const { correlationId, parent } = options ?? {};
  return { correlationId, "the parent's sessionId": parent?.sessionId, "the parent's toolCallId": parent?.toolCallId };
}

/** Tools and sub-agents in one set, each name once. */
function withAgents(
  { tools }: ToolSet,
  { agents, ports }: { readonly agents: NonNullable<AgentOptions["agents"]>; readonly ports: AgentPorts },
): ToolSet {
  for (const { name, share } of agents) assertShare(name, share);
  try {
    return ports.toolSet([...tools, ...agents.map(subAgentTool)]);
  } catch (cause) {
    throw new AgentError("PolicyConfigInvalid", cause instanceof Error ? cause.message : "the tools cannot be used", {
      cause,
    });
  }
}

/** A share that is no amount is refused before any run: no call could ever be given it. */
function assertShare(name: string, share: BudgetAmounts): void {
  // A caller without types may have given anything.
  const reading = parseBudget(typeof share === "object" && share !== null ? share : { steps: share });
  if (!reading.ok) throw new AgentError("PolicyConfigInvalid", `agents: the share of ${name}: ${reading.reason}`);
}
