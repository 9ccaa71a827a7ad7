import { describe, expect, test } from "vitest";
import * as zod from "zod";
import type { Adapter, Import } from "../../bench/peers/adapter.ts";
import { PEERS, type PeerName } from "../../bench/peers/peers.ts";
import { SCENARIO_IDS, SCENARIOS } from "../../bench/peers/scenarios.ts";
import { GOALS, isMet } from "../../bench/peers/goals.ts";
import { readOptions } from "../../bench/peers/options.ts";
import { goalTable, scenarioTable } from "../../bench/peers/report.ts";
import { keyOf, type Results } from "../../bench/peers/results.ts";
import { workOf } from "../../bench/peers/work.ts";
import * as tusk from "../../src/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MODULES: Readonly<Record<string, unknown>> = { zod, "tusk-harness": tusk };
const load: Import = async <Module>(name: string) => MODULES[name] as Module;

const OURS = ["floor", "tusk", "tusk-lazy", "tusk-chained"] as const satisfies readonly PeerName[];

describe("the work that peers are measured by (G08)", () => {
  for (const peer of OURS) {
    test.each(SCENARIO_IDS)(`is done by ${peer} with the scenario's counts: %s`, async (id) => {
      const work = await workOf(PEERS[peer].adapter, { load, scenario: SCENARIOS[id], scratch: temporaryFolder() });
      await work();
      await work();
    });
  }

  test("is refused where the last word or a count is another", async () => {
    const scenario = SCENARIOS.hop;
    const done = async (adapter: Adapter): Promise<void> => (await workOf(adapter, { load, scenario, scratch: "" }))();
    await expect(done(async () => async () => "done")).rejects.toThrow('"done" after 0 model calls');
    const silent: Adapter = async (seat) => {
      const run = await PEERS.floor.adapter(seat);
      return async () => void (await run());
    };
    await expect(done(silent)).rejects.toThrow("undefined after 2 model calls and 1 runs of the tool");
  });
});

const cell = (us: number) => [{ p50: us, p95: us, min: us, cpu: us }];
const seen: Results = new Map([
  [keyOf("tusk", "chain50"), cell(600)],
  [keyOf("tusk", "parallel8"), cell(41)],
  [keyOf("pi", "chain50"), cell(1_000)],
  [keyOf("pi", "parallel8"), cell(100)],
]);

describe("the table of the peers", () => {
  test("says of each goal that was measured whether it was met, and what was seen", () => {
    expect(GOALS.map((goal) => isMet(goal, seen)).filter((met) => met !== undefined)).toEqual([true, false]);
    expect(goalTable(seen).split("\n")).toEqual([
      "goals, by the medians",
      "met    tusk against pi, 50 hops: p50 0.60, cpu 0.60, min 0.60 (at most 0.6)",
      "missed tusk against pi, 8 calls at once: p50 0.41, cpu 0.41, min 0.41 (at most 0.4)",
    ]);
    expect(scenarioTable(seen, "chain50", ["tusk"]).split("\n").at(-1)?.split(/\s+/)).toEqual(
      "tusk 600.0 600.0 600.0 600.0 0.60 0.60 - -".split(" "),
    );
  });

  test("is made for the peers and scenarios that are named, and for all of a kind of which none is", () => {
    const { peers, scenarios, rounds } = readOptions(["--only=pi,tusk", "--rounds=1"]);
    expect({ peers, scenarios, rounds }).toEqual({ peers: ["tusk", "pi"], scenarios: SCENARIO_IDS, rounds: 1 });
    expect(() => readOptions(["--only=pie"])).toThrow("--only=pie names nothing: there are floor, tusk,");
    expect(() => readOptions(["--fast"])).toThrow("--fast is no option");
    expect(() => readOptions(["--rounds=0"])).toThrow("--rounds= takes a whole number from 1.");
  });
});
