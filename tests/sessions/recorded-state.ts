import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { openFileJournal, openWitnesses } from "#memory";
import { call, calls, say, scriptedModel, type Script } from "#models";
import { ToolFailed } from "#ports";
import { tool, toolSet } from "#tools";
import { agent } from "../../src/agent.ts";
import { harnessPolicy } from "../../src/index.ts";
import { steppingClock } from "../journal/journals.ts";

const add = tool({
  name: "add",
  description: "Adds.",
  args: z.strictObject({ a: z.number(), b: z.number() }),
  output: z.number(),
  run: ({ a, b }) => {
    if (a < 0) throw new ToolFailed("InvalidInput", "only from 0");
    return a + b;
  },
});

/** A run that has calls, calls side by side, a tool that fails, a call that cannot be used, and an end. */
export const SCRIPT: Script = [
  call("add", { a: 1, b: 2 }),
  calls([call("add", { a: 3, b: 4 }), call("add", { a: 0.5, b: 1 }), call("add", { a: -1, b: 1 })]),
  call("add", { a: "x" }),
  say("It is 3."),
];

/** A state folder with one session that a real agent ran, its witnesses beside. */
export async function recordState(folder: string, sessionId = "s1", script: Script = SCRIPT): Promise<string> {
  const state = join(folder, ".premath");
  mkdirSync(join(state, "sessions"), { recursive: true });
  const made = await agentIn(state, script);
  const result = await made.start("How much is 1 + 2?", { sessionId }).result;
  if (result.phase === "Failed") throw new Error(result.error.message, { cause: result.error.cause });
  return state;
}

/** The same session, taken up with another question. */
export async function resumeState(
  state: string,
  sessionId = "s1",
  script: Script = [call("add", { a: 5, b: 6 }), say("11")],
): Promise<void> {
  const made = await agentIn(state, script);
  const result = await made.resume(sessionId, { input: "And 5 + 6?" }).result;
  if (result.phase === "Failed") throw new Error(result.error.message, { cause: result.error.cause });
}

async function agentIn(state: string, script: Script) {
  return agent({
    model: scriptedModel(script),
    budget: 20,
    tools: toolSet(add).build(),
    system: "Add.",
    policy: harnessPolicy,
    journal: (sessionId) =>
      openFileJournal({
        path: join(state, "sessions", `${sessionId}.jsonl`),
        sessionId,
        clock: steppingClock(),
        sync: "never",
      }),
    witnesses: await openWitnesses(join(state, "witnesses"), { sync: "never" }),
  });
}
