import * as z from "zod";
import {
  agent,
  type AgentOptions,
  memoryJournal,
  type MemoryJournal,
  type RunResult,
  tool,
  toolSet,
} from "../../src/index.ts";
import type { AgentEvent } from "#ports";
import {
  checkEventCardinality,
  checkEventOrder,
  manualClock,
  type Script,
  scriptedModel,
} from "../../src/testing/index.ts";

export const add = tool({
  name: "add",
  description: "Adds two numbers.",
  args: z.strictObject({ a: z.number(), b: z.number() }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

/** A run that was played to its end. */
export interface Played {
  readonly result: RunResult<string>;
  readonly events: readonly AgentEvent[];
  readonly kinds: readonly string[];
  /** What the event checkers say against it. */
  readonly broken: readonly unknown[];
  readonly journal: MemoryJournal;
  readonly model: ReturnType<typeof scriptedModel>;
}

/** Plays a script through an agent that can add, in memory. */
export async function play(script: Script, options: Partial<AgentOptions> = {}): Promise<Played> {
  const journal = memoryJournal("s-1", manualClock());
  const model = scriptedModel(script);
  const run = agent({
    model,
    tools: toolSet(add).build(),
    budget: 20,
    journal: () => journal,
    ...options,
  }).start("go", { sessionId: "s-1" });
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  const broken = [...checkEventOrder(events), ...checkEventCardinality(events)];
  return { result, events, kinds: events.map(({ kind }) => kind), broken, journal, model };
}
