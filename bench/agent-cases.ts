import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";
import { pairsOf } from "./paired-child.ts";

const CHILD = fileURLToPath(new URL("agent-runs.ts", import.meta.url));
const ROUNDS = 6;

interface Shape {
  readonly name: string;
  /** What `agent-runs.ts` is told: the work, and what it is held against. */
  readonly work: string;
  readonly baseline: string;
  readonly baselineName: string;
  readonly goal: number;
  readonly short: boolean;
}

const HAND = "hand loop with zod";

/** The scenarios of 002 and beyond, each with all its evidence (G08). */
const SHAPES: readonly Shape[] = [
  { name: "agent, no tool", work: "memory:0", baseline: "hand:0", baselineName: HAND, goal: 8, short: false },
  { name: "agent, 1 hop", work: "memory:1", baseline: "hand:1", baselineName: HAND, goal: 8, short: false },
  { name: "agent, 50 hops", work: "memory:50", baseline: "hand:50", baselineName: HAND, goal: 8, short: true },
  { name: "agent, 8 calls at once", work: "memory:8x", baseline: "hand:8x", baselineName: HAND, goal: 8, short: false },
  { name: "agent, malformed", work: "memory:bad", baseline: "hand:bad", baselineName: HAND, goal: 8, short: false },
  {
    name: "agent, 200 hops",
    work: "memory:200",
    baseline: "memory:50",
    baselineName: "50 hops",
    goal: 4.5,
    short: false,
  },
  {
    name: "agent, 1,000 hops",
    work: "memory:1000",
    baseline: "memory:200",
    baselineName: "200 hops",
    goal: 5.5,
    short: false,
  },
  {
    name: "agent, chained file",
    work: "file:50",
    baseline: "memory:50",
    baselineName: "in memory",
    goal: 2.5,
    short: false,
  },
  {
    name: "agent, synced file",
    work: "synced:50",
    baseline: "raw:50",
    baselineName: "writes + fdatasyncs",
    goal: 1.3,
    short: false,
  },
];

/** What a run of the library's agent costs, from its start to its result. */
export function agentCases(folder: string): readonly Case[] {
  return SHAPES.map(({ name, work, baseline, baselineName, goal, short }) => {
    const pairs = pairsOf(() => [CHILD, mkdtempSync(join(folder, "agent-")), work, baseline, `${ROUNDS}`]);
    return {
      name,
      bytes: 1e6,
      work: () => ({ ms: pairs.next().work, peakBytes: undefined }),
      baseline: () => ({ ms: pairs.same().baseline, peakBytes: undefined }),
      baselineName,
      samples: ROUNDS,
      goal,
      short,
    };
  });
}
