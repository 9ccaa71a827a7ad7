import type { Timestamp } from "#kernel";
import type { CoordinatorRow, WorkerStatus } from "#ports";
import type { CoordinatorTerms } from "./coordinator-terms.ts";
import { msOf } from "./milliseconds.ts";
import type { WorkerSeat } from "./worker-seat.ts";

type SilentRow = Extract<CoordinatorRow, { readonly kind: "coordinator.silent" }>;

/** The workers that run under a coordinator. */
export class Roster {
  readonly #seats = new Map<string, WorkerSeat>();

  get size(): number {
    return this.#seats.size;
  }

  /** In the order of their numbers. */
  get statuses(): readonly WorkerStatus[] {
    return [...this.#seats.values()].toSorted((one, other) => one.number - other.number).map(({ status }) => status);
  }

  has(workerId: string): boolean {
    return this.#seats.has(workerId);
  }

  get(workerId: string): WorkerSeat | undefined {
    return this.#seats.get(workerId);
  }

  /** Whether somebody has this issue, or was started for it. */
  isAtWork(issueId: string): boolean {
    return [...this.#seats.values()].some((seat) => seat.has(issueId));
  }

  add(seat: WorkerSeat): void {
    this.#seats.set(seat.status.workerId, seat);
  }

  remove({ status }: WorkerSeat): void {
    this.#seats.delete(status.workerId);
  }

  /** Tells everybody to hand off. */
  stopAll(now: Timestamp): void {
    for (const seat of this.#seats.values()) if (seat.told === undefined) seat.tell("stop", now);
  }

  /** Ends workers of which nothing was heard for longer than a lease holds, and those that were told to stop and do not. Answers what was done. */
  endOverdue(now: Timestamp, { silenceMs, graceMs }: CoordinatorTerms): readonly SilentRow[] {
    return [...this.#seats.values()].flatMap((seat) => {
      const silentMs = msOf(now) - msOf(seat.status.heard);
      const isOver = seat.told === undefined ? silentMs > silenceMs : msOf(now) - msOf(seat.told.at) > graceMs;
      if (!isOver || seat.told?.how === "kill") return [];
      const sent = seat.told === undefined ? "stop" : "kill";
      seat.tell(sent, now);
      return [{ kind: "coordinator.silent", worker: seat.status.workerId, silentMs, sent }];
    });
  }
}
