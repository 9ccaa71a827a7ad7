import type { AgentEvent, EventSink } from "#ports";

/** Is told what a sink threw, once a sink, and which one it was. */
export type SinkErrorListener = (error: unknown, sink: EventSink) => void;

/** Sinks in their order. What one of them throws, or rejects with, stays its own affair. */
export class SinkRow {
  readonly #sinks: readonly EventSink[];
  readonly #onError: SinkErrorListener;
  readonly #told = new Set<EventSink>();

  constructor(sinks: readonly EventSink[], onError: SinkErrorListener) {
    this.#sinks = [...sinks];
    this.#onError = onError;
  }

  get length(): number {
    return this.#sinks.length;
  }

  /** Every sink hears the event, those behind one that throws too, and that one hears the next event. */
  hear(event: AgentEvent): void {
    for (const sink of this.#sinks) {
      try {
        const given: unknown = sink(event);
        // An async function is a sink by its type; nobody waits for it, and its rejection would end the process.
        if (given !== undefined && isThenable(given))
          Promise.resolve(given).catch((error: unknown) => this.#tell(error, sink));
      } catch (error) {
        this.#tell(error, sink);
      }
    }
  }

  #tell(error: unknown, sink: EventSink): void {
    if (this.#told.has(sink)) return;
    this.#told.add(sink);
    try {
      this.#onError(error, sink);
    } catch (second) {
      // There is nobody left to tell: an observer of observers does not stop a run either.
      void second;
    }
  }
}

function isThenable(given: unknown): boolean {
  return typeof given === "object" && given !== null && "then" in given;
}
