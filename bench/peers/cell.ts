// `cell.ts <folder> <scratch> <peer> <scenario> [--check | --steady]`: one cell of the table in a process of its own; prints one line of JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { percentile } from "../measure.ts";
import { PEERS, type PeerName } from "./peers.ts";
import { SCENARIOS, type ScenarioId } from "./scenarios.ts";
import { type Work, workOf } from "./work.ts";

/** One cell: microseconds of one run. */
export interface Cell {
  readonly p50: number;
  readonly p95: number;
  readonly min: number;
  /** Processor time, that of collector and compiler threads too. */
  readonly cpu: number;
}

/** A short warm-up is what a program has that runs once; the long one is over when everything is compiled. */
const WARM_UP = { short: { ms: 1_000, share: 1 / 3 }, steady: { ms: 5_000, share: Infinity } };
const MEASURED_MS = 4_000;

async function measured(work: Work, runs: number, { ms, share }: { ms: number; share: number }): Promise<Cell> {
  const warm = performance.now() + ms;
  for (let at = 0; at < runs * share && performance.now() < warm; at++) await work();
  globalThis.gc?.();
  const samples: number[] = [];
  const end = performance.now() + MEASURED_MS;
  const before = process.cpuUsage();
  while (samples.length < runs && performance.now() < end) {
    const start = performance.now();
    await work();
    samples.push((performance.now() - start) * 1_000);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    p50: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    min: Math.min(...samples),
    cpu: (user + system) / samples.length,
  };
}

const [root = "", scratch = "", peerName, scenarioId, mode] = process.argv.slice(2);
const { adapter, folder } = PEERS[peerName as PeerName];
const scenario = SCENARIOS[scenarioId as ScenarioId];
const home = pathToFileURL(join(root, folder, "program.js")).href;
const load = async (name: string) => import(import.meta.resolve(name, home));
const work = await workOf(adapter, { load, scenario, scratch });
await work();
const cell =
  mode === "--check" ? {} : await measured(work, scenario.runs, WARM_UP[mode === "--steady" ? "steady" : "short"]);
// Some peers keep the process alive.
process.stdout.write(`\n@${JSON.stringify(cell)}\n`, () => process.exit(0));
