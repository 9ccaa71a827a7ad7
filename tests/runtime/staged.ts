import * as z from "zod";
import {
  type Agent,
  agent,
  type AgentOptions,
  type AgentRun,
  memoryJournal,
  type MemoryJournal,
  type ResumeOptions,
  type RunResult,
  type StartOptions,
  type Tool,
  tool,
  type ToolContext,
  toolSet,
} from "../../src/index.ts";
import { auditSession, type SessionEvent } from "#kernel";
import { sha256, utf8 } from "#platform";
import type { AgentEvent, JournalRow } from "#ports";
import {
  checkEventCardinality,
  checkEventOrder,
  manualClock,
  type Script,
  scriptedModel,
} from "../../src/testing/index.ts";

/** A session in memory that is played in as many runs as a test likes. */
export interface Stage {
  readonly model: ReturnType<typeof scriptedModel>;
  readonly journal: MemoryJournal;
  readonly start: (input?: string, more?: StartOptions) => AgentRun<string>;
  /** Takes the session up from its rows. */
  readonly resume: (options?: ResumeOptions, changed?: Partial<AgentOptions>) => AgentRun<string>;
}

/** An agent in memory under one session `s-1`; its journal's rows outlive its runs. */
export function stage(script: Script, options: Partial<AgentOptions> = {}): Stage {
  const clock = manualClock();
  const model = scriptedModel(script);
  const whole = memoryJournal("s-1", clock);
  const made = (changed: Partial<AgentOptions> = {}): Agent<string> =>
    agent({
      model,
      budget: 20,
      // Each run sees the rows before it as its opening, as with a file.
      journal: () => ({ ...whole, opened: { rows: [...whole.rows], healed: [] } }),
      ...options,
      ...changed,
    });
  return {
    model,
    journal: whole,
    start: (input = "go", more = {}) => made().start(input, { sessionId: "s-1", ...more }),
    resume: (resume = {}, changed = {}) => made(changed).resume("s-1", resume),
  };
}

/** What a run came to, and everything that was heard of it. */
export interface Ended {
  readonly result: RunResult<string>;
  readonly events: readonly AgentEvent[];
  readonly kinds: readonly string[];
  /** What the event checkers say against it. */
  readonly broken: readonly unknown[];
}

/** Plays a run to its end. `hear` hears each event as it comes. */
export async function ended(run: AgentRun<string>, hear: (event: AgentEvent) => void = () => {}): Promise<Ended> {
  const events: AgentEvent[] = [];
  for await (const event of run) {
    events.push(event);
    hear(event);
  }
  const result = await run.result;
  const first = events.find(({ kind }) => kind === "StepStarted");
  const firstStep = first?.kind === "StepStarted" ? first.step : 1;
  const broken = [...checkEventOrder(events, { firstStep }), ...checkEventCardinality(events)];
  return { result, events, kinds: events.map(({ kind }) => kind), broken };
}

/** The rows of a journal, the journal's own left out. */
export function eventsOf(rows: readonly JournalRow[]): readonly SessionEvent[] {
  return rows
    .filter(({ event }) => !event.kind.startsWith("journal."))
    .map(({ event }) => event as unknown as SessionEvent);
}

/** The rows of one kind. */
export function rowsOf<Kind extends SessionEvent["kind"]>(
  rows: readonly JournalRow[],
  kind: Kind,
): readonly Extract<SessionEvent, { kind: Kind }>[] {
  return eventsOf(rows).filter((event): event is Extract<SessionEvent, { kind: Kind }> => event.kind === kind);
}

/** What the audit says against the rows of a session; undefined where it has nothing to say. */
export function auditOf(rows: readonly JournalRow[]): unknown {
  return auditSession(rows, { sha256, utf8 }).first;
}

/** A tool of one text, which does whatever the test says. */
export function textTool(
  name: string,
  run: (text: string, context: ToolContext) => string | Promise<string>,
  timeoutMs?: number,
): Tool {
  return tool({
    name,
    description: `The tool ${name}.`,
    args: z.strictObject({ text: z.string() }),
    output: z.string(),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    run: ({ text }, context) => run(text, context),
  });
}

/** Tools under their names. */
export function setOf(...tools: readonly Tool[]): ReturnType<ReturnType<typeof toolSet>["build"]> {
  return toolSet(...tools).build();
}
