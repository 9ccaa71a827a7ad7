import { PEER_NAMES, type PeerName } from "./peers.ts";
import { keyOf, type Metric, ratio, type Results } from "./results.ts";
import { SCENARIO_IDS, SCENARIOS, type ScenarioId } from "./scenarios.ts";

/** One goal: what was seen has to be at most `most`, each by medians, by processor time and by the fastest runs. */
export interface Goal {
  readonly name: string;
  readonly most: number;
  readonly seen: (results: Results, metric: Metric) => number | undefined;
}

const against = (ours: PeerName, theirs: PeerName, scenario: ScenarioId, most: number): Goal => ({
  name: `${ours} against ${theirs}, ${SCENARIOS[scenario].name}`,
  most,
  seen: (results, metric) => ratio(results, [keyOf(ours, scenario), keyOf(theirs, scenario)], metric),
});

const NOT_BEHIND: ReadonlySet<PeerName> = new Set(["floor", "tusk", "tusk-lazy", "tusk-chained", "pi"]);
const OTHERS = PEER_NAMES.filter((name) => !NOT_BEHIND.has(name));

/** Every other peer is behind ours with full evidence: what counts is the scenario where it is closest. */
const ahead = (theirs: PeerName): Goal => ({
  name: `tusk against ${theirs}, every scenario`,
  most: 1,
  seen: (results, metric) => {
    const seen = SCENARIO_IDS.map((id) => ratio(results, [keyOf("tusk", id), keyOf(theirs, id)], metric));
    const known = seen.filter((value) => value !== undefined);
    return known.length === 0 ? undefined : Math.max(...known);
  },
});

const growth = (results: Results, peer: PeerName, metric: Metric): number | undefined =>
  ratio(results, [keyOf(peer, "chain200"), keyOf(peer, "chain50")], metric);

const grows = (ours: PeerName): Goal => ({
  name: `growth of ${ours} from 50 to 200 hops, against the floor's`,
  most: 1.2,
  seen: (results, metric) => {
    const [mine, floors] = [growth(results, ours, metric), growth(results, "floor", metric)];
    return mine === undefined || floors === undefined ? undefined : mine / floors;
  },
});

/** What is to hold in one run. */
export const GOALS: readonly Goal[] = [
  against("tusk", "pi", "chain50", 0.6),
  against("tusk", "pi", "parallel8", 0.4),
  against("tusk", "pi", "malformed", 0.4),
  ...SCENARIO_IDS.map((id) => against("tusk-chained", "pi", id, 1)),
  ...OTHERS.map(ahead),
  grows("tusk"),
  grows("tusk-lazy"),
  grows("tusk-chained"),
];

/** Whether a goal was met, by the median run; undefined where its cells were not measured. */
export function isMet({ most, seen }: Goal, results: Results): boolean | undefined {
  const value = seen(results, "p50");
  return value === undefined ? undefined : value <= most;
}
