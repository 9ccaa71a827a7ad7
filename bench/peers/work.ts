import type { Adapter, Script, Seat } from "./adapter.ts";

/** One run, checked: throws where the last word, the model calls or the runs of the tool are not the scenario's. */
export type Work = () => Promise<void>;

/** A peer made ready for a scenario. */
export async function workOf(adapter: Adapter, seat: Omit<Seat, "script">): Promise<Work> {
  const { scenario } = seat;
  const counts = { modelCalls: 0, toolRuns: 0 };
  const script: Script = {
    next: async () => {
      const turn = scenario.script[counts.modelCalls++];
      if (turn === undefined) throw new Error("the model is asked more often than the scenario says");
      return turn;
    },
    add: async (n) => {
      counts.toolRuns += 1;
      return { n: n + 1 };
    },
  };
  const run = await adapter({ ...seat, script });
  return async () => {
    counts.modelCalls = 0;
    counts.toolRuns = 0;
    const text = await run();
    const { modelCalls, toolRuns } = counts;
    if (text === "done" && modelCalls === scenario.script.length && toolRuns === scenario.toolRuns) return;
    throw new Error(`it ended with ${inspect(text)} after ${modelCalls} model calls and ${toolRuns} runs of the tool`);
  };
}

function inspect(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
