/** One turn of the scripted model: calls of `add`, or the last word. */
export interface ScriptedTurn {
  readonly calls?: readonly { readonly id: string; readonly args: { readonly n: unknown } }[];
  readonly text?: string;
}

/** The same work for every peer. */
export interface Scenario {
  readonly name: string;
  readonly script: readonly ScriptedTurn[];
  /** How often the tool runs; the model is asked once for each turn of the script. */
  readonly toolRuns: number;
  /** How many runs a cell measures at most. */
  readonly runs: number;
}

const callOf = (at: number, n: unknown = at) => ({ id: `call_${at}`, args: { n } });
const callsOf = (calls: number) => Array.from({ length: calls }, (_, at) => callOf(at));
const DONE: ScriptedTurn = { text: "done" };
const chain = (hops: number): readonly ScriptedTurn[] => [...callsOf(hops).map((call) => ({ calls: [call] })), DONE];

/** What is measured. A call with `n: "oops"` is JSON that no schema here takes, and that no peer may mend. */
export const SCENARIOS = {
  answer: { name: "no tool", script: [DONE], toolRuns: 0, runs: 3_000 },
  hop: { name: "1 hop", script: chain(1), toolRuns: 1, runs: 2_000 },
  chain50: { name: "50 hops", script: chain(50), toolRuns: 50, runs: 150 },
  parallel8: { name: "8 calls at once", script: [{ calls: callsOf(8) }, DONE], toolRuns: 8, runs: 1_200 },
  malformed: {
    name: "malformed, then valid",
    script: [{ calls: [callOf(0, "oops")] }, { calls: [callOf(1)] }, DONE],
    toolRuns: 1,
    runs: 1_500,
  },
  chain200: { name: "200 hops", script: chain(200), toolRuns: 200, runs: 30 },
} as const satisfies Record<string, Scenario>;

export type ScenarioId = keyof typeof SCENARIOS;
export const SCENARIO_IDS = Object.keys(SCENARIOS) as readonly ScenarioId[];
