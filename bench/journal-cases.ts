import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";
import { pairsOf } from "./paired-child.ts";

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
    const pairs = pairsOf(() => childArgs(folder, shape));
    return {
      name: shape.name,
      bytes: 640 * shape.group * shape.groups,
      work: () => ({ ms: pairs.next().work, peakBytes: undefined }),
      baseline: () => ({ ms: pairs.same().baseline, peakBytes: undefined }),
      baselineName: shape.baselineName,
      samples: ROUNDS,
      ...(goal === undefined ? {} : { goal }),
      short: shape.sync === "never",
    };
  });
}

/** Rounds of one process; a group is too short and the work waits too much to be timed from outside. */
const ROUNDS = 12;

function childArgs(folder: string, { sync, group, groups }: Shape): readonly string[] {
  const place = mkdtempSync(join(folder, "journal-"));
  return [CHILD, place, sync, `${group}`, `${groups}`, `${ROUNDS}`];
}
