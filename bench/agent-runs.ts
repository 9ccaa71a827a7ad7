// `agent-runs.ts <folder> <work> <baseline> <rounds>`: prints for each round the medians of a run, `<baseline ms> <work ms>`, timed in turns in
// one process. A kind of run is `<hand|memory|file|synced|raw>:<hops|8x|bad>`.
import { closeSync, fdatasync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { agent, harnessPolicy, openFileJournal, tool, toolSet } from "../src/index.ts";
import type { Journal, Model, ModelReply } from "#ports";
import { percentile } from "./measure.ts";

const [folder = "", workName = "", baselineName = "", rounds = "1"] = process.argv.slice(2);

interface ScriptedTurn {
  readonly calls?: readonly { readonly id: string; readonly args: { readonly n: unknown } }[];
  readonly text?: string;
}

const callOf = (n: unknown, at: number) => ({ id: `call_${at}`, args: { n } });
const chain = (hops: number): readonly ScriptedTurn[] => [
  ...Array.from({ length: hops }, (_, at) => ({ calls: [callOf(at, at)] })),
  { text: "done" },
];

/** What the model says, turn by turn, in every kind of run. */
function scriptOf(name: string): readonly ScriptedTurn[] {
  if (name === "8x") return [{ calls: Array.from({ length: 8 }, (_, at) => callOf(at, at)) }, { text: "done" }];
  if (name === "bad") return [{ calls: [callOf("oops", 0)] }, { calls: [callOf(1, 1)] }, { text: "done" }];
  return chain(Number(name));
}

type Runner = () => Promise<void>;

const schema = z.object({ n: z.number() });
const addOne = ({ n }: { readonly n: number }): { readonly n: number } => ({ n: n + 1 });

/** The loop that everybody writes first: no history that is checked, no evidence, no budget. */
function handLoop(script: readonly ScriptedTurn[]): Runner {
  return async () => {
    let at = 0;
    const next = async (): Promise<ScriptedTurn | undefined> => script[at++];
    const messages: unknown[] = [{ role: "user", content: "go" }];
    for (;;) {
      const turn = await next();
      if (turn?.calls === undefined) {
        messages.push({ role: "assistant", content: turn?.text });
        return;
      }
      messages.push({ role: "assistant", calls: turn.calls });
      const results = await Promise.all(
        turn.calls.map(async ({ id, args }) => {
          const parsed = schema.safeParse(JSON.parse(JSON.stringify(args)));
          if (!parsed.success) return { id, error: parsed.error.message };
          return { id, output: JSON.stringify(addOne(parsed.data)) };
        }),
      );
      messages.push(...results);
    }
  };
}

function replyOf({ calls = [], text }: ScriptedTurn): ModelReply {
  const usage = { inputTokens: 10, outputTokens: 5 };
  if (text !== undefined) return { blocks: [{ kind: "text", text }], stopReason: "end_turn", usage };
  const blocks = calls.map(({ id, args }) => {
    return { kind: "tool_call", providerCallId: id, tool: "add", argumentsText: JSON.stringify(args) } as const;
  });
  return { blocks, stopReason: "tool_use", usage };
}

/** A run of the library's agent, its rows in memory or where `journal` says. */
function agentRuns(script: readonly ScriptedTurn[], journal?: (sessionId: string) => Promise<Journal>): Runner {
  const replies = script.map(replyOf);
  let at = 0;
  const model: Model = {
    ref: "bench/model",
    complete: async () => replies[at++] ?? replyOf({ text: "done" }),
  };
  const add = tool({ name: "add", description: "Adds one.", args: schema, output: schema, run: addOne });
  const made = agent({
    model,
    tools: toolSet(add).build(),
    budget: script.length + 1,
    policy: harnessPolicy,
    ...(journal === undefined ? {} : { journal }),
  });
  return async () => {
    at = 0;
    const result = await made.start("go").result;
    if (result.phase !== "Completed" || result.output !== "done" || at !== replies.length)
      throw new Error(`the run ended as ${JSON.stringify(result)}`);
  };
}

let files = 0;
const newPath = (): string => join(folder, `${process.pid}-${files++}.jsonl`);

function fileRuns(script: readonly ScriptedTurn[], sync: "always" | "never"): Runner {
  return agentRuns(script, (sessionId) => openFileJournal({ path: newPath(), sessionId, sync }));
}

/** The bytes and the syncs that a durable run needs at least: rows ahead of each effect, results ahead of whoever sees them. */
async function rawWrites(script: readonly ScriptedTurn[]): Promise<Runner> {
  await fileRuns(script, "never")();
  const bytes = statSync(join(folder, `${process.pid}-${files - 1}.jsonl`)).size;
  // The opening and the first rows, then two for each hop, and the end.
  const syncs = 2 + 2 * (script.length - 1) + 1;
  const part = Buffer.alloc(Math.ceil(bytes / syncs), "x");
  return async () => {
    const descriptor = openSync(newPath(), "a");
    for (let at = 0; at < syncs; at++) {
      writeSync(descriptor, part);
      await new Promise<void>((resolve, reject) => {
        fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
      });
    }
    closeSync(descriptor);
  };
}

async function runnerOf(name: string): Promise<Runner> {
  const [kind = "", script = ""] = name.split(":");
  const turns = scriptOf(script);
  if (kind === "hand") return handLoop(turns);
  if (kind === "raw") return rawWrites(turns);
  if (kind === "file") return fileRuns(turns, "never");
  return kind === "synced" ? fileRuns(turns, "always") : agentRuns(turns);
}

/** How many runs one sample takes, so that it is longer than the clock's grain. */
function repeats(name: string): number {
  if (/^(synced|raw)/.test(name)) return 1;
  const hops = Number(/:(\d+)$/.exec(name)?.[1] ?? 4);
  return Math.max(1, Math.round(100 / (hops + 1)));
}

async function timed(work: Runner, times: number): Promise<number> {
  const start = performance.now();
  for (let at = 0; at < times; at++) await work();
  return (performance.now() - start) / times;
}

const [work, baseline] = [await runnerOf(workName), await runnerOf(baselineName)];
const samples = workName.startsWith("synced") ? 3 : 8;
for (let round = -4; round < Number(rounds); round++) {
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let at = 0; at < samples; at++) {
    theirs.push(await timed(baseline, repeats(baselineName)));
    mine.push(await timed(work, repeats(workName)));
  }
  // The first rounds warm up.
  if (round >= 0) process.stdout.write(`${percentile(theirs, 0.5)} ${percentile(mine, 0.5)}\n`);
}
