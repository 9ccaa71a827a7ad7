import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { diceOf } from "../scripts/chaos/dice.ts";
import { git, makeScene } from "../scripts/chaos/harness/scene.ts";
import { PROGRAM, sceneEnvironment, wordsOf } from "../scripts/chaos/harness/tusk-run.ts";
import type { Case } from "./cases.ts";
import type { Work } from "./measure.ts";

/** Issues of a repository, none of which waits for another. */
const ISSUES = 12;

/** How long work waits that is done by a model. */
const WAIT_SECONDS = 4;

/**
 * What more workers bring (M12): one coordinator finishes a repository with several, against the same with one. Work that takes no time shows what the harness itself
 * costs, which is the machine's processors; work that waits for a model is what it is for.
 */
export function harnessCases(folder: string): readonly Case[] {
  return [0, WAIT_SECONDS].flatMap((waitSeconds) =>
    [2, 8].map((workers) => ({
      name: `harness, ${workers} workers${waitSeconds === 0 ? "" : ", waits"}`,
      bytes: 0,
      work: finished(folder, { workers, waitSeconds }),
      baseline: finished(folder, { workers: 1, waitSeconds }),
      baselineName: "one worker",
      samples: 1,
      warmUps: 0,
      short: false,
    })),
  );
}

let made = 0;

function finished(folder: string, crowd: { readonly workers: number; readonly waitSeconds: number }): Work {
  return () => {
    made += 1;
    const scene = makeScene(join(folder, `harness-${made}`), { issues: ISSUES, mostNeeds: 0, reach: 1 }, diceOf(1));
    const start = performance.now();
    const { status, stderr } = spawnSync(PROGRAM, wordsOf({ command: "coordinator", ...crowd }), {
      cwd: scene.root,
      env: sceneEnvironment(scene),
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    const ms = performance.now() - start;
    const commits = Number(git(scene.root, "rev-list", "--count", scene.target)) - 1;
    if (status !== 0 || commits !== ISSUES) throw new Error(`not all issues were closed: ${stderr}`);
    rmSync(scene.folder, { recursive: true, force: true });
    return { ms, peakBytes: undefined };
  };
}
