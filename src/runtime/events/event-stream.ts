import type { AgentEvent } from "#ports";
import { type FleetingEvent, isFleeting, joined } from "./fleeting-event.ts";

/** The events of a run for one reader, from the moment at which it was opened. It is read once; leaving the loop closes it. */
export interface EventStream extends AsyncIterableIterator<AgentEvent, undefined, undefined> {
  /** How many deltas and lines of output this reader was too slow for. Facts are never among them. */
  readonly dropped: number;
  return(): Promise<IteratorReturnResult<undefined>>;
}

type Read = IteratorResult<AgentEvent, undefined>;
const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };
/** Read events are cut off the queue when they are so many: a shift for each one would make a long queue slow. */
const CUT_AT = 1_024;

/** What one reader has not read yet. Facts wait however many they are, as many as the run's budget allows; of the rest at most `limit`. */
export class EventQueue implements EventStream {
  readonly #limit: number;
  readonly #onClose: (queue: EventQueue) => void;
  #waiting: ((read: Read) => void)[] = [];
  #events: AgentEvent[] = [];
  /** How many of `#events` have been read. */
  #read = 0;
  #fleeting = 0;
  #dropped = 0;
  #ended = false;

  constructor(limit: number, onClose: (queue: EventQueue) => void) {
    this.#limit = limit;
    this.#onClose = onClose;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Hands an event over, or keeps it until somebody asks. Runs no code but its own. */
  push(event: AgentEvent): void {
    const ask = this.#waiting.shift();
    if (ask !== undefined) return ask({ done: false, value: event });
    if (!isFleeting(event)) this.#events.push(event);
    else if (this.#fleeting < this.#limit) {
      this.#fleeting += 1;
      this.#events.push(event);
    } else this.#squeeze(event);
  }

  /** Nothing comes any more; what waits can still be read. */
  end(): void {
    this.#ended = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const ask of waiting) ask(DONE);
  }

  next(): Promise<Read> {
    const event = this.#events[this.#read];
    if (event !== undefined) {
      this.#advance(event);
      return Promise.resolve({ done: false, value: event });
    }
    return this.#ended ? Promise.resolve(DONE) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#events = [];
    this.#read = 0;
    this.end();
    this.#onClose(this);
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The queue is full: the newest delta grows, or the event is missed. */
  #squeeze(event: FleetingEvent): void {
    const newest = this.#events.at(-1);
    const both = newest === undefined ? undefined : joined(newest, event);
    if (both === undefined) this.#dropped += 1;
    else this.#events[this.#events.length - 1] = both;
  }

  #advance(event: AgentEvent): void {
    if (isFleeting(event)) this.#fleeting -= 1;
    this.#read += 1;
    if (this.#read < this.#events.length && this.#read < CUT_AT) return;
    this.#events = this.#events.slice(this.#read);
    this.#read = 0;
  }
}
