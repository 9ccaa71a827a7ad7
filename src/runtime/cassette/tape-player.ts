import {
  isJsonObject,
  type Json,
  type Sha256,
  TAPE_ANSWERS,
  type TapeAnswer,
  type TapeAnswerKind,
  type TapeEntry,
} from "#kernel";
import { givenFor } from "./given-rows.ts";
import { firstDifference } from "./first-difference.ts";
import { quietly, type TapeCursor } from "./tape-cursor.ts";
import { type Said, saidDigest, UNSAID } from "./tape-recorder.ts";

/** How a tape is played. */
export interface PlayerOptions {
  readonly sha256: Sha256;
  /** Resolves when everything that can go on by itself has gone on. */
  readonly idle: () => Promise<void>;
  /** Writes a row that was given for a call under way. */
  readonly give: (given: Given) => void;
}

type Given = Extract<TapeEntry, { kind: "tape.given" }>;
type Replied = Extract<TapeEntry, { kind: "tape.replied" }>;

/** Gives a run what its tape says that the world gave, in that order: calls side by side end as they ended then. */
export class TapePlayer {
  readonly cursor: TapeCursor;
  readonly #options: PlayerOptions;
  /** What the run waits for, and who takes it. */
  readonly #waiting = new Map<string, (entry: TapeEntry) => void>();
  readonly #given = new Map<string, number>();
  #isWatching = false;

  constructor(cursor: TapeCursor, options: PlayerOptions) {
    this.cursor = cursor;
    this.#options = options;
  }

  /** An answer that the run need not wait for. */
  answerNow(kind: TapeAnswerKind, key: string): Json | undefined {
    this.cursor.assertGoing();
    const answer = this.#due(kind, key);
    if (answer === undefined || answer.waited) return this.cursor.otherwise(`asked ${TAPE_ANSWERS[kind]}`, key);
    this.cursor.take();
    return this.#valueOf(answer);
  }

  /** An answer that the run may have had to wait for; it waits exactly where it did. */
  answer<T>(kind: TapeAnswerKind, key: string, read: (value: Json | undefined) => T): T | Promise<T> {
    this.cursor.assertGoing();
    const answer = this.#due(kind, key);
    if (answer?.waited !== false)
      return this.#wait(idOf(kind, key), (entry) => read(this.#valueOf(entry as TapeAnswer)));
    this.cursor.take();
    return read(this.#valueOf(answer));
  }

  /** What the model was shown of a view, which has to be the same view. */
  rendered(viewId: string, view: string): string {
    const value = this.answerNow("tape.rendered", viewId);
    const { view: recorded, shown } = isJsonObject(value) ? value : {};
    if (recorded !== view)
      this.cursor.differs(`showed ${viewId}`, { path: "view", recorded, replayed: view }, { row: "taken" });
    return typeof shown === "string" ? shown : "";
  }

  /** What somebody wanted the model to be told here, if anybody did. */
  reminders(): readonly string[] {
    const answer = this.#due("tape.reminded", "");
    if (answer === undefined) return [];
    this.cursor.take();
    const { value } = answer;
    return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
  }

  /** The model is asked: for the same as then. */
  ask(replayed: string): void {
    this.cursor.assertGoing();
    const entry = this.cursor.next;
    if (entry?.kind !== "tape.asked") return this.cursor.otherwise("asked the model");
    const { request: recorded } = entry;
    if (recorded !== replayed) this.cursor.differs("asked the model", { path: "request", recorded, replayed });
    this.cursor.take();
  }

  /** What the model said then. */
  said(): Promise<Said> {
    // A run that could not write before the first piece took no more of them, and nobody recorded the rest.
    if (this.cursor.next?.kind === "tape.unwritten") return Promise.resolve({ chunks: [FIRST_PIECE] });
    return this.#wait("tape.replied", (entry) => this.#read(entry as Replied));
  }

  #read({ chunks, failed, digest: recorded }: Replied): Said {
    const said: Said = { chunks, ...(failed === undefined ? {} : { failed }) };
    const replayed = saidDigest(this.#options.sha256, said);
    if (recorded !== replayed)
      this.cursor.differs("heard the model", { path: "chunks", recorded, replayed }, { row: "taken" });
    if (firstDifference([...chunks], [UNSAID]) === undefined)
      this.cursor.refuse("what the model said was no JSON, and could not be recorded");
    return said;
  }

  /** Hands over what stands next, as far as somebody waits for it. */
  pump(): void {
    for (let entry = this.cursor.next; entry !== undefined; entry = this.cursor.next) {
      if (entry.kind === "tape.given") {
        if (!this.#isDue(entry)) return;
        const toolCallId = givenFor(entry.event) ?? "";
        this.#given.set(toolCallId, (this.#given.get(toolCallId) ?? 0) + 1);
        this.#options.give(entry);
        continue;
      }
      const id = "key" in entry ? idOf(entry.kind, entry.key) : entry.kind;
      const hand = this.#waiting.get(id);
      if (hand === undefined || ("waited" in entry && !entry.waited)) return;
      this.#waiting.delete(id);
      this.cursor.take();
      hand(entry);
    }
  }

  /** What was answered; throws what was thrown. */
  #valueOf(answer: TapeAnswer): Json | undefined {
    this.#checkGiven(answer);
    const { value, threw } = answer;
    if (threw === undefined) return value;
    if (threw.message !== undefined) throw new Error(threw.message);
    // What was thrown was no error, and is none now.
    throw NO_ERROR;
  }

  /** A row that was written for a call stands where that call is under way. */
  #isDue({ event }: Given): boolean {
    const toolCallId = givenFor(event) ?? "";
    return GIVING.some((kind) => this.#waiting.has(idOf(kind, toolCallId)));
  }

  /** As many rows were given for a call as then. */
  #checkGiven({ key, given: recorded = 0 }: TapeAnswer): void {
    const replayed = this.#given.get(key) ?? 0;
    this.#given.delete(key);
    if (recorded !== replayed)
      this.cursor.differs("took an answer", { path: "given", recorded, replayed }, { row: "taken" });
  }

  #wait<T>(id: string, read: (entry: TapeEntry) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, (entry) => {
        try {
          resolve(read(entry));
        } catch (error) {
          reject(error);
        }
      });
      // Not at once: whoever waits has to wait already, or calls side by side would go on in another order than they are handed over.
      void Promise.resolve().then(() => this.pump());
      this.#watch();
    });
  }

  /** A run that waits for what does not come next waits for ever: it asked for something else than the recorded one. */
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const before = this.cursor.at;
    void this.#options.idle().then(() => {
      this.#isWatching = false;
      const [id] = this.#waiting.keys();
      if (this.cursor.stop !== undefined || id === undefined) return undefined;
      if (this.cursor.at !== before) return this.#watch();
      return quietly(() => this.cursor.otherwise(`waited for ${id}`));
    });
  }

  #due(kind: TapeAnswerKind, key: string): TapeAnswer | undefined {
    const entry = this.cursor.next;
    return entry !== undefined && "key" in entry && entry.kind === kind && entry.key === key ? entry : undefined;
  }
}

const FIRST_PIECE = { kind: "text.delta", text: "" };

/** The answers that rows may be given for. */
const GIVING = ["tape.ran", "tape.permission"] as const satisfies readonly TapeAnswerKind[];

function idOf(kind: string, key: string): string {
  return `${kind} ${key}`;
}

const NO_ERROR: unknown = Object.freeze({});
