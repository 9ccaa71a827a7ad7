import { spawnSync } from "node:child_process";
import { replacedCommits, repositoryProblems } from "./check-repository.ts";
import { stateProblems, stepsOf } from "./check-state.ts";
import { gone } from "./process-tree.ts";
import { readState } from "./read-state.ts";
import type { Scene } from "./scene.ts";
import { PROGRAM, sceneEnvironment } from "./tusk-run.ts";

/** What a scene came to, by its files alone. */
export interface SceneFindings {
  readonly steps: number;
  readonly leases: number;
  /** Commits that rows name and that were put onto newer work since. */
  readonly replaced: number;
  readonly problems: readonly string[];
}

/** How long what was started may take to end once whoever started it has. */
const END_MS = 5000;

/** Checks a scene that is done: issues, leases, journals, trajectory, repository, processes, and what `tusk verify` says. */
export async function checkScene(scene: Scene): Promise<SceneFindings> {
  const running = await gone(scene, END_MS);
  const state = await readState(scene);
  return {
    steps: stepsOf(state).length,
    leases: state.events.filter(({ action }) => action === "issue.claim").length,
    replaced: replacedCommits(scene, state).length,
    problems: [
      ...running.map((text) => `still runs: ${text}`),
      ...stateProblems(scene, state),
      ...repositoryProblems(scene, state),
      ...verifyProblems(scene),
    ],
  };
}

function verifyProblems(scene: Scene): readonly string[] {
  const { status, stdout, stderr } = spawnSync(PROGRAM, ["verify"], {
    cwd: scene.root,
    env: sceneEnvironment(scene),
    encoding: "utf8",
  });
  return status === 0 ? [] : [`tusk verify ended with ${status}: ${`${stdout}${stderr}`.slice(-600)}`];
}
