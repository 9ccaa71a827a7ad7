import {
  type Digest,
  digestIn,
  type Json,
  type JsonObject,
  NotJsonError,
  type Sha256,
  type TapeAnswerKind,
  type TapeEntry,
} from "#kernel";
import type { CancelSignal, Journal, JournalEvent } from "#ports";
import { isPending } from "../is-pending.ts";
import { givenFor } from "./given-rows.ts";

/** What a model said, and how it failed where it did. */
export type Said = Omit<Extract<TapeEntry, { kind: "tape.replied" }>, "kind" | "digest">;

/** Stands for what a model said that JSON cannot say: nobody can say it again. */
export const UNSAID = { kind: "unsaid" } as const;

/** One digest of everything that a model said. */
export function saidDigest(sha256: Sha256, { chunks, failed }: Said): Digest {
  return digestIn(sha256, "tusk.taped-reply.v1", [[...chunks], failed === undefined ? null : { ...failed }]);
}

/** How a tape is kept: `digests` where no data may be (DESIGN 21). */
export interface TapeManner {
  readonly sha256: Sha256;
  readonly keeps: "data" | "digests";
}

/** Writes down what the world gives to a run, in the order in which the run takes it. A tape that cannot be written fails the run. */
export class TapeRecorder {
  readonly #tape: Journal;
  readonly #manner: TapeManner;
  /** How often the run looked in vain whether it was called off, since the newest row. */
  #looks = 0;
  /** How many rows the session's journal took, and how many of them were given for each call under way. */
  #rows = 0;
  readonly #given = new Map<string, number>();
  #isCancelled = false;
  #isUnwritten = false;
  constructor(tape: Journal, manner: TapeManner) {
    this.#tape = tape;
    this.#manner = manner;
  }

  put(entry: TapeEntry): void {
    this.#looks = 0;
    const { sha256, keeps } = this.#manner;
    // Rows are JSON by their form; what is not is refused by the journal.
    const said = entry as unknown as JournalEvent;
    const kept =
      keeps === "data" ? said : { kind: "tape.sealed", of: entry.kind, digest: digestIn(sha256, "tusk.tape.v1", said) };
    this.#tape.append(kept);
  }

  /** What the model said; what is no JSON is only told to have been there. */
  putReply(said: Said): void {
    try {
      this.#putReply(said);
    } catch (error) {
      if (!(error instanceof NotJsonError)) throw error;
      this.#putReply({ ...said, chunks: [UNSAID] });
    }
  }

  #putReply(said: Said): void {
    this.put({ kind: "tape.replied", ...said, digest: saidDigest(this.#manner.sha256, said) });
  }

  /** A row that the session's journal took. */
  putRow(event: JsonObject): void {
    const toolCallId = givenFor(event);
    if (toolCallId === undefined) this.put({ kind: "tape.row", event });
    else {
      this.#given.set(toolCallId, (this.#given.get(toolCallId) ?? 0) + 1);
      this.put({ kind: "tape.given", event, place: this.#rows });
    }
    this.#rows += 1;
  }

  /** Asks the world and writes its answer down before the run has it, a throw too. */
  answer<T>(
    kind: TapeAnswerKind,
    key: string,
    { ask, say }: { readonly ask: () => T | Promise<T>; readonly say: (value: T) => Json | undefined },
  ): T | Promise<T> {
    const take = (waited: boolean, value: T): T => {
      const said = say(value);
      this.put({ kind, key, waited, ...this.#givenOf(key), ...(said === undefined ? {} : { value: said }) });
      return value;
    };
    const fail = (waited: boolean, error: unknown): never => {
      this.put({
        kind,
        key,
        waited,
        ...this.#givenOf(key),
        threw: error instanceof Error ? { message: error.message } : {},
      });
      throw error;
    };
    let given: T | Promise<T>;
    try {
      given = ask();
    } catch (error) {
      return fail(false, error);
    }
    if (!isPending(given)) return take(false, given);
    // One callback each, so that the run goes on in the order of the rows.
    return given.then(
      (value) => take(true, value),
      (error: unknown) => fail(true, error),
    );
  }

  /** The same of what answers at once. */
  answerNow<T>(kind: TapeAnswerKind, key: string, how: { ask: () => T; say: (value: T) => Json | undefined }): T {
    // Earned: what is asked gives no promise.
    return this.answer<T>(kind, key, how) as T;
  }

  #givenOf(key: string): { readonly given?: number } {
    const given = this.#given.get(key);
    this.#given.delete(key);
    return given === undefined ? {} : { given };
  }

  /** The session's journal failed; told once. */
  unwritten(error: unknown): void {
    if (this.#isUnwritten) return;
    this.#isUnwritten = true;
    this.put({ kind: "tape.unwritten", message: error instanceof Error ? error.message : "" });
  }

  /** The signal as the run sees it: the moment at which it notices is a row. */
  watched(signal: CancelSignal): CancelSignal {
    const isCancelled = (): boolean => this.#look(signal);
    const reasonOf = (): string | undefined => (this.#isCancelled ? wordsOf(signal) : undefined);
    // Ports are given the signal itself; the run looks at nothing else of this one.
    return {
      get aborted(): boolean {
        return isCancelled();
      },
      get reason(): string | undefined {
        return reasonOf();
      },
    } as CancelSignal;
  }

  #look(signal: CancelSignal): boolean {
    if (this.#isCancelled) return true;
    if (!signal.aborted) {
      this.#looks += 1;
      return false;
    }
    this.#isCancelled = true;
    const reason = wordsOf(signal);
    this.put({ kind: "tape.cancelled", looks: this.#looks, ...(reason === undefined ? {} : { reason }) });
    return true;
  }
}

/** Why a signal fired, where it says so in words that a row can hold. */
function wordsOf({ reason }: CancelSignal): string | undefined {
  return typeof reason === "string" ? reason.slice(0, MOST_OF_REASON).toWellFormed() : undefined;
}

/** More than a run says of it. */
const MOST_OF_REASON = 1_000;
