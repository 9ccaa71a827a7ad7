import {
  approvalRef,
  type Json,
  type JsonObject,
  type Sha256,
  type SessionEvent,
  type TapeEntry,
  type TapeOpened,
} from "#kernel";
import type { CancelSignal, Journal, JournalEvent } from "#ports";
import type { Run } from "../run.ts";
import { firstDifference, type ValueDifference } from "./first-difference.ts";
import { type PlayerStop, quietly, Stopped, type TapeCursor } from "./tape-cursor.ts";

/** Where the rows of a replay go. */
export interface RowsOptions {
  readonly sha256: Sha256;
  /** Every row of the session so far; more are added to it. */
  readonly events: SessionEvent[];
  readonly until: number | undefined;
  /** Where rows go that are made anew under another name: then only their kinds and steps are compared. */
  readonly fork: Journal | undefined;
  /** What the recorded rows say of a turn's evidence. */
  readonly told: Pick<TapeOpened["ports"], "evidence" | "witnesses">;
}

/** Holds every row that a replayed run writes against the recorded one: the first difference ends it. */
export class ReplayedRows {
  readonly #cursor: TapeCursor;
  readonly #options: RowsOptions;
  /** The approvals that were given for calls under way. */
  readonly #approvals = new Map<string, string>();
  #given: SessionEvent | undefined;
  #unwritten: Error | undefined;
  /** How many rows the run has written. */
  #count = 0;
  /** The run that is played for. */
  run: Run | undefined;
  /** Is told after every row. */
  onRow: () => void = () => undefined;

  constructor(cursor: TapeCursor, options: RowsOptions) {
    this.#cursor = cursor;
    this.#options = options;
  }

  /** The session's journal: takes what the recorded run wrote, and nothing else. */
  journal(sessionId: string): Journal {
    const isFailing = (): boolean => this.#unwritten !== undefined || this.#cursor.next?.kind === "tape.unwritten";
    return {
      sessionId,
      opened: { rows: [], healed: [] },
      append: (event) => {
        if (isFailing()) throw this.#fail();
        this.#append(event as unknown as SessionEvent);
        return { seq: this.#options.events.length - 1, at: NEVER, event };
      },
      get isSettled(): boolean {
        return !isFailing();
      },
      settled: () => (isFailing() ? Promise.reject(this.#fail()) : Promise.resolve()),
      head: undefined,
      close: () => Promise.resolve(),
    };
  }

  /** Is aborted from where the run noticed it then. */
  signal(): CancelSignal {
    const cursor = this.#cursor;
    // Nobody but the run has it, which looks at nothing else of it.
    return {
      get aborted(): boolean {
        return cursor.look();
      },
      get reason(): string | undefined {
        return cursor.reason;
      },
    } as CancelSignal;
  }

  /** Writes a row that was given for a call under way; a row that cannot follow is refused by the state. */
  give({ event, place }: Extract<TapeEntry, { kind: "tape.given" }>): void {
    const given = event as unknown as SessionEvent;
    try {
      const here = { place: this.#count, step: this.run?.state.step ?? 0 };
      const found = firstDifference({ place, step: event["step"] ?? null }, here);
      if (found !== undefined) this.#cursor.differs(given.kind, found);
      this.#cursor.take();
      if (given.kind === "approval.answered")
        this.#approvals.set(given.approval.toolCallId, approvalRef(this.#options.sha256, given.approval));
      this.#given = given;
      this.run?.record(given);
    } catch (error) {
      // Nobody awaits it: what cannot follow is a row of the tape that no run has written.
      const message = error instanceof Error ? error.message : "it cannot follow";
      quietly(() => this.#cursor.refuse(`${given.kind}: ${message}`));
    } finally {
      this.#given = undefined;
    }
  }

  /** An answer that a person gave for a call has to be the one that evidence names. */
  checkApproval(toolCallId: string, named: Json | undefined): void {
    const given = this.#approvals.get(toolCallId);
    if (given === undefined || named === undefined || named === given) return;
    const found = { path: "approvalRef", recorded: named, replayed: given };
    this.#cursor.differs("took a person's answer", found, { row: "taken" });
  }

  /** The run has ended by itself: so did the recorded one, or not. */
  finish(phase: string, steps: number): PlayerStop {
    const cursor = this.#cursor;
    try {
      cursor.assertGoing();
      const entry = cursor.next;
      if (entry?.kind !== "tape.ended") return cursor.otherwise(`ended as ${phase}`);
      const found = firstDifference({ phase: entry.phase, steps: entry.steps }, { phase, steps });
      if (found !== undefined) cursor.differs("ended", found);
      cursor.take();
      return { kind: "ended" };
    } catch (error) {
      if (error instanceof Stopped && cursor.stop !== undefined) return cursor.stop;
      throw error;
    }
  }

  #append(made: SessionEvent): void {
    if (this.#given === made) return this.#write(made);
    const event = this.#asTold(made);
    this.#cursor.assertGoing();
    this.onRow();
    const entry = this.#cursor.next;
    if (entry?.kind !== "tape.row") return this.#cursor.otherwise(event.kind);
    const found = this.#differenceOf(entry.event, event as unknown as JsonObject);
    if (found !== undefined)
      this.#cursor.differs(event.kind, found, { step: "step" in event ? event.step : undefined });
    this.#cursor.take();
    this.#write(event);
    void Promise.resolve().then(() => this.onRow());
  }

  /** A closed turn says of its evidence what the recorded ones said. */
  #asTold(event: SessionEvent): SessionEvent {
    const { evidence, witnesses } = this.#options.told;
    if (event.kind !== "join.closed" || (evidence === "each_turn" && witnesses)) return event;
    const { witnesses: _kept, evidenceDigest, ...rest } = event;
    return evidence === "each_turn" && evidenceDigest !== undefined ? { ...rest, evidenceDigest } : rest;
  }

  #differenceOf(recorded: JsonObject, replayed: JsonObject): ValueDifference | undefined {
    const kinds = firstDifference(recorded["kind"], replayed["kind"], "kind");
    if (kinds !== undefined || this.#options.fork === undefined) return kinds ?? firstDifference(recorded, replayed);
    return firstDifference(recorded["step"], replayed["step"], "step");
  }

  #write(event: SessionEvent): void {
    const { events, fork, until } = this.#options;
    fork?.append(event as unknown as JournalEvent);
    events.push(event);
    this.#count += 1;
    if (until !== undefined && endsStep(event, until)) this.#cursor.stopWith({ kind: "until" });
  }

  /** From where the journal failed on it takes nothing more. */
  #fail(): Error {
    const entry = this.#cursor.next;
    if (entry?.kind !== "tape.unwritten") return this.#unwritten ?? new Error("the journal has failed");
    this.#cursor.take();
    return (this.#unwritten = new Error(entry.message));
  }
}

const NEVER = "1970-01-01T00:00:00Z" as ReturnType<Journal["append"]>["at"];

/** The rows that a step ends with. */
function endsStep(event: SessionEvent, step: number): boolean {
  if (event.kind === "join.closed" || event.kind === "step.failed") return event.step === step;
  return event.kind === "turn.refused" && event.ends && event.step === step;
}
