// The whole program is killed with everything it has started (M12): a fresh run finishes, and nothing is lost, done twice or left over.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { diceOf } from "../../scripts/chaos/dice.ts";
import { checkScene } from "../../scripts/chaos/harness/check-scene.ts";
import { readState } from "../../scripts/chaos/harness/read-state.ts";
import { runHarness } from "../../scripts/chaos/harness/run-harness.ts";
import { git, makeScene } from "../../scripts/chaos/harness/scene.ts";
import { startScriptedModel } from "../../scripts/chaos/harness/scripted-agent.ts";
import { runTusk } from "../../scripts/chaos/harness/tusk-run.ts";
import { tusk } from "../cli/program.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const missing = noWallsAtAll();
const folder = temporaryFolder();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

describe("workers in a repository", { timeout: 240_000 }, () => {
  test("that are killed at any moment lose nothing, and one fresh run finishes what they left (M12)", async () => {
    const { kills, violations } = await runHarness({
      folder: join(folder, "kills"),
      seed: 5,
      issues: 4,
      kills: 6,
      seconds: 180,
    });
    expect(violations).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(6);
  });

  test("under a coordinator let our agent take as many steps as its work needs, whatever their own bound is", async () => {
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    const scene = makeScene(join(folder, "agent"), { issues: 2, mostNeeds: 0, reach: 1 }, diceOf(7));
    const { code, said } = await runTusk(scene, { command: "coordinator", port: model.port });
    expect(code === 0 ? code : said).toBe(0);
    const { problems, steps } = await checkScene(scene);
    expect({ problems, steps }).toEqual({ problems: [], steps: 2 });
  });

  test("that are killed when a failed step has left its lease are told as they ended, and the lease stays (M09)", async () => {
    const scene = makeScene(join(folder, "failed"), { issues: 1, mostNeeds: 0, reach: 1 }, diceOf(8));
    writeFileSync(join(scene.root, "work.sh"), "exit 7\n");
    git(scene.root, "commit", "-q", "-a", "-m", "work that fails");
    const moment = { kind: "row", row: "stop.lease", nth: 1, ms: 0 } as const;
    expect((await runTusk(scene, { command: "run" }, { moment, whole: true })).wasKilled).toBe(true);
    const before = await readState(scene);
    expect(before.issues.get("bd-1")?.lease?.owner).toBe("run");
    // It settles what was left, and may renew what it holds itself.
    await runTusk(scene, { command: "run" }, { moment: { ...moment, row: "boot.target" }, whole: true });
    const after = await readState(scene);
    const kept = before.issues.get("bd-1")?.lease;
    expect(after.issues.get("bd-1")?.lease).toMatchObject({ owner: "run", acquired_at: kept?.acquired_at });
    const [told] = after.trajectory;
    const ended = after.workers.get("run")?.find((row) => row.kind === "stop.recorded");
    const left = after.workers.get("run")?.find((row) => row.kind === "stop.lease");
    expect([told?.resultClass, ended?.resultClass]).toEqual([left?.resultClass, left?.resultClass]);
    expect(after.trajectory.length).toBe(1);
    const { code, stdout } = await tusk(["verify"], { cwd: scene.root });
    expect(code === 0 ? "" : stdout).toBe("");
  });

  test("of two coordinators at once share the issues: each is closed once, and both end well (M12)", async () => {
    const scene = makeScene(join(folder, "two"), { issues: 8, mostNeeds: 1, reach: 4 }, diceOf(6));
    const both = await Promise.all([1, 2].map(() => runTusk(scene, { command: "coordinator", workers: 2 })));
    expect(both.map(({ code, said }) => (code === 0 ? code : said))).toEqual([0, 0]);
    const { problems, steps } = await checkScene(scene);
    expect(problems).toEqual([]);
    expect(steps).toBeGreaterThanOrEqual(8);
  });
});
