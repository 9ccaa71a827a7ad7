import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { openFileJournal, openWitnesses, readFileJournal } from "#memory";
import { sha256, utf8 } from "#platform";
import type { Journal, ReplayOptions, ReplayReport } from "#ports";
import { replayCassette } from "#runtime";
import { memoryWitnesses } from "#memory";
import { agent, type AgentOptions, harnessPolicy, tool, ToolFailed, toolSet } from "../../src/index.ts";
import { call, calls, failure, manualClock, say, type Script, scriptedModel, think } from "../../src/testing/index.ts";

/** Steps of the long run before it is called off, and in sum. */
export const CALLED_OFF_AT = 120;
export const STEPS = 200;

const KEY = z.strictObject({ n: z.number() });

/** Tools that take their time, fail, break, write a file, and call the run off. */
export function tools(effects: string, cancel: () => void) {
  return toolSet(
    tool({
      name: "work",
      description: "Takes its time.",
      args: z.strictObject({ n: z.number(), ms: z.number() }),
      output: z.string(),
      run: async ({ n, ms }) => {
        await setTimeout(ms);
        return `worked ${n}`;
      },
    }),
    tool({ name: "add", description: "Adds one half.", args: KEY, output: z.number(), run: ({ n }) => n + 0.5 }),
    tool({
      name: "fragile",
      description: "Fails, or breaks.",
      args: KEY,
      output: z.string(),
      run: async ({ n }) => {
        await setTimeout(1);
        if (n % 2 === 0) throw new ToolFailed("NotFound", `there is no ${n}`);
        throw new TypeError(`broken at ${n}`);
      },
    }),
    tool({
      name: "effect",
      description: "Writes a line.",
      args: KEY,
      output: z.string(),
      run: ({ n }) => {
        appendFileSync(effects, `${n}\n`);
        return `wrote ${n}`;
      },
    }),
    tool({
      name: "stop",
      description: "Calls the run off.",
      args: KEY,
      output: z.string(),
      run: async ({ n }) => {
        cancel();
        await setTimeout(1);
        return `stopped ${n}`;
      },
    }),
  ).build();
}

/** What the model says at a turn of the long run: calls side by side that end in other orders, failures, retries, mistakes. */
export function longScript(from: number, last: number): Script {
  return (_request, turn) => {
    const n = from + turn;
    if (n === last) return say(`done at ${n}`);
    if (n === CALLED_OFF_AT) return calls([call("work", { n, ms: 2 }), call("stop", { n }), call("add", { n })]);
    const side = [
      call("work", { n, ms: 3 }),
      call("work", { n: n + 0.25, ms: 1 }),
      call("add", { n }),
      call("work", { n: -n, ms: 2 }),
    ];
    const turns = [
      () => calls(side),
      () => calls([think("hm"), call("effect", { n })]),
      () => failure(),
      () => calls([call("fragile", { n }), call("work", { n, ms: 1 })]),
      () => call("work", { n: "no number", ms: 1 }),
      () => calls([say(`so far ${n}`), call("fragile", { n }), call("fragile", { n: n + 1 })]),
      () => call("add", { n }),
    ];
    return (turns[n % turns.length] ?? (() => say("never")))();
  };
}

/** A state folder, and what opens its journals. */
export function stateIn(folder: string): {
  readonly cassette: (sessionId: string) => Promise<Journal>;
  readonly session: (sessionId: string) => Promise<Journal>;
} {
  const clock = manualClock();
  const open = (kind: string) => (sessionId: string) =>
    openFileJournal({ path: join(folder, kind, `${sessionId}.jsonl`), sessionId, clock, sync: "never" });
  return { cassette: open("cassettes"), session: open("sessions") };
}

/** Plays a run into a state folder, recorded; `stopper` calls it off. */
export async function recordRun(
  state: string,
  { script, options = {}, resume = false, sessionId = "long" }: RecordedRun,
): Promise<string> {
  const { cassette, session } = stateIn(state);
  const stopper = new AbortController();
  const made = agent({
    model: scriptedModel(script, { streams: true, records: false }),
    budget: STEPS + 50,
    tools: tools(join(state, "effects.txt"), () => stopper.abort()),
    policy: harnessPolicy,
    journal: session,
    record: cassette,
    witnesses: await openWitnesses(join(state, "witnesses"), { sync: "never" }),
    ...options,
  });
  const { signal } = stopper;
  const run = resume ? made.resume(sessionId, { signal, input: "go on" }) : made.start("begin", { sessionId, signal });
  const result = await run.result;
  return result.phase === "Failed" ? `Failed: ${result.error.message}` : result.phase;
}

export interface RecordedRun {
  readonly script: Script;
  readonly options?: Partial<AgentOptions>;
  readonly resume?: boolean;
  readonly sessionId?: string;
}

/** The long run: called off in its midst, taken up, and completed. */
export async function recordLong(state: string): Promise<readonly string[]> {
  const first = await recordRun(state, { script: longScript(1, STEPS) });
  const second = await recordRun(state, { script: longScript(CALLED_OFF_AT + 1, STEPS), resume: true });
  return [first, second];
}

/** The rows of a state's cassette. */
export function cassetteOf(state: string, sessionId = "long") {
  return readFileJournal(join(state, "cassettes", `${sessionId}.jsonl`));
}

/** Replays rows as the command does. */
export function replayed(
  cassette: Parameters<typeof replayCassette>[0],
  options?: ReplayOptions,
): Promise<ReplayReport> {
  const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return replayCassette(cassette, { sha256, utf8, witnesses: memoryWitnesses(), idle }, options);
}
