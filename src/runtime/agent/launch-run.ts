import { type BudgetAmounts, SessionState } from "#kernel";
import type { AgentFault, CancelSignal, Journal, ToolSet } from "#ports";
import { agentLoop, type RunEnd } from "../agent-loop.ts";
import { INTERRUPTED } from "../answer-calls.ts";
import { beginSession, resumeProblem, resumeSession } from "../begin-session.ts";
import { eventHub } from "../events/event-hub.ts";
import { Recording } from "../cassette/recording.ts";
import { beginRun } from "../phases.ts";
import { Run } from "../run.ts";
import { AgentError } from "./agent-error.ts";
import type { AgentOptions, ResumeOptions, StartOptions } from "./agent-options.ts";
import type { AgentPorts, CancelSwitch } from "./agent-ports.ts";
import { agentRun, type AgentRun } from "./agent-run.ts";
import { agentState } from "./agent-state.ts";
import { type BoundAgent, policiesOfRun } from "./bind-agent.ts";
import { foldSession } from "./fold-session.ts";
import { permissionSeat, runSetting } from "./run-ports.ts";
import type { RunResult } from "./run-result.ts";
import { runsOfTools } from "./sub-agent.ts";

/** An agent that is bound, and the world it runs in. */
export interface Launched<Output> {
  readonly options: AgentOptions<Output>;
  readonly bound: BoundAgent;
  readonly ports: AgentPorts;
  readonly toolsOf: ToolSet;
}

/** How a run begins: a new session, or one that is taken up. */
export type Launching<Own> =
  | {
      readonly kind: "start";
      readonly input: string;
      readonly options: StartOptions<Own> | undefined;
      readonly budget: BudgetAmounts | undefined;
    }
  | {
      readonly kind: "resume";
      readonly sessionId: string;
      readonly options: ResumeOptions<Own> | undefined;
      readonly budget: BudgetAmounts | undefined;
    };

/** Starts a run; it is under way when this returns, and nothing of it has happened yet. */
export function launchRun<Output, Own>(agent: Launched<Output>, launching: Launching<Own>): AgentRun<Output, Own> {
  const { ports, options } = agent;
  const sessionId = (launching.kind === "resume" ? launching.sessionId : launching.options?.sessionId) ?? ports.newId();
  const hub = eventHub({ sinks: options.sinks ?? [] });
  const cancelSwitch = ports.newSwitch();
  const unlink = linkSignals(launching.options?.signal, cancelSwitch);
  const voyage = new Voyage(agent, launching, sessionId);
  const stream = hub.stream();
  const result = voyage
    .go((event) => hub.emit(event), cancelSwitch.signal)
    .finally(() => {
      unlink();
      hub.end();
    });
  const { reminders } = voyage;
  return agentRun({ sessionId, hub, stream, cancelSwitch, runOf: () => voyage.run, reminders, result });
}

const NONE: readonly string[] = [];

/** One run from its journal's opening to its closing. */
class Voyage<Output, Own> {
  readonly #agent: Launched<Output>;
  readonly #launching: Launching<Own>;
  readonly #sessionId: string;
  #journal: Journal | undefined;
  #state = new SessionState();
  #recording: Recording | undefined;
  /** What the output's schema made of the newest answer: the row has it as JSON. */
  #made: { readonly output: unknown } | undefined;
  readonly reminders: string[] = [];
  run: Run | undefined;

  constructor(agent: Launched<Output>, launching: Launching<Own>, sessionId: string) {
    this.#agent = agent;
    this.#launching = launching;
    this.#sessionId = sessionId;
  }

  /** Never rejects. */
  async go(emit: Run["setting"]["emit"], signal: CancelSignal): Promise<RunResult<Output, Own>> {
    try {
      const end = await this.#sail(emit, signal);
      await this.#recording?.end(end.phase, this.#state.step);
      await this.#journal?.close();
      return this.#resultOf(end);
    } catch (cause) {
      // What closed badly was told before, or is what is told now.
      await this.#recording?.end("Failed", this.#state.step).catch(() => undefined);
      await this.#journal?.close().catch(() => undefined);
      return this.#resultOf({ phase: "Failed", fault: faultFrom(cause, this.#state.step), refusal: undefined });
    }
  }

  async #sail(emit: Run["setting"]["emit"], signal: CancelSignal): Promise<RunEnd> {
    const { options, ports } = this.#agent;
    const journal = await (options.journal?.(this.#sessionId) ?? ports.memoryJournal(this.#sessionId, ports.clock));
    this.#journal = journal;
    this.#state = foldSession(journal.opened.rows);
    this.#assertFits();
    const run = await this.#makeRun(journal, emit, signal);
    this.run = run;
    const { kind } = this.#launching;
    if (kind === "start") await beginSession(run, this.#launching.input);
    else await resumeSession(run, this.#launching.options?.input);
    const drive = this.#launching.options?.drive;
    return drive === undefined ? agentLoop(run) : drive(beginRun(run));
  }

  /** A session is begun once, and taken up only where there is something to go on with. */
  #assertFits(): void {
    const problem =
      this.#launching.kind === "resume"
        ? resumeProblem(this.#state, this.#launching.options?.input)
        : this.#state.started === undefined
          ? undefined
          : "it was begun before: resume it, or give the new one another name";
    if (problem !== undefined) throw new AgentError("PolicyConfigInvalid", `session ${this.#sessionId}: ${problem}`);
  }

  async #makeRun(journal: Journal, emit: Run["setting"]["emit"], signal: CancelSignal): Promise<Run> {
    const { options, bound, ports, toolsOf } = this.#agent;
    const sessionId = this.#sessionId;
    const state = this.#state;
    const { correlationId = sessionId, parent } = this.#launching.options ?? {};
    const runOf = (): Run => {
      if (this.run === undefined) throw new AgentError("InternalInvariant", "the run has not begun");
      return this.run;
    };
    const permissions = await options.permissions?.(permissionSeat(sessionId, state, { ports, runOf }));
    const terms = { ...bound.terms, budget: this.#launching.budget ?? state.budget?.left ?? bound.terms.budget };
    const set = runsOfTools(toolsOf, runOf);
    const reminders = (): readonly string[] => (this.reminders.length === 0 ? NONE : this.reminders.splice(0));
    const keepOutput = (made: unknown): void => {
      this.#made = { output: made };
    };
    const world = { journal, emit, signal, permissions, reminders, keepOutput };
    const own = { sessionId, correlationId, parent, terms, set, ...world };
    const policies = policiesOfRun(options, bound, { budget: terms.budget, step: state.step, ports });
    const setting = runSetting(options, { ...bound, policies }, { ports, own });
    const tape = await options.record?.(sessionId);
    if (tape === undefined) return new Run(setting, state);
    const { kind } = this.#launching;
    const input = kind === "start" ? this.#launching.input : this.#launching.options?.input;
    this.#recording = await Recording.begin(setting, tape, { launch: kind, input });
    return new Run(this.#recording.setting, state);
  }

  #resultOf(end: RunEnd | { phase: "Failed"; fault: AgentFault; refusal: undefined }): RunResult<Output, Own> {
    const state = this.#state;
    const { correlationId = this.#sessionId, own } = this.#launching.options ?? {};
    // Whoever gives no value of its own has none: the type says so.
    const kept = own as Own;
    // What the schema made of the answer; without one it is the text.
    const output = end.phase === "Completed" ? ((this.#made ?? end).output as Output) : undefined;
    const facts = {
      sessionId: this.#sessionId,
      steps: state.step,
      usage: state.usage,
      budgetLeft: state.budget?.left ?? this.#launching.budget ?? this.#agent.bound.terms.budget,
      finalMessages: state.history.messagesWith(JSON.stringify(INTERRUPTED)),
      state: agentState<Output, Own>(state, { finalOutput: output, correlationId, own: kept }),
    };
    switch (end.phase) {
      case "Completed":
        return { ...facts, phase: "Completed", output: output as Output, join: end.join };
      case "Failed":
        return {
          ...facts,
          phase: "Failed",
          error: end.fault,
          ...(end.refusal === undefined ? {} : { refusal: end.refusal }),
        };
      case "Interrupted":
        return { ...facts, phase: "Interrupted", reason: end.reason };
      default:
        return end satisfies never;
    }
  }
}

function faultFrom(cause: unknown, step: number): AgentFault {
  const category = cause instanceof AgentError ? cause.category : "InternalInvariant";
  const message = cause instanceof Error ? cause.message : "something was thrown that is no error";
  return { category, step, message, cause };
}

/** The caller's signal calls this run off; returned is what takes the link away. */
function linkSignals(signal: CancelSignal | undefined, cancelSwitch: CancelSwitch): () => void {
  if (signal === undefined) return () => undefined;
  const fire = (): void => cancelSwitch.cancel(signal.reason);
  if (signal.aborted) fire();
  else signal.addEventListener("abort", fire, { once: true });
  return () => signal.removeEventListener("abort", fire);
}
