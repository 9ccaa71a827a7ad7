import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type HarnessRow, harnessRow } from "#kernel";
import { readFileJournal } from "#memory";
import { type ChaosEvent, type ChaosRow, readEvents, readRows } from "../read-log.ts";
import type { Scene } from "./scene.ts";

/** A row of the trajectory, as far as it is looked at. */
interface TrajectoryRow {
  readonly stepId: string;
  readonly issueId: string;
  readonly resultClass: string;
}

/** What the files of a scene say. */
export interface SceneState {
  readonly events: readonly ChaosEvent[];
  /** Of each issue the newest row. */
  readonly issues: ReadonlyMap<string, ChaosRow>;
  /** The rows of every worker, in its order. */
  readonly workers: ReadonlyMap<string, readonly HarnessRow[]>;
  readonly trajectory: readonly TrajectoryRow[];
  /** What is wrong with a file itself. */
  readonly damage: readonly string[];
}

export async function readState({ state }: Scene): Promise<SceneState> {
  const { rows, torn } = readRows(join(state, "issues.jsonl"));
  const damage = torn === 0 ? [] : [`${torn} torn lines in the issue file`];
  const workers = new Map<string, readonly HarnessRow[]>();
  for (const name of namesIn(join(state, "workers"))) {
    const journal = await readFileJournal(join(state, "workers", name, "journal.jsonl"));
    if (journal.damage !== undefined)
      damage.push(`journal of ${name}, line ${journal.damage.line}: ${journal.damage.problem}`);
    if (journal.mends.length > 0) damage.push(`the journal of ${name} is still to be mended`);
    workers.set(
      name,
      journal.rows.flatMap(({ event }) => harnessRow(event) ?? []),
    );
  }
  return {
    events: readEvents(join(state, "log")).filter(({ voided }) => !voided),
    issues: newest(rows),
    workers,
    trajectory: readLines(join(state, "harness_trajectory.jsonl")).map((line) => JSON.parse(line) as TrajectoryRow),
    damage,
  };
}

function newest(rows: readonly ChaosRow[]): ReadonlyMap<string, ChaosRow> {
  const found = new Map<string, ChaosRow>();
  for (const row of rows) if (row.rev > (found.get(row.id)?.rev ?? -1)) found.set(row.id, row);
  return found;
}

export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}
