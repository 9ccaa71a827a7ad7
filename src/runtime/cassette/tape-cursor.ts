import { type Json, type Sha256, TAPE_ANSWERS, type TapeEntry } from "#kernel";
import type { ReplayDifference, ReplayRefusal } from "#ports";
import { shownValue, type ValueDifference } from "./first-difference.ts";

/** An entry of a tape, and the row of the cassette that it is. */
export interface PlacedEntry {
  readonly row: number;
  readonly entry: TapeEntry;
}

/** Why a replayed run goes no further: it ended as it was recorded, its recording ends, the step that was asked for has ended, or what is wrong. */
export type PlayerStop =
  | { readonly kind: "ended" }
  | { readonly kind: "cut" }
  | { readonly kind: "until" }
  | { readonly kind: "differs"; readonly difference: Omit<ReplayDifference, "run"> }
  | { readonly kind: "refused"; readonly refusal: ReplayRefusal };

/** Ends the work of a run that is replayed no further; nobody but the run sees it. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Work that may stop the replay, where no run would see that. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

/** Where a replay stands on its tape, and whether it goes on. */
export class TapeCursor {
  /** Resolves when the replay goes no further. */
  readonly stopped: Promise<PlayerStop>;
  readonly #stopping = Promise.withResolvers<PlayerStop>();
  readonly #entries: readonly PlacedEntry[];
  readonly #sha256: Sha256;
  readonly #stepOf: () => number;
  #at = 0;
  #looks = 0;
  #isCancelled = false;
  #reason: string | undefined;
  #stop: PlayerStop | undefined;

  /** `stepOf`: the newest step of the run. */
  constructor(entries: readonly PlacedEntry[], sha256: Sha256, stepOf: () => number) {
    this.#entries = entries;
    this.#sha256 = sha256;
    this.#stepOf = stepOf;
    this.stopped = this.#stopping.promise;
  }

  /** How many entries were taken. */
  get at(): number {
    return this.#at;
  }

  get stop(): PlayerStop | undefined {
    return this.#stop;
  }

  /** The entry that is due; undefined behind the last one, and where the replay goes no further. */
  get next(): TapeEntry | undefined {
    return this.#stop === undefined ? this.#entries[this.#at]?.entry : undefined;
  }

  take(): void {
    this.#at += 1;
    this.#looks = 0;
  }

  /** Whether the run was called off: from the look at which the recorded one noticed it. */
  look(): boolean {
    const entry = this.next;
    if (this.#isCancelled) return true;
    if (entry?.kind !== "tape.cancelled" || entry.looks !== this.#looks) {
      this.#looks += 1;
      return false;
    }
    this.take();
    this.#isCancelled = true;
    this.#reason = entry.reason;
    return true;
  }

  /** Why the run was called off, where somebody said so. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The run did something else than what was recorded next; behind the last row nobody knows what it did. */
  otherwise(what: string, key = ""): never {
    const { next } = this;
    if (next === undefined) return this.end({ kind: "cut" });
    return this.differs(what, { path: "", recorded: entryText(next), replayed: key === "" ? what : `${what}: ${key}` });
  }

  /** Something is not what it was. `row`: the entry that is due, or the one that was taken last. */
  differs(
    what: string,
    { path, recorded, replayed }: ValueDifference,
    { step = this.#stepOf(), row = "due" }: { readonly step?: number | undefined; readonly row?: "due" | "taken" } = {},
  ): never {
    const shown = path === "" ? String : (value: Json | undefined): string => shownValue(this.#sha256, value);
    const difference = {
      step,
      row: this.#rowOf(row),
      what,
      path,
      recorded: shown(recorded),
      replayed: shown(replayed),
    };
    return this.end({ kind: "differs", difference });
  }

  /** What the row that was taken last says cannot be replayed. */
  refuse(message: string): never {
    return this.end({ kind: "refused", refusal: { code: "unreadable", row: this.#rowOf("taken"), message } });
  }

  /** Stops the replay, and the work of the run that led here. */
  end(stop: PlayerStop): never {
    this.stopWith(stop);
    throw new Stopped("the replay has ended");
  }

  /** Stops the replay as soon as the run comes back. Only the first stop counts. */
  stopWith(stop: PlayerStop): void {
    this.#stop ??= stop;
    this.#stopping.resolve(this.#stop);
  }

  assertGoing(): void {
    if (this.#stop !== undefined) throw new Stopped("the replay has ended");
  }

  #rowOf(which: "due" | "taken"): number {
    const at = which === "due" ? this.#at : this.#at - 1;
    return this.#entries[at]?.row ?? (this.#entries.at(-1)?.row ?? 0) + 1;
  }
}

/** What an entry is, in a few words. */
function entryText(entry: TapeEntry): string {
  if (entry.kind === "tape.row" || entry.kind === "tape.given") {
    const { kind } = entry.event;
    return typeof kind === "string" ? kind : entry.kind;
  }
  if ("key" in entry) return entry.key === "" ? TAPE_ANSWERS[entry.kind] : `${TAPE_ANSWERS[entry.kind]}: ${entry.key}`;
  return entry.kind;
}
