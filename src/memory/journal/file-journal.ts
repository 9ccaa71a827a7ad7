import { assertRowEvent, type Digest, type LinkedRow, writeJournalRow } from "#kernel";
import { sha256, utf8 } from "#platform";
import type { Clock, Journal, JournalEvent, JournalOpening, JournalRow } from "#ports";
import type { FileLock } from "../lock/file-lock.ts";
import { ioError, journalError } from "./journal-error.ts";
import type { JournalSync } from "./journal-options.ts";
import type { JournalFile } from "./journal-file.ts";
import { rowTime } from "./row-time.ts";

/** The largest row; whoever has more to say keeps it in a file of its own and names that. */
const MOST_IN_ROW = 16 * 1024 * 1024;
/** So much text waits for its group at most; more is written at once. */
const MOST_WAITING = 1024 * 1024;
/** How long a look at the file's name and the lock counts where a sync follows, and another look. */
const FRESH_MS = 5;
const CODEC = { utf8, sha256 };
const RESOLVED = Promise.resolve();

/** What a journal is made of once it is opened, healed and held. */
export interface OpenJournal {
  readonly sessionId: string;
  readonly opened: JournalOpening;
  readonly file: JournalFile;
  readonly lock: FileLock;
  readonly clock: Clock;
  readonly sync: JournalSync;
  readonly last: { readonly seq: number; readonly self: Digest } | undefined;
}

/** Rows that become durable together; the promise is made when somebody asks for it. */
class Group {
  #settling: PromiseWithResolvers<void> | undefined;
  get settled(): Promise<void> {
    return (this.#settling ??= Promise.withResolvers<void>()).promise;
  }
  resolve(): void {
    this.#settling?.resolve();
  }
  reject(error: Error): void {
    this.#settling?.reject(error);
  }
}

/** A journal in a file. Rows of one tick, and those that come while a sync is under way, are one write and one sync. */
export class FileJournal implements Journal {
  readonly #open: OpenJournal;
  #seq: number;
  #head: Digest | undefined;
  /** Lines that are not written yet. */
  #text = "";
  #waiting: Group | undefined;
  #syncing: Group | undefined;
  #failure: Error | undefined;
  #isClosed = false;
  #isInFlight = false;
  #onLanded: (() => void) | undefined;
  #lookedAt = -Infinity;
  constructor(open: OpenJournal) {
    this.#open = open;
    this.#seq = (open.last?.seq ?? -1) + 1;
    this.#head = open.last?.self;
  }

  get sessionId(): string {
    return this.#open.sessionId;
  }

  get opened(): JournalOpening {
    return this.#open.opened;
  }

  get head(): Digest | undefined {
    return this.#head;
  }

  append(event: JournalEvent): JournalRow {
    assertRowEvent(event);
    return this.appendOwn(event);
  }

  /** The same for the journal's own rows. */
  appendOwn(event: JournalEvent): JournalRow {
    this.#mustWork();
    if (this.#isClosed) throw journalError("closed", `${this.#open.file.path}: the journal was closed`);
    const seq = this.#seq;
    const at = rowTime(this.#open.clock);
    this.#take({ seq, prev: this.#head, at, event });
    return { seq, at, event };
  }

  get isSettled(): boolean {
    return this.#failure === undefined && this.#waiting === undefined && this.#syncing === undefined;
  }

  settled(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return (this.#waiting ?? this.#syncing)?.settled ?? RESOLVED;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (this.#failure === undefined) await this.settled();
    } finally {
      // A descriptor that is closed under a sync could be another file's by the time it is synced.
      if (this.#isInFlight) await new Promise<void>((resolve) => (this.#onLanded = resolve));
      this.#open.file.close();
      this.#open.lock.close();
    }
  }

  #take(row: LinkedRow): void {
    const { line, self } = writeJournalRow(row, CODEC);
    if (line.length > MOST_IN_ROW)
      throw journalError("oversized", `a row of kind ${row.event.kind} has more than ${MOST_IN_ROW} characters`);
    this.#seq += 1;
    this.#head = self;
    this.#text += `${line}\n`;
    if (this.#waiting === undefined) {
      this.#waiting = new Group();
      // After the promises of this tick: what they append belongs to the group.
      if (this.#syncing === undefined) process.nextTick(this.#flush);
    }
    if (this.#text.length > MOST_WAITING && !this.#isWritten()) this.#mustWork();
  }

  readonly #flush = (): void => {
    const group = this.#waiting;
    if (group === undefined || this.#syncing !== undefined || !this.#isWritten()) return;
    this.#waiting = undefined;
    if (this.#open.sync === "never") return group.resolve();
    this.#syncing = group;
    this.#isInFlight = true;
    this.#open.file.sync(this.#synced);
    try {
      // In the shadow of the sync: nobody hears that a row is safe before it was looked where it went.
      this.#look();
    } catch (error) {
      this.#fail(error);
    }
  };

  readonly #synced = (error: Error | null): void => {
    this.#isInFlight = false;
    this.#onLanded?.();
    if (this.#failure !== undefined) return;
    if (error !== null) return this.#fail(error);
    this.#syncing?.resolve();
    this.#syncing = undefined;
    if (this.#waiting !== undefined) process.nextTick(this.#flush);
  };

  /** Whether everything that waited is in the file now; if not, the journal has failed. */
  #isWritten(): boolean {
    const text = this.#text;
    if (this.#failure !== undefined) return false;
    if (text === "") return true;
    this.#text = "";
    try {
      this.#mustBeAlone();
      this.#open.file.append(text);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #mustWork(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Another writer's first act is a row of its own: it shows in the file's size, also where the lock was taken away from us. */
  #mustBeAlone(): void {
    const { file, sync } = this.#open;
    if (sync === "never") return file.mustBeUntouched();
    file.mustBeAsLong();
    if (performance.now() - this.#lookedAt > FRESH_MS) this.#look();
  }

  #look(): void {
    const { file, lock } = this.#open;
    file.mustBeUntouched();
    if (!lock.isOurs())
      throw journalError("fenced", `${lock.path}: the lock was deleted or replaced; nothing more is written`);
    this.#lookedAt = performance.now();
  }

  /** Nothing is written any more: rows behind a gap would lie about what came before them. */
  #fail(error: unknown): void {
    const failure = ioError(this.#open.file.path, error);
    this.#failure = failure;
    this.#text = "";
    for (const group of [this.#syncing, this.#waiting]) group?.reject(failure);
    this.#syncing = undefined;
    this.#waiting = undefined;
  }
}
