import { type BudgetAmounts, keepsContent, openCallText, SessionState } from "#kernel";
import type { AgentFault, CancelSignal, Journal, ToolSet } from "#ports";
import { agentLoop } from "../agent-loop.ts";
import { beginSession, resumeProblem, resumeSession } from "../begin-session.ts";
import { eventHub, type EventHubOptions } from "../events/event-hub.ts";
import { Recording } from "../cassette/recording.ts";
import { Cancelled } from "../fault.ts";
import { GivenUp, orCancelled } from "../or-cancelled.ts";
import { errorText } from "../error-text.ts";
import { drivenEnd, type RunEnd } from "../phases.ts";
import { Run } from "../run.ts";
import { AgentError } from "./agent-error.ts";
import type { AgentOptions, ResumeOptions, StartOptions } from "./agent-options.ts";
import type { AgentPorts, CancelSwitch } from "./agent-ports.ts";
import { agentRun, type AgentRun } from "./agent-run.ts";
import { agentState } from "./agent-state.ts";
import { type BoundAgent, policiesOfRun } from "./bind-agent.ts";
import { claimJournal, releaseJournal } from "./claim-journal.ts";
import { foldSession } from "./fold-session.ts";
import { givenHandoff } from "./given-handoff.ts";
import { openedFor } from "./opened-for.ts";
import { permissionSeat, runSetting } from "./run-ports.ts";
import type { RunResult } from "./run-result.ts";
import { sealingJournal } from "./sealing-journal.ts";
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
  const hub = eventHub(hubOptions(options));
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
      await releaseJournal(this.#journal);
      return this.#resultOf(end);
    } catch (cause) {
      // What closed badly was told before, or is what is told now.
      const end = endBy(cause, this.#state.step, signal);
      await this.#recording?.end(end.phase, this.#state.step).catch(() => undefined);
      await releaseJournal(this.#journal).catch(() => undefined);
      return this.#resultOf(end);
    }
  }

  async #sail(emit: Run["setting"]["emit"], signal: CancelSignal): Promise<RunEnd> {
    const { options, ports } = this.#agent;
    const opening = options.journal?.(this.#sessionId) ?? ports.memoryJournal(this.#sessionId, ports.clock);
    const journal = await openedFor(signal, opening);
    this.#journal = await claimJournal(journal, this.#sessionId);
    this.#state = foldSession(journal.opened.rows);
    this.#assertFits();
    const run = await this.#makeRun(journal, emit, signal);
    this.run = run;
    const { kind } = this.#launching;
    if (kind === "start") await beginSession(run, this.#launching.input);
    else await resumeSession(run, this.#launching.options?.input);
    const drive = this.#launching.options?.drive;
    return drive === undefined ? agentLoop(run) : drivenEnd(run, drive);
  }

  /** A session is begun once, and taken up only where there is something to go on with. */
  #assertFits(): void {
    const problem =
      this.#launching.kind === "resume"
        ? (this.#keptProblem() ?? resumeProblem(this.#state, this.#launching.options?.input))
        : this.#state.started === undefined
          ? undefined
          : "it was begun before: resume it, or give the new one another name";
    if (problem !== undefined) throw new AgentError("PolicyConfigInvalid", `session ${this.#sessionId}: ${problem}`);
  }

  /** Rows with content and rows without do not stand in one journal. */
  #keptProblem(): string | undefined {
    if (this.#state.started === undefined || keepsContent(this.#agent.bound.policies.values)) return undefined;
    return "its rows have content, which these policies do not let anybody keep: begin a new one";
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
    const seat = permissionSeat(sessionId, state, { ports, runOf, signal });
    const permissions = await orCancelled(signal)(options.permissions?.(seat));
    const terms = { ...bound.terms, budget: this.#launching.budget ?? state.budget?.left ?? bound.terms.budget };
    const set = runsOfTools(toolsOf, { runOf, children: options.children });
    const reminders = (): readonly string[] => (this.reminders.length === 0 ? NONE : this.reminders.splice(0));
    const keepOutput = (made: unknown): void => {
      this.#made = { output: made };
    };
    const rows = keepsContent(bound.policies.values) ? journal : sealingJournal(journal, ports.sha256);
    const { intends = options.intends, handoffIn: received } = this.#launching.options ?? {};
    const handoffIn = givenHandoff(received, bound.policies.values.role);
    const world = { journal: rows, emit, signal, permissions, reminders, keepOutput, intends, handoffIn };
    const own = { sessionId, correlationId, parent, terms, set, ...world };
    const policies = policiesOfRun(options, bound, {
      budget: terms.budget,
      step: state.step,
      scope: handoffIn?.packet.contextScope,
      ports,
    });
    const setting = runSetting(options, { ...bound, policies }, { ports, own });
    if (options.record === undefined) return new Run(setting, state);
    const tape = await openedFor(signal, options.record(sessionId));
    const { kind } = this.#launching;
    const input = kind === "start" ? this.#launching.input : this.#launching.options?.input;
    this.#recording = await Recording.begin(setting, tape, { launch: kind, input });
    return new Run(this.#recording.setting, state);
  }

  #resultOf(end: RunEnd | EarlyEnd): RunResult<Output, Own> {
    const state = this.#state;
    const { correlationId = this.#sessionId, own } = this.#launching.options ?? {};
    // Whoever gives no value of its own has none: the type says so.
    const kept = own as Own;
    // What the schema made of the answer; without one it is the text.
    const output = end.phase === "Completed" ? ((this.#made ?? end).output as Output) : undefined;
    const { intended, newestJoin } = this.run?.walk ?? {};
    const facts = {
      ...(newestJoin === undefined ? {} : { newestJoin }),
      ...(intended === undefined ? {} : { intended }),
      sessionId: this.#sessionId,
      steps: state.step,
      usage: state.usage,
      budgetLeft: state.budget?.left ?? this.#launching.budget ?? this.#agent.bound.terms.budget,
      finalMessages: state.history.messagesWith(openCallText(state.turn?.requested)),
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

/** How a run ended that never came to its first phase. */
type EarlyEnd =
  | { readonly phase: "Failed"; readonly fault: AgentFault; readonly refusal: undefined }
  | { readonly phase: "Interrupted"; readonly reason: string };

function endBy(cause: unknown, step: number, signal: CancelSignal): EarlyEnd {
  if (cause instanceof GivenUp) return { phase: "Interrupted", reason: new Cancelled(signal).message };
  return { phase: "Failed", fault: faultFrom(cause, step), refusal: undefined };
}

function faultFrom(cause: unknown, step: number): AgentFault {
  const category = cause instanceof AgentError ? cause.category : "InternalInvariant";
  return { category, step, message: errorText(cause), cause };
}

function hubOptions<Output>({ sinks = [], queueLimit, onSinkError }: AgentOptions<Output>): EventHubOptions {
  return {
    sinks,
    ...(queueLimit === undefined ? {} : { queueLimit }),
    ...(onSinkError === undefined ? {} : { onSinkError }),
  };
}

/** The caller's signal calls this run off; returned is what takes the link away. */
function linkSignals(signal: CancelSignal | undefined, cancelSwitch: CancelSwitch): () => void {
  if (signal === undefined) return () => undefined;
  const fire = (): void => cancelSwitch.cancel(signal.reason);
  if (signal.aborted) fire();
  else signal.addEventListener("abort", fire, { once: true });
  return () => signal.removeEventListener("abort", fire);
}
