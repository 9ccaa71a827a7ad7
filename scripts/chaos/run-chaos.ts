import { type ChildProcess, fork } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkRun, type Findings } from "./check-run.ts";
import { type Dice, diceOf } from "./dice.ts";
import { DEATHS, runPaths, type WorkerPlan } from "./plan.ts";
import { seedIssues } from "./seed-issues.ts";

/** What a run is to be. */
export interface ChaosOptions {
  /** Empty, and the caller's to remove. */
  readonly folder: string;
  readonly seed: number;
  readonly issues: number;
  readonly workers: number;
  readonly kills: number;
  /** How often the index is deleted. */
  readonly deletions: number;
  /** Deletes the lock while it is held, again and again. */
  readonly unlocks: boolean;
  readonly calm: boolean;
  /** At the latest then it is over. */
  readonly seconds: number;
}

/** What a run was. */
export interface ChaosReport extends Findings {
  readonly kills: number;
  readonly injected: number;
  readonly deletions: number;
  readonly rebuilds: number;
  readonly lockDeletions: number;
  readonly seconds: number;
}

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));
/** When nothing moved for so long, somebody waits for ever. */
const WEDGED_MS = 20_000;
/** All kills and deletions come before this part of the work is done. */
const SPAN = 0.95;

/** Lets workers loose on a store, kills them, deletes what they rely on, and checks what is left by the files alone. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  seedIssues(options.folder, options.issues, diceOf(options.seed));
  const run = new ChaosRun(options);
  const seconds = await run.run();
  const findings = checkRun(options.folder, options.issues, options.unlocks);
  const { kills, injected, deletions, rebuilds, lockDeletions, failures } = run;
  return {
    ...findings,
    kills,
    injected,
    deletions,
    rebuilds,
    lockDeletions: lockDeletions + findings.unlocked,
    seconds,
    violations: [...failures, ...findings.violations],
  };
}

class ChaosRun {
  readonly failures: string[] = [];
  kills = 0;
  injected = 0;
  deletions = 0;
  rebuilds = 0;
  lockDeletions = 0;
  readonly #options: ChaosOptions;
  readonly #dice: Dice;
  readonly #living = new Map<string, ChildProcess>();
  readonly #victims = new Set<ChildProcess>();
  readonly #doomed = new WeakSet<ChildProcess>();
  #started = 0;
  #completed = 0;
  #isOver = false;
  #lastMove = Date.now();
  constructor(options: ChaosOptions) {
    this.#options = options;
    this.#dice = diceOf(options.seed + 1);
  }

  /** Answers how many seconds it took. */
  async run(): Promise<number> {
    const begin = Date.now();
    for (let at = 0; at < this.#options.workers; at++) this.#start(`w${at}`);
    this.#lastMove = Date.now();
    let isIndexDeleted = false;
    while (this.#living.size > 0) {
      if (isIndexDeleted && existsSync(runPaths(this.#options.folder).index)) {
        isIndexDeleted = false;
        this.rebuilds += 1;
      }
      if (!isIndexDeleted) isIndexDeleted = this.#deleteIndexIfDue();
      this.#killIfDue();
      this.#deleteLock();
      this.#watch(begin);
      await sleep(2 + this.#dice.roll(15));
    }
    return (Date.now() - begin) / 1000;
  }

  #start(name: string): void {
    const { folder, seed, calm, unlocks, kills } = this.#options;
    const number = this.#started++;
    // Half a line of one process that lost its lock, and a whole one of another behind it: no torn tail any more, but damage.
    const deaths = unlocks ? DEATHS.filter((each) => !each.startsWith("torn")) : DEATHS;
    const at = deaths[this.#dice.roll(deaths.length)] ?? "event";
    // The first one always: a run in which nobody dies between two steps proves little.
    const isDoomed = this.kills < kills && (number === 0 || this.#dice.chance(40));
    const death = isDoomed ? { at, after: 1 + this.#dice.roll(10) } : undefined;
    const plan: WorkerPlan = { folder, name, number, seed: seed * 1000 + number, calm, unlocks, death };
    const child = fork(WORKER, [JSON.stringify(plan)], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let complaint = "";
    child.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    child.on("message", (message) => {
      this.#lastMove = Date.now();
      if (message === "closed") this.#completed += 1;
    });
    // With its output, which may hold the reason.
    child.on("close", (code, signal) => {
      this.#living.delete(name);
      if (signal === "SIGKILL") this.#died(name, child);
      else if (code !== 0) this.failures.push(`${name} ended with ${code ?? signal}: ${complaint.slice(0, 2000)}`);
    });
    this.#living.set(name, child);
    if (isDoomed) this.#doomed.add(child);
  }

  #died(name: string, child: ChildProcess): void {
    if (this.#isOver) return;
    this.kills += 1;
    if (!this.#victims.delete(child)) this.injected += 1;
    this.#start(name);
  }

  /** Whether the next of `count` things is due, by how much of the work is done. */
  #isDue(done: number, count: number): boolean {
    return done < count && done < (count * this.#completed) / (this.#options.issues * SPAN);
  }

  #killIfDue(): void {
    if (!this.#isDue(this.kills + this.#victims.size, this.#options.kills)) return;
    // Those that die by their own hand are left to it.
    const children = [...this.#living.values()].filter(
      (child) => !this.#victims.has(child) && !this.#doomed.has(child),
    );
    const victim = children[this.#dice.roll(children.length)];
    if (victim === undefined) return;
    this.#victims.add(victim);
    victim.kill("SIGKILL");
  }

  /** True when it was there and is gone. */
  #deleteIndexIfDue(): boolean {
    const { index } = runPaths(this.#options.folder);
    if (!this.#isDue(this.deletions, this.#options.deletions) || !existsSync(index)) return false;
    rmSync(index, { force: true });
    this.deletions += 1;
    return true;
  }

  #deleteLock(): void {
    const { lock } = runPaths(this.#options.folder);
    if (!this.#options.unlocks || !this.#dice.chance(8) || !existsSync(lock)) return;
    rmSync(lock, { force: true });
    this.lockDeletions += 1;
  }

  #watch(begin: number): void {
    const isWedged = Date.now() - this.#lastMove > WEDGED_MS;
    const isLate = Date.now() - begin > this.#options.seconds * 1000;
    if (this.#isOver || (!isWedged && !isLate && this.failures.length === 0)) return;
    this.#isOver = true;
    if (isWedged) this.failures.push("nothing moved for 20 seconds");
    else if (isLate) this.failures.push(`not done after ${this.#options.seconds} seconds`);
    for (const child of this.#living.values()) child.kill("SIGKILL");
  }
}
