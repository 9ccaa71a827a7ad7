import { InvariantError } from "#kernel";
import type { AgentEvent, EventSink } from "#ports";
import { EventQueue, type EventStream } from "./event-stream.ts";
import { isFleeting } from "./fleeting-event.ts";
import { type SinkErrorListener, SinkRow } from "./sink-row.ts";

/** Who hears the events of a run, and how much waits for a slow reader. */
export interface EventHubOptions {
  /** Called one after another, with every event. */
  readonly sinks?: readonly EventSink[];
  /** How many deltas and lines of output wait for one reader before they are put together or dropped; 1,024 by default. */
  readonly queueLimit?: number;
  readonly onSinkError?: SinkErrorListener;
}

/** Where a run tells what happened: sinks and streams hear the same facts in the same order. */
export interface EventHub {
  /** Never throws for what an observer does, and waits for none. A fact after the end is a bug; a late line of output is nobody's. */
  emit(event: AgentEvent): void;
  /** A reader of everything from here on: one that is opened before the run begins hears all of it. */
  stream(): EventStream;
  /** The run is over. Streams end when they are read to their end. */
  end(): void;
}

const QUEUE_LIMIT = 1_024;

/** One hub for one run. */
export function eventHub(options: EventHubOptions = {}): EventHub {
  return new Hub(options);
}

class Hub implements EventHub {
  readonly #sinks: SinkRow;
  readonly #limit: number;
  readonly #streams = new Set<EventQueue>();
  /** What a sink caused while it heard another event: nobody hears the second before the first. */
  readonly #pending: AgentEvent[] = [];
  #telling = false;
  #ended = false;

  constructor({ sinks = [], queueLimit = QUEUE_LIMIT, onSinkError = () => {} }: EventHubOptions) {
    if (!Number.isSafeInteger(queueLimit) || queueLimit < 1)
      throw new RangeError(`queueLimit is ${queueLimit}, expected a whole number from 1 on`);
    this.#sinks = new SinkRow(sinks, onSinkError);
    this.#limit = queueLimit;
  }

  emit(event: AgentEvent): void {
    if (this.#ended) return assertFleeting(event);
    if (this.#sinks.length === 0 && this.#streams.size === 0) return;
    if (this.#telling) this.#pending.push(event);
    else this.#tell(event);
  }

  stream(): EventStream {
    const queue = new EventQueue(this.#limit, (closed) => this.#streams.delete(closed));
    if (this.#ended) queue.end();
    else this.#streams.add(queue);
    return queue;
  }

  end(): void {
    this.#ended = true;
    if (!this.#telling) this.#endStreams();
  }

  #tell(event: AgentEvent): void {
    this.#telling = true;
    this.#hear(event);
    if (this.#pending.length > 0) {
      for (const caused of this.#pending) this.#hear(caused);
      this.#pending.length = 0;
    }
    this.#telling = false;
    if (this.#ended) this.#endStreams();
  }

  /** Streams first: one that a sink opens hears what comes after it was opened. */
  #hear(event: AgentEvent): void {
    if (this.#streams.size > 0) for (const queue of this.#streams) queue.push(event);
    this.#sinks.hear(event);
  }

  #endStreams(): void {
    for (const queue of this.#streams) queue.end();
    this.#streams.clear();
  }
}

function assertFleeting(event: AgentEvent): void {
  if (!isFleeting(event)) throw new InvariantError(`${event.kind} after the end of the run`);
}
