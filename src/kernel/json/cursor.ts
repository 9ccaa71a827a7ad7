import { numberOf, type NumberReading } from "./number.ts";
import { Unreadable } from "./problem.ts";
import type { Utf8 } from "./utf8.ts";
import type { JsonNumber } from "./value.ts";

/** Nesting the contract allows (0.6): the 128th level is refused. */
const DEPTH_LIMIT = 128;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
const END = -1;

const ESCAPES: Readonly<Record<number, string>> = {
  0x22: '"',
  0x5c: "\\",
  0x2f: "/",
  0x62: "\b",
  0x66: "\f",
  0x6e: "\n",
  0x72: "\r",
  0x74: "\t",
};

/**
 * Reads JSON tokens from bytes and stops with {@link Unreadable} at the byte and in the words of the contract (0.6).
 * A problem is placed either at the next byte (`failHere`, consumed so far) or one past it (`failNext`, the byte looked at).
 */
export class Cursor {
  readonly bytes: Uint8Array;
  at = 0;
  #depth = DEPTH_LIMIT;
  readonly #utf8: Utf8;
  readonly #numbers: NumberReading;

  constructor(bytes: Uint8Array, utf8: Utf8, numbers: NumberReading = numberOf) {
    this.bytes = bytes;
    this.#utf8 = utf8;
    this.#numbers = numbers;
  }

  /** The next byte, or -1 at the end. */
  peek(): number {
    return this.bytes[this.at] ?? END;
  }

  /** Skips white space; the next byte, or -1 at the end. */
  next(): number {
    for (;;) {
      const byte = this.peek();
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x09 && byte !== 0x0d) return byte;
      this.at += 1;
    }
  }

  failHere(reason: string): never {
    throw new Unreadable(reason, Math.min(this.at, this.bytes.length));
  }

  failNext(reason: string): never {
    throw new Unreadable(reason, Math.min(this.at + 1, this.bytes.length));
  }

  /** Enters a list or an object; the caller has seen its opening bracket. */
  enter(): void {
    this.#depth -= 1;
    if (this.#depth === 0) this.failNext("recursion limit exceeded");
    this.at += 1;
  }

  leave(): void {
    this.#depth += 1;
  }

  /** The rest of `null`, `true` or `false` after its first letter. */
  word(rest: string): void {
    this.at += 1;
    for (let index = 0; index < rest.length; index++) {
      const byte = this.peek();
      if (byte === END) this.failHere("EOF while parsing a value");
      this.at += 1;
      if (byte !== rest.charCodeAt(index)) this.failHere("expected ident");
    }
  }

  /** A string, from its opening quote past its closing one. */
  string(): string {
    this.at += 1;
    let start = this.at;
    let text = "";
    let sound = true;
    for (;;) {
      const byte = this.#untilSpecial();
      const part = this.#utf8.decode(this.bytes, start, this.at);
      if (part === undefined) sound = false;
      else text += part;
      this.at += 1;
      if (byte === QUOTE) break;
      if (byte !== BACKSLASH) this.failHere("control character (\\u0000-\\u001F) found while parsing a string");
      text += this.#escape();
      start = this.at;
    }
    if (!sound) this.failHere("invalid unicode code point");
    return text;
  }

  /** Past a string whose text nobody asks for: escapes are checked, code points are not. */
  skipString(): void {
    this.at += 1;
    for (;;) {
      const byte = this.#untilSpecial();
      if (byte !== QUOTE && byte !== BACKSLASH) {
        this.failHere("control character (\\u0000-\\u001F) found while parsing a string");
      }
      this.at += 1;
      if (byte === QUOTE) return;
      const escaped = this.#byteInString();
      if (escaped === 0x75) this.#fourHex();
      else if (ESCAPES[escaped] === undefined) this.failHere("invalid escape");
    }
  }

  #untilSpecial(): number {
    for (;;) {
      const byte = this.peek();
      if (byte === END) this.failHere("EOF while parsing a string");
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) return byte;
      this.at += 1;
    }
  }

  #byteInString(): number {
    const byte = this.peek();
    if (byte === END) this.failHere("EOF while parsing a string");
    this.at += 1;
    return byte;
  }

  #escape(): string {
    const byte = this.#byteInString();
    if (byte !== 0x75) return ESCAPES[byte] ?? this.failHere("invalid escape");
    const first = this.#fourHex();
    if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first);
    if (first >= 0xdc00) this.failHere("lone leading surrogate in hex escape");
    if (this.#byteInString() !== BACKSLASH) this.failHere("unexpected end of hex escape");
    if (this.#byteInString() !== 0x75) this.failHere("unexpected end of hex escape");
    const second = this.#fourHex();
    if (second < 0xdc00 || second > 0xdfff) this.failHere("lone leading surrogate in hex escape");
    return String.fromCharCode(first, second);
  }

  #fourHex(): number {
    if (this.at + 4 > this.bytes.length) {
      this.at = this.bytes.length;
      this.failHere("EOF while parsing a string");
    }
    let code = 0;
    let bad = false;
    for (let index = 0; index < 4; index++) {
      const digit = hexDigit(this.peek());
      if (digit < 0) bad = true;
      code = code * 16 + digit;
      this.at += 1;
    }
    if (bad) this.failHere("invalid escape");
    return code;
  }

  /** A number, from its sign or first digit past its last character. */
  number(): JsonNumber {
    const negative = this.#sign();
    const first = this.peek();
    if (first === END) this.failHere("EOF while parsing a value");
    const start = this.at;
    this.#whole();
    const whole = this.#ascii(start);
    const fraction = this.#fraction();
    const exponent = this.#exponent(/^0*$/.test(whole + fraction));
    const value = this.#numbers({ negative, whole, fraction, exponent });
    return value ?? this.failHere("number out of range");
  }

  /** Past a number nobody asks for: its form is checked, its range is not. */
  skipNumber(): void {
    this.#sign();
    this.#whole();
    if (this.peek() === 0x2e) {
      this.at += 1;
      if (this.#digits() === 0) this.failNext("invalid number");
    }
    if (!this.#exponentMark()) return;
    const digit = this.peek();
    this.at += 1;
    if (!isDigit(digit)) this.failHere("invalid number");
    this.#digits();
  }

  #sign(): boolean {
    if (this.peek() !== 0x2d) return false;
    this.at += 1;
    return true;
  }

  #whole(): void {
    const first = this.peek();
    this.at += 1;
    if (first === ZERO) {
      if (isDigit(this.peek())) this.failNext("invalid number");
    } else if (isDigit(first)) this.#digits();
    else this.failHere("invalid number");
  }

  #fraction(): string {
    if (this.peek() !== 0x2e) return "";
    this.at += 1;
    const start = this.at;
    if (this.#digits() === 0) this.failNext(this.peek() === END ? "EOF while parsing a value" : "invalid number");
    return this.#ascii(start);
  }

  #exponentMark(): boolean {
    if (this.peek() !== 0x65 && this.peek() !== 0x45) return false;
    this.at += 1;
    if (this.peek() === 0x2b || this.peek() === 0x2d) this.at += 1;
    return true;
  }

  #exponent(zero: boolean): number | undefined {
    if (!this.#exponentMark()) return undefined;
    const negative = this.bytes[this.at - 1] === 0x2d;
    const first = this.peek();
    if (first === END) this.failHere("EOF while parsing a value");
    if (!isDigit(first)) {
      this.at += 1;
      this.failHere("invalid number");
    }
    let power = 0;
    for (let digit = first; isDigit(digit); digit = this.peek()) {
      this.at += 1;
      power = power * 10 + (digit - ZERO);
      // The reference gives up at the first digit past 31 bits; the place of the error shows it.
      if (power > 0x7fff_ffff && !negative && !zero) this.failHere("number out of range");
      power = Math.min(power, 1e12);
    }
    return negative ? -power : power;
  }

  #digits(): number {
    const start = this.at;
    while (isDigit(this.peek())) this.at += 1;
    return this.at - start;
  }

  #ascii(start: number): string {
    return this.#utf8.decode(this.bytes, start, this.at) ?? "";
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function hexDigit(byte: number): number {
  if (isDigit(byte)) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 87 : -1;
}
