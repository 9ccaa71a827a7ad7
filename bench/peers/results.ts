import { percentile } from "../measure.ts";
import type { Cell } from "./cell.ts";
import type { PeerName } from "./peers.ts";
import type { ScenarioId } from "./scenarios.ts";

/** What was seen: for each peer and scenario one cell a round. */
export type Results = ReadonlyMap<string, readonly Cell[]>;
export type Metric = keyof Cell;

export const keyOf = (peer: PeerName, scenario: ScenarioId): string => `${peer} ${scenario}`;

/** A figure of one cell over all rounds: the median round, and the best one for the fastest run. */
export function figure(results: Results, key: string, metric: Metric): number | undefined {
  const seen = results.get(key)?.map((cell) => cell[metric]) ?? [];
  if (seen.length === 0) return undefined;
  return metric === "min" ? Math.min(...seen) : percentile(seen, 0.5);
}

/** One figure over another; undefined where one of them was not measured. */
export function ratio(results: Results, [over, under]: readonly [string, string], metric: Metric): number | undefined {
  const [above, below] = [figure(results, over, metric), figure(results, under, metric)];
  return above === undefined || below === undefined ? undefined : above / below;
}
