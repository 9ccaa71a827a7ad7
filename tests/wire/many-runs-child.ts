// Many runs at once in one process: agents of the library, models behind HTTP, journals in files. Says what they came to, and stays until it
// is told to go: whoever watches its sockets sees them closed before.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { AgentEvent, Model } from "#ports";
import { agent, openFileJournal, openWitnesses, tool, toolSet } from "../../src/index.ts";
import { FILLER, HOPS, type ManyRunsOrder, type ManyRunsReport, markerOf, markersIn } from "./many-runs.ts";
import { openWireModel } from "./open-wire-model.ts";
import { WIRE_KINDS } from "./wire-models.ts";

const order = JSON.parse(process.argv[2] ?? "") as ManyRunsOrder;
const pathOf = (sessionId: string): string => join(order.state, "sessions", `${sessionId}.jsonl`);
mkdirSync(join(order.state, "sessions"), { recursive: true });

const models: readonly Model[] = await Promise.all(WIRE_KINDS.map((kind) => openWireModel(kind, order.port)));
const witnesses = await openWitnesses(join(order.state, "witnesses"), { sync: "never" });
const note = tool({
  name: "note",
  description: "Notes a marker.",
  args: z.strictObject({ marker: z.string(), hop: z.int() }),
  output: z.string(),
  run: ({ marker, hop }) => `${marker} ${hop} ${"x".repeat(FILLER)}`,
});

/** What is wrong with one run; undefined when nothing is. */
async function play(run: number, model: Model): Promise<string | undefined> {
  const marker = markerOf(run);
  const made = agent({
    model,
    budget: HOPS + 2,
    tools: toolSet(note).build(),
    journal: (sessionId) => openFileJournal({ path: pathOf(sessionId), sessionId, sync: "never" }),
    witnesses,
  });
  const started = made.start(`${marker}: go`, { sessionId: marker });
  const events: AgentEvent[] = [];
  for await (const event of started) events.push(event);
  const result = await started.result;
  if (result.phase !== "Completed") return `${marker} ${result.phase}: ${JSON.stringify(result)}`;
  const heard = markersIn(JSON.stringify([events, result.finalMessages, result.output]));
  if (heard.join() !== marker) return `${marker} speaks of ${heard.join(" and ")}`;
  if (result.output !== `${marker} is done.`) return `${marker} ends with ${result.output}`;
  const done = events.filter((event) => event.kind === "ToolCompleted" && event.outcome === "ok").length;
  return done === HOPS ? undefined : `${marker} has made ${done} calls`;
}

/** Whether a journal speaks of another run than its own. */
function isCrossed(sessionId: string): boolean {
  return markersIn(readFileSync(pathOf(sessionId), "utf8")).join() !== sessionId;
}

const collect = (): void => (globalThis.gc as (() => void) | undefined)?.();
const sessions = Array.from({ length: order.runs }, (_none, run) => run);
const modelFor = (run: number): Model => models[run % models.length] ?? failure();
function failure(): never {
  throw new Error("there is no model");
}

// Everything that is loaded once is loaded before anything is measured.
for (const [at, model] of models.entries()) await play(9000 + at, model);
collect();
const before = process.memoryUsage();
let peak = before.rss;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
const begun = performance.now();
const wrong = (await Promise.all(sessions.map((run) => play(run, modelFor(run))))).filter((what) => what !== undefined);
const ms = Math.round(performance.now() - begun);
clearInterval(watch);
collect();
const after = process.memoryUsage();
const report: ManyRunsReport = {
  ms,
  wrong,
  crossed: sessions.map(markerOf).filter(isCrossed),
  rss: { before: before.rss, peak, after: after.rss },
  heap: { before: before.heapUsed, after: after.heapUsed },
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.stdin.resume();
