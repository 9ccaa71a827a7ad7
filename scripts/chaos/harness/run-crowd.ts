import { diceOf } from "../dice.ts";
import { checkScene } from "./check-scene.ts";
import { makeScene } from "./scene.ts";
import { runTusk } from "./tusk-run.ts";

/** How many workers are let loose on how many issues, and where. */
export interface CrowdOptions {
  readonly folder: string;
  readonly seed: number;
  readonly issues: number;
  readonly workers: number;
}

/** What came of it: `violations` has to be empty. */
export interface CrowdReport {
  readonly seconds: number;
  readonly steps: number;
  readonly leases: number;
  readonly violations: readonly string[];
}

/** Lets one coordinator finish a repository with many workers, and checks what is left by the files alone. */
export async function runCrowd({ folder, seed, issues, workers }: CrowdOptions): Promise<CrowdReport> {
  const scene = makeScene(folder, { issues, mostNeeds: 1, reach: 60 }, diceOf(seed));
  const { code, said, seconds } = await runTusk(scene, { command: "coordinator", workers });
  const { steps, leases, problems } = await checkScene(scene);
  const failed = code === 0 ? [] : [`the coordinator ended with ${code}: ${said}`];
  return { seconds, steps, leases, violations: [...failed, ...problems] };
}
