import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SESSION_ROWS } from "#kernel";
import { compileChild } from "./compile-child.ts";
import { type Dice, diceOf } from "./dice.ts";
import { type Kill, KilledSession } from "./killed-session.ts";

/** How often sessions are killed, and where their files are. */
export interface SessionChaos {
  readonly folder: string;
  readonly seed: number;
  readonly kills: number;
  readonly seconds: number;
  /** A child that is compiled already. */
  readonly child?: string;
}

/** What came of it: `violations` has to be empty. */
export interface SessionChaosReport {
  readonly seconds: number;
  readonly sessions: number;
  readonly kills: number;
  readonly effects: number;
  /** Openings that had something to mend. */
  readonly healed: number;
  readonly violations: readonly string[];
}

const WORKERS = 2;
/** A run of the scene takes about so long once it has its journal. */
const RUN_MS = 120;
/** A session that is killed so often is left to complete. */
const MOST_KILLS = 12;

/** Mostly any moment, else right behind a row: there is where moments are few. */
function killOf(dice: Dice): Kill {
  if (dice.chance(75)) return { afterMs: dice.roll(RUN_MS) };
  const kinds = Object.keys(SESSION_ROWS);
  const kind = kinds[dice.roll(kinds.length)] ?? "";
  return { row: { kind, nth: 1 + dice.roll(4), when: dice.chance(50) ? "appended" : "settled" } };
}

/** Kills processes of agent sessions at random moments until enough were killed; each session is taken up until it completes (R11). */
export async function runSessions({ folder, seed, kills, seconds, child }: SessionChaos): Promise<SessionChaosReport> {
  mkdirSync(folder, { recursive: true });
  const start = performance.now();
  const program = child ?? (await compileChild(join(folder, "child")));
  const dice = diceOf(seed);
  const sums = { sessions: 0, kills: 0, effects: 0, healed: 0 };
  const violations: string[] = [];
  const isDue = (): boolean => sums.kills < kills && performance.now() - start < seconds * 1000;
  const work = async (): Promise<void> => {
    while (isDue()) {
      const name = `session-${sums.sessions++}`;
      const place = join(folder, name);
      mkdirSync(place);
      const session = new KilledSession(program, place);
      while (!session.isOver && session.kills < MOST_KILLS && session.problems.length === 0 && isDue()) {
        const before = session.kills;
        await session.run({ ...killOf(dice), sync: dice.chance(50) ? "always" : "never" });
        sums.kills += session.kills - before;
      }
      const problems = await session.complete();
      violations.push(...problems.map((problem) => `${name}: ${problem}`));
      sums.effects += session.effects.length;
      sums.healed += session.healed;
      if (problems.length === 0) rmSync(place, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  if (sums.kills < kills) violations.push(`only ${sums.kills} of ${kills} kills in ${seconds} seconds`);
  return { seconds: (performance.now() - start) / 1000, ...sums, violations };
}
