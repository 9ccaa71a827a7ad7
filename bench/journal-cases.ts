import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";

const CHILD = fileURLToPath(new URL("journal-rows.ts", import.meta.url));

/** One journal and the least that anybody would have to do for the same rows, timed in one process in turns. */
interface Shape {
  readonly name: string;
  readonly sync: "always" | "never";
  /** Rows that are appended before they are waited for. */
  readonly group: number;
  readonly groups: number;
  readonly baselineName: string;
  readonly goal?: number;
}

const SHAPES: readonly Shape[] = [
  {
    name: "journal, rows one by one",
    sync: "never",
    group: 1,
    groups: 2000,
    baselineName: "stringify + sha256 + write",
  },
  {
    name: "journal, groups of 8",
    sync: "never",
    group: 8,
    groups: 500,
    baselineName: "stringify + sha256 + write",
  },
  {
    name: "journal, synced",
    sync: "always",
    group: 1,
    groups: 60,
    baselineName: "write + fdatasync",
    goal: 1.3,
  },
  {
    name: "journal, synced, groups of 8",
    sync: "always",
    group: 8,
    groups: 60,
    baselineName: "write + fdatasync",
    goal: 1.3,
  },
];

/** What a chained, fenced, grouped row of half a kilobyte costs beyond the raw work (R12). */
export function journalCases(folder: string): readonly Case[] {
  return SHAPES.map((shape) => {
    const { goal } = shape;
    const pairs = pairsOf(folder, shape);
    return {
      name: shape.name,
      bytes: 640 * shape.group * shape.groups,
      work: () => ({ ms: pairs.next().journal, peakBytes: undefined }),
      baseline: () => ({ ms: pairs.same().raw, peakBytes: undefined }),
      baselineName: shape.baselineName,
      samples: ROUNDS,
      ...(goal === undefined ? {} : { goal }),
      short: shape.sync === "never",
    };
  });
}

/** Rounds of one process; a group is too short and the work waits too much to be timed from outside. */
const ROUNDS = 12;

interface Pair {
  readonly raw: number;
  readonly journal: number;
}

/** Medians of a group, raw and journalled in the same round: the baseline is asked first, and the work of the same round next. */
function pairsOf(folder: string, shape: Shape): { readonly same: () => Pair; readonly next: () => Pair } {
  const waiting: Pair[] = [];
  const same = (): Pair => {
    if (waiting.length === 0) waiting.push(...measured(folder, shape));
    const [first] = waiting;
    if (first === undefined) throw new Error("no round was measured");
    return first;
  };
  return {
    same,
    next: () => {
      const pair = same();
      waiting.shift();
      return pair;
    },
  };
}

function measured(folder: string, { sync, group, groups }: Shape): readonly Pair[] {
  const place = mkdtempSync(join(folder, "journal-"));
  const args = [CHILD, place, sync, `${group}`, `${groups}`, `${ROUNDS}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`the journal ended with ${status}: ${stderr}`);
  rmSync(place, { recursive: true });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [raw = Number.NaN, journal = Number.NaN] = line.split(" ").map(Number);
      return { raw, journal };
    });
}
