import { join } from "node:path";
import { rmSync } from "node:fs";
import { type Dice, diceOf } from "../dice.ts";
import { checkScene } from "./check-scene.ts";
import { killScene } from "./process-tree.ts";
import { makeScene, type Scene } from "./scene.ts";
import { startScriptedModel } from "./scripted-agent.ts";
import { type Kill, runTusk, type Started } from "./tusk-run.ts";

/** How often workers are killed, and where their repositories are. */
export interface HarnessChaos {
  readonly folder: string;
  readonly seed: number;
  readonly issues: number;
  readonly kills: number;
  readonly seconds: number;
  /** Told of every scene that is done. */
  readonly tell?: (line: string) => void;
}

/** What came of it: `violations` has to be empty. */
export interface HarnessChaosReport {
  readonly seconds: number;
  readonly scenes: number;
  readonly issues: number;
  /** Kills of whole process trees. */
  readonly kills: number;
  readonly killsByRow: number;
  /** Kills of the first process alone, beside those. */
  readonly killsOfOne: number;
  readonly processes: number;
  readonly steps: number;
  readonly leases: number;
  /** Commits that were put onto newer work before they were merged: their change is in the target under another name. */
  readonly replaced: number;
  readonly lost: number;
  readonly double: number;
  readonly violations: readonly string[];
}

/** How much issues wait for each other: about three are ready at a time. */
const WAITING = { mostNeeds: 2, reach: 6 } as const;
/** A scene that was killed so often is left to a fresh run. */
const MOST_KILLS = 30;
/** A step takes about so long on a machine that others use too, a start included. */
const STEP_MS = 2800;
/** Where its row does not come it is killed then. */
const LATEST_MS = 12_000;
/** What a worker does between two rows takes up to so long. */
const GAP_MS = 250;

/** The rows behind which a worker is killed: those that many others lie between come less often by the clock. */
const ROWS = [
  "boot.roots",
  "boot.reconciled",
  "boot.target",
  "step.claiming",
  "step.claimed",
  "step.worktree",
  "step.verified",
  "step.working",
  "step.worked",
  "step.permitted",
  "step.committed",
  "step.merged",
  "step.closed",
  "stop.lease",
  "stop.recorded",
  "stop.session",
] as const;

function killOf(dice: Dice): Kill {
  const whole = dice.chance(85);
  if (dice.chance(40)) return { moment: { kind: "time", ms: dice.roll(STEP_MS) }, whole };
  const row = ROWS[dice.roll(ROWS.length)] ?? ROWS[0];
  // A process boots once.
  const nth = row.startsWith("boot.") ? 1 : 1 + dice.roll(2);
  return { moment: { kind: "row", row, nth, ms: dice.chance(50) ? 0 : dice.roll(GAP_MS), latestMs: LATEST_MS }, whole };
}

function startedBy(dice: Dice, port: number): Started {
  const agent = dice.chance(30) ? { port } : {};
  return { command: dice.chance(35) ? "coordinator" : "run", ...agent };
}

/** Kills workers at random moments until enough were killed; behind that a fresh `tusk run` has to finish every repository. */
export async function runHarness(options: HarnessChaos): Promise<HarnessChaosReport> {
  const begin = performance.now();
  const dice = diceOf(options.seed);
  const model = await startScriptedModel();
  const run = new HarnessRun(options, dice, model.port);
  const isDue = (): boolean => run.kills < options.kills && performance.now() - begin < options.seconds * 1000;
  try {
    while (isDue()) await run.scene(isDue);
  } finally {
    await model.close();
  }
  const { violations } = run;
  if (run.kills < options.kills) violations.push(`only ${run.kills} of ${options.kills} kills`);
  const { scenes, kills, killsByRow, killsOfOne, processes, steps, leases, replaced } = run;
  const count = (word: string): number => violations.filter((text) => text.includes(`: ${word} `)).length;
  return {
    seconds: (performance.now() - begin) / 1000,
    scenes,
    issues: scenes * options.issues,
    kills,
    killsByRow,
    killsOfOne,
    processes,
    steps,
    leases,
    replaced,
    lost: count("LOST"),
    double: count("TWICE"),
    violations,
  };
}

class HarnessRun {
  readonly violations: string[] = [];
  scenes = 0;
  kills = 0;
  killsByRow = 0;
  killsOfOne = 0;
  processes = 0;
  steps = 0;
  leases = 0;
  replaced = 0;
  readonly #options: HarnessChaos;
  readonly #dice: Dice;
  readonly #port: number;

  constructor(options: HarnessChaos, dice: Dice, port: number) {
    this.#options = options;
    this.#dice = dice;
    this.#port = port;
  }

  /** One repository from its first issue to its last. */
  async scene(isDue: () => boolean): Promise<void> {
    const name = `scene-${this.scenes++}`;
    const scene = makeScene(join(this.#options.folder, name), { issues: this.#options.issues, ...WAITING }, this.#dice);
    const before = this.kills;
    const problems: string[] = [];
    let isOver = false;
    while (!isOver && this.kills - before < MOST_KILLS && problems.length === 0 && isDue())
      isOver = await this.#killed(scene, problems);
    if (problems.length === 0) problems.push(...(await this.#finished(scene)));
    await killScene(scene);
    this.#options.tell?.(`${name}: ${this.kills - before} kills, ${problems.length} violations`);
    this.violations.push(...problems.map((problem) => `${name}: ${problem}`));
    if (problems.length === 0) rmSync(scene.folder, { recursive: true, force: true });
  }

  /** Whether there is nothing left to kill. */
  async #killed(scene: Scene, problems: string[]): Promise<boolean> {
    const [started, kill] = [startedBy(this.#dice, this.#port), killOf(this.#dice)];
    this.processes += 1;
    const { wasKilled, wasByRow, code, said } = await runTusk(scene, started, kill);
    if (wasKilled) {
      if (!kill.whole) this.killsOfOne += 1;
      else this.kills += 1;
      if (kill.whole && wasByRow) this.killsByRow += 1;
      return false;
    }
    if (code !== 0) problems.push(`${started.command} ended with ${code}: ${said}`);
    return said.includes("every issue is closed");
  }

  /** What is wrong with a scene that one fresh run has finished. */
  async #finished(scene: Scene): Promise<readonly string[]> {
    // Whoever outlived its coordinator hands off by itself.
    await killScene(scene);
    const { code, said } = await runTusk(scene, { command: "run" });
    const { steps, leases, replaced, problems } = await checkScene(scene);
    this.replaced += replaced;
    this.steps += steps;
    this.leases += leases;
    return [...(code === 0 ? [] : [`a fresh run ended with ${code}: ${said}`]), ...problems];
  }
}
