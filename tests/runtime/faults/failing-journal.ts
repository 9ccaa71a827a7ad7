import { type Clock, type Journal, type JournalEvent, type JournalOpening, type JournalRow, PortError } from "#ports";
import type { SessionEventKind } from "#kernel";
import { utf8 } from "#platform";
import { eventText } from "../../../src/kernel/journal/event-text.ts";
import type { FaultPoint } from "../../../src/testing/index.ts";

/** A journal that can run out of room at any moment: what was not durable then is gone, as in a file (R11). */
export class FailingJournal implements Journal {
  readonly sessionId: string;
  readonly opened: JournalOpening;
  readonly head: undefined;
  /** What a later run would find. */
  readonly durable: JournalRow[];
  readonly #clock: Clock;
  readonly #at: (point: FaultPoint) => void;
  #waiting: JournalRow[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failure: PortError | undefined;
  #seq: number;
  /** Rows that were taken in and are not durable. */
  #unsettled = 0;

  constructor(
    sessionId: string,
    {
      clock,
      rows,
      at,
    }: { readonly clock: Clock; readonly rows: readonly JournalRow[]; readonly at: (point: FaultPoint) => void },
  ) {
    this.sessionId = sessionId;
    this.opened = { rows: [...rows], healed: [] };
    this.durable = [...rows];
    this.#seq = rows.length;
    this.#clock = clock;
    this.#at = at;
  }

  get isSettled(): boolean {
    return this.#failure === undefined && this.#unsettled === 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** The disk is full from here on. */
  fill(): void {
    this.#failure ??= new PortError("journal", "io", "No space left on device (os error 28)");
  }

  append(event: JournalEvent): JournalRow {
    if (this.#failure !== undefined) throw this.#failure;
    // As a file reads it back: what a file would refuse is refused here too.
    const read = JSON.parse(eventText(event, utf8)) as JournalEvent;
    const row = { seq: this.#seq++, at: this.#clock.now(), event: read };
    this.#waiting.push(row);
    this.#unsettled += 1;
    // Only sessions write to it.
    this.#at(`after row ${event.kind as SessionEventKind}`);
    return row;
  }

  settled(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch(() => undefined);
    return writing;
  }

  async close(): Promise<void> {
    if (this.#failure === undefined) await this.settled();
  }

  /** A full disk takes all of a group, a part of it, or nothing. */
  async #write(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    this.#mustWork();
    if (group.length === 0) return;
    this.#at("before journal write");
    this.#mustWork();
    const half = Math.floor(group.length / 2);
    this.durable.push(...group.slice(0, half));
    this.#at("during journal write");
    await Promise.resolve();
    this.#mustWork();
    this.durable.push(...group.slice(half));
    this.#at("after journal write");
    this.#mustWork();
    this.#unsettled -= group.length;
  }

  #mustWork(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
