import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { now } from "#platform";
import { trajectoryFiles } from "../src/memory/artifacts/trajectory-file.ts";
import type { Case } from "./cases.ts";
import { asProcess, inProcess, once, type Work } from "./measure.ts";
import { writeTrajectoryRows } from "./trajectory-rows.ts";

const TUSK = join(fileURLToPath(new URL("..", import.meta.url)), "bin/tusk");
const LARGE = 1_000_000;
const SMALL = 1_000;
const trajectories = trajectoryFiles({ now });

/** What a trajectory costs as it grows (M04): a question and an append on a million rows against a thousand. */
export function trajectoryCases(folder: string): readonly Case[] {
  const large = once(() => indexed(writeTrajectoryRows(join(folder, "steps"), LARGE)));
  const small = once(() => indexed(writeTrajectoryRows(join(folder, "few-steps"), SMALL)));
  const common = { bytes: 380e6, baselineName: "of 1000", short: false };
  return [
    {
      ...common,
      name: "trajectory latest, 1000000",
      work: latest(large),
      baseline: latest(small),
      samples: 20,
      goal: 2,
    },
    {
      ...common,
      name: "trajectory query, process",
      work: command(large),
      baseline: command(small),
      samples: 12,
      goal: 2,
    },
    { ...common, name: "trajectory append", work: append(large), baseline: append(small), samples: 40, goal: 1.5 },
  ];
}

/** What is measured is not the first look at a file. */
function indexed(path: string): string {
  trajectories.query(path, { mode: "latest", limit: 1 });
  return path;
}

/** Each question comes after an append that it has to see. */
function latest(path: () => string): Work {
  return () => {
    const file = path();
    append(path)();
    return inProcess(() => {
      const { items } = trajectories.query(file, { mode: "latest", limit: 20 });
      if (items.length !== 20) throw new Error("not all rows were listed");
    })();
  };
}

function command(path: () => string): Work {
  return () => asProcess(TUSK, ["harness-trajectory", "query", "--path", path()])();
}

function append(path: () => string): Work {
  return () => {
    const file = path();
    return inProcess(() => {
      const row = { stepId: "bench.bd-1.1", issueId: "bd-1", action: "bench", resultClass: "completed" };
      trajectories.append(file, [{ ...row, finishedAt: now() }]);
    })();
  };
}
