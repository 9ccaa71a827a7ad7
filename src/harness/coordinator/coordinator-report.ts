import type { CoordinatorPicture, CoordinatorRow, CoordinatorWatcher, PauseReason } from "#ports";
import type { CoordinatorPorts } from "./coordinator-terms.ts";
import type { IssueLook } from "./issue-look.ts";
import type { Pause } from "./pauses.ts";

/** What a coordinator tells of itself: nothing twice that has not changed. */
export class CoordinatorReport {
  readonly #watcher: CoordinatorWatcher;
  readonly #now: CoordinatorPorts["now"];
  /** The pauses that were told, by reason. */
  readonly #pauses = new Map<PauseReason, string>();
  #round = 0;
  #lastPass = "";

  constructor({ watcher, now }: Pick<CoordinatorPorts, "watcher" | "now">) {
    this.#watcher = watcher;
    this.#now = now;
  }

  tell(row: CoordinatorRow): void {
    this.#watcher.tell(row, this.#now());
  }

  show(picture: CoordinatorPicture): void {
    this.#watcher.show(picture);
  }

  /** A look at the issues that saw something new. */
  pass({ totals, cycle }: IssueLook, numbers: { readonly running: number; readonly failed: number }): void {
    const seen = { totals, ...numbers, ...(cycle === undefined ? {} : { cycle }) };
    const text = JSON.stringify(seen);
    if (text === this.#lastPass) return;
    this.#lastPass = text;
    this.#round += 1;
    this.tell({ kind: "coordinator.pass", round: this.#round, ...seen });
  }

  /** Why nothing is started: told once, and again when it has become otherwise. */
  pause(pause: Pause): void {
    if (this.#pauses.get(pause.reason) === pause.message) return;
    this.#pauses.set(pause.reason, pause.message);
    this.tell({ kind: "coordinator.paused", ...pause });
  }

  /** It holds no more: when it comes back it is news. */
  over(reason: PauseReason): void {
    this.#pauses.delete(reason);
  }
}
