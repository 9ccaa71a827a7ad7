// `npm run bench:peers [-- --only=<names> --rounds=<n> --check --steady --skip-cold]`: the same work by others and by us in one run, and how we stand to them.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { besideOf } from "./beside.ts";
import { CannotMeasure } from "./cannot-measure.ts";
import type { Cell } from "./cell.ts";
import { ENVIRONMENT, installPeers } from "./install.ts";
import { type Options, readOptions } from "./options.ts";
import { type PeerName, PEERS } from "./peers.ts";
import { besideTable, goalTable, growthTable, scenarioTable } from "./report.ts";
import { keyOf } from "./results.ts";
import type { ScenarioId } from "./scenarios.ts";

const CELL = fileURLToPath(new URL("cell.ts", import.meta.url));
const ROOT = process.env["TUSK_PEERS_DIR"] ?? fileURLToPath(new URL("../../build/peers", import.meta.url));
const COLD_STARTS = 10;

/** Nobody traces, logs or looks for a newer version while it is measured. */
const QUIET = {
  NODE_ENV: "production",
  NO_COLOR: "1",
  AI_SDK_LOG_WARNINGS: "false",
  LANGCHAIN_CALLBACKS_BACKGROUND: "true",
  LANGCHAIN_TRACING_V2: "false",
  LANGSMITH_TRACING: "false",
  MASTRA_TELEMETRY_DISABLED: "1",
  OPENAI_AGENTS_DISABLE_TRACING: "1",
  OPENAI_API_KEY: "none",
  PI_OFFLINE: "1",
};

/** One cell, or a sentence why there is none. */
function cellOf(peer: PeerName, scenario: ScenarioId, { isCheck, isSteady }: Options): Cell | string {
  const scratch = mkdtempSync(join(tmpdir(), "tusk-peers-"));
  const flags = ["--expose-gc", "--no-warnings", "--experimental-import-meta-resolve"];
  const args = [...flags, CELL, ROOT, scratch, peer, scenario, isCheck ? "--check" : isSteady ? "--steady" : "--short"];
  const env = { ...ENVIRONMENT, ...QUIET };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: "utf8", timeout: 120_000 });
  rmSync(scratch, { recursive: true, force: true });
  const line = stdout.split("\n").find((text) => text.startsWith("@"));
  if (line !== undefined) return JSON.parse(line.slice(1)) as Cell;
  return `ended with ${status}: ${/^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.slice(-300)}`;
}

/** Rounds over all peers, each cell a process of its own: a busy machine is busy for all of them. */
function measureAll(options: Options): { cells: Map<string, Cell[]>; failed: number } {
  const { peers, scenarios, rounds, isCheck } = options;
  const cells = new Map<string, Cell[]>();
  let failed = 0;
  for (let round = 1; round <= (isCheck ? 1 : rounds); round++) {
    for (const scenario of scenarios) {
      process.stderr.write(`round ${round}, ${scenario}\n`);
      for (const peer of peers) {
        const cell = cellOf(peer, scenario, options);
        if (typeof cell === "string") {
          failed += 1;
          console.log(`fail ${peer}, ${scenario}: ${cell}`);
        } else if (isCheck) console.log(`ok   ${peer}, ${scenario}`);
        else cells.set(keyOf(peer, scenario), [...(cells.get(keyOf(peer, scenario)) ?? []), cell]);
      }
    }
  }
  return { cells, failed };
}

async function main(options: Options): Promise<number> {
  mkdirSync(ROOT, { recursive: true });
  await installPeers(ROOT, [...new Set(options.peers.map((name) => PEERS[name].folder))]);
  const { cells, failed } = measureAll(options);
  if (!options.isCheck) {
    for (const scenario of options.scenarios) console.log(`${scenarioTable(cells, scenario, options.peers)}\n`);
    console.log(`${growthTable(cells, options.peers)}\n`);
    if (!options.skipsCold) console.log(`${besideTable(besideOf(ROOT, options.peers, COLD_STARTS))}\n`);
    console.log(goalTable(cells));
  }
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof CannotMeasure)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
