import type { WorkerOutcome } from "#ports";
import { Attempts } from "./attempts.ts";
import type { LastWord } from "./coordinator-end.ts";
import type { IssueLook } from "./issue-look.ts";
import type { WorkerSeat } from "./worker-seat.ts";

/** Outcomes after which an issue that is not closed stands still. */
const STANDS_STILL: Readonly<Record<WorkerOutcome, boolean>> = {
  done: false,
  idle: false,
  stopped: false,
  failed: true,
  died: true,
  unusable: true,
};

/** What became of the issues that workers had: how the last of them ended, and whether and when another one may try. */
export class Settlements {
  readonly attempts: Attempts = new Attempts();
  readonly #words = new Map<string, LastWord>();

  /** How the last worker of each issue ended. */
  get words(): ReadonlyMap<string, LastWord> {
    return this.#words;
  }

  /** Takes the end of a worker in. Answers in how many milliseconds its last issue is given to somebody again; undefined: never, or at once. */
  settle(seat: WorkerSeat, { outcome, why }: LastWord, nowMs: number): number | undefined {
    const issues = seat.claimed.size === 0 ? [seat.issueId] : [...seat.claimed];
    for (const issueId of issues) {
      const result = seat.resultOf(issueId);
      if (outcome === "failed" && result?.isAgain !== true) this.attempts.over(issueId);
      // Who took nothing may have come too late: the issue is another's.
      if (outcome !== "idle") this.#words.set(issueId, { outcome, why: result?.text ?? why });
    }
    return outcome === "done" ? undefined : this.attempts.later(seat.status.issueId, nowMs);
  }

  /** How many issues stand still because of how their last worker ended. */
  standing({ issues }: IssueLook, isAtWork: (issueId: string) => boolean): number {
    return [...this.#words].filter(
      ([id, { outcome }]) => STANDS_STILL[outcome] && issues.get(id)?.status !== "closed" && !isAtWork(id),
    ).length;
  }
}
