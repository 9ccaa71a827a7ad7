import { setImmediate } from "node:timers/promises";
import type { CancelSignal } from "#ports";
import type { LineEndings } from "../edit/text-file.ts";
import type { ByteSource } from "./byte-source.ts";
import { EndingsSeen } from "./line-endings.ts";
import { PageLines } from "./page-lines.ts";

const CHUNK_BYTES = 64 * 1024;
/** After so many bytes others get their turn: a timeout could not fire otherwise. */
const TURN_BYTES = 8 * 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Which lines are asked for, and where the text begins. */
export interface PageRequest {
  /** The first line, from 1. */
  readonly offset: number;
  readonly limit: number;
  /** Bytes before the text: those of a byte order mark. */
  readonly start: number;
  /** Whether to go on behind the page, to know how many lines there are. */
  readonly toEnd: boolean;
  readonly signal: CancelSignal;
}

/** Lines as they were found. */
export interface TextPage {
  readonly content: string;
  readonly lines: number;
  readonly clipped: number;
  readonly lossy: boolean;
  /** Lines of the whole text; undefined when its end was not seen. */
  readonly total: number | undefined;
  readonly more: boolean;
  /** Of what was read to find the page. */
  readonly endings: LineEndings;
}

/** Finds a page of lines in bytes of any size with the same memory: one part is held at a time. */
export async function readPage(source: ByteSource, request: PageRequest): Promise<TextPage> {
  const walk = new PageWalk(source, request);
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, source.size));
  let turn = 0;
  for (let at = request.start; !walk.isDone;) {
    const chunk = source.readNext(at, buffer);
    if (chunk.length === 0) return walk.end(at);
    walk.feed(chunk, at);
    at += chunk.length;
    turn += chunk.length;
    if (turn < TURN_BYTES) continue;
    turn = 0;
    await setImmediate();
    request.signal.throwIfAborted();
  }
  return walk.page(undefined);
}

/** Goes through bytes line by line and takes those of the page. */
class PageWalk {
  readonly #source: ByteSource;
  readonly #request: PageRequest;
  readonly #page: PageLines;
  readonly #endings = new EndingsSeen();
  #line = 1;
  #start: number;
  /** The last byte of what was fed. */
  #last = 0;
  #isFull = false;
  /** Where the page ends. */
  #pageEnd: number;
  constructor(source: ByteSource, request: PageRequest) {
    this.#source = source;
    this.#request = request;
    this.#page = new PageLines(source);
    this.#start = request.start;
    this.#pageEnd = request.start;
  }

  get isDone(): boolean {
    return this.#isFull && !this.#request.toEnd;
  }

  /** Takes the next bytes. Searched for line ends by the platform: going through a gigabyte byte by byte takes ten times as long. */
  feed(chunk: Uint8Array, at: number): void {
    const last = this.#last;
    this.#last = chunk.at(-1) ?? 0;
    if (chunk.includes(RETURN) || last === RETURN) this.#lookForReturns(chunk, last);
    for (let end = chunk.indexOf(NEWLINE); end >= 0 && !this.isDone; end = chunk.indexOf(NEWLINE, end + 1))
      this.#lineEnds(at + end, (end === 0 ? last : chunk[end - 1]) === RETURN);
  }

  /** The bytes are over at `at`; a last line without a line end counts. */
  end(at: number): TextPage {
    if (this.#last === RETURN) this.#endings.bareReturn();
    if (at > this.#start) {
      this.#take({ start: this.#start, end: at, next: at });
      this.#line += 1;
    }
    return this.page(this.#line - 1);
  }

  page(total: number | undefined): TextPage {
    const { content, count, clipped, lossy } = this.#page;
    const more = total === undefined ? this.#pageEnd < this.#source.size : this.#request.offset + count <= total;
    return { content, lines: count, clipped, lossy, total, more, endings: this.#endings.answer };
  }

  #lineEnds(newline: number, afterReturn: boolean): void {
    this.#endings.line(afterReturn);
    const next = newline + 1;
    this.#take({ start: this.#start, end: afterReturn ? newline - 1 : newline, next });
    this.#line += 1;
    this.#start = next;
  }

  /** Sees the returns that no newline follows; one at the end is seen with what comes next. */
  #lookForReturns(chunk: Uint8Array, last: number): void {
    if (last === RETURN && chunk[0] !== NEWLINE) this.#endings.bareReturn();
    for (let at = chunk.indexOf(RETURN); at >= 0 && at + 1 < chunk.length; at = chunk.indexOf(RETURN, at + 1))
      if (chunk[at + 1] !== NEWLINE) this.#endings.bareReturn();
  }

  #take(place: { readonly start: number; readonly end: number; readonly next: number }): void {
    const { offset, limit } = this.#request;
    if (this.#line < offset || this.#isFull) return;
    if (this.#page.take(place)) this.#pageEnd = place.next;
    else this.#isFull = true;
    if (this.#page.count === limit) this.#isFull = true;
  }
}
