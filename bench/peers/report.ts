import type { Beside } from "./beside.ts";
import { type Goal, GOALS, isMet } from "./goals.ts";
import type { PeerName } from "./peers.ts";
import { figure, keyOf, type Metric, ratio, type Results } from "./results.ts";
import { SCENARIOS, type ScenarioId } from "./scenarios.ts";

const METRICS: readonly Metric[] = ["p50", "p95", "min", "cpu"];

function text(value: number | undefined, digits: number): string {
  return value === undefined ? "-" : value.toFixed(digits);
}

function line(cells: readonly string[], first = 16): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(first) : cell.padStart(13))).join("");
}

/** One scenario: microseconds of a run for each peer, and how they stand to pi and to the floor. */
export function scenarioTable(results: Results, scenario: ScenarioId, peers: readonly PeerName[]): string {
  const rows = peers.map((peer) => {
    const key = keyOf(peer, scenario);
    const to = (other: PeerName, metric: Metric) => text(ratio(results, [key, keyOf(other, scenario)], metric), 2);
    const figures = METRICS.map((metric) => text(figure(results, key, metric), 1));
    return line([peer, ...figures, to("pi", "p50"), to("pi", "cpu"), to("floor", "p50"), to("floor", "cpu")]);
  });
  const head = ["us per run", ...METRICS, "p50 x pi", "cpu x pi", "p50 x floor", "cpu x floor"];
  return [SCENARIOS[scenario].name, line(head), ...rows].join("\n");
}

/** What 200 hops take more than 50, which are four times as many. */
export function growthTable(results: Results, peers: readonly PeerName[]): string {
  const rows = peers.map((peer) => {
    const pair = [keyOf(peer, "chain200"), keyOf(peer, "chain50")] as const;
    return line([peer, ...(["p50", "min", "cpu"] as const).map((metric) => text(ratio(results, pair, metric), 2))]);
  });
  return ["growth, 200 hops against 50", line(["", "p50", "min", "cpu"]), ...rows].join("\n");
}

/** Cold start and install beside each other. */
export function besideTable(beside: ReadonlyMap<PeerName, Beside>): string {
  const rows = [...beside].map(([peer, { coldMs, coldMinMs, megabytes, packages }]) =>
    line([peer, text(coldMs, 0), text(coldMinMs, 0), text(megabytes, 1), `${packages}`]),
  );
  return ["import over bare node, and install", line(["", "p50 ms", "min ms", "MB", "packages"]), ...rows].join("\n");
}

/** Every goal whose cells were measured, with what was seen. */
export function goalTable(results: Results): string {
  const told = GOALS.filter((goal) => isMet(goal, results) !== undefined).map((goal) => goalLine(goal, results));
  return ["goals, by the medians", ...told].join("\n");
}

function goalLine(goal: Goal, results: Results): string {
  const seen = (["p50", "cpu", "min"] as const).map((metric) => `${metric} ${text(goal.seen(results, metric), 2)}`);
  return `${isMet(goal, results) === true ? "met   " : "missed"} ${goal.name}: ${seen.join(", ")} (at most ${goal.most})`;
}
