import { Cursor } from "./cursor.ts";
import { decodeShape } from "./decode.ts";
import { measureKeys, MISFIT } from "./measure.ts";
import { nearestNumberOf, numberOf, type NumberReading } from "./number.ts";
import { quotedText } from "./quoted-text.ts";
import { type KeyRepeat, placed, positionOf, type Reading, Unreadable } from "./problem.ts";
import { restoreNumbers } from "./restore.ts";
import { scanJson } from "./scan.ts";
import type { Shape, StructOf } from "./shape.ts";
import type { Utf8 } from "./utf8.ts";
import type { Json } from "./value.ts";

const FREE = { kind: "free" } as const;
/** Deepest nesting the fast path takes; one more is the tokenizer's to judge. */
const FAST_DEPTH = 127;

/** Reads any JSON: numbers as the contract's 0.3, errors as its 0.6, repeated keys reported. Never throws. */
export function readJson(bytes: Uint8Array, utf8: Utf8): Reading<Json> {
  return readShape<Json>(bytes, FREE, utf8);
}

/** Reads a wire file of a known shape. A value of another shape is a problem with its line and column. Never throws. */
export function readStruct<T>(bytes: Uint8Array, shape: StructOf<T>, utf8: Utf8): Reading<T> {
  return readShape<T>(bytes, shape, utf8);
}

/** Reads JSON text that came as a string. A lone surrogate in it is a problem. */
export function readJsonText(text: string, utf8: Utf8): Reading<Json> {
  return readText(text, utf8, numberOf);
}

/**
 * The same for tools: their arguments and the schemas these are judged by. A float is the double nearest to it, as everybody else
 * reads it; the contract's rounding is for wire files and would change what a model wrote (SECURITY, traps).
 */
export function readToolText(text: string, utf8: Utf8): Reading<Json> {
  return readText(text, utf8, nearestNumberOf);
}

function readText(text: string, utf8: Utf8, numbers: NumberReading): Reading<Json> {
  if (text.isWellFormed()) {
    const value = parseFast(text, FREE, numbers);
    // What the fast way answers is JSON: the native parser made it, and its numbers were restored.
    return value === undefined
      ? readExact(utf8.encode(text), { shape: FREE, utf8, numbers })
      : { ok: true, value: value as Json, duplicates: [] };
  }
  const broken = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text)?.index ?? 0;
  const before = utf8.encode(text.slice(0, broken));
  return { ok: false, problem: { reason: "lone surrogate in text", ...positionOf(before, before.length) } };
}

/** A reading in which a repeated key is a problem: for tool arguments and our own files. */
export function refuseDuplicates<T>(reading: Reading<T>): Reading<T> {
  const repeat = reading.ok ? reading.duplicates[0] : undefined;
  if (repeat === undefined) return reading;
  const { key, line, column } = repeat;
  return { ok: false, problem: { reason: `duplicate key ${quotedText(key)}`, line, column } };
}

function readShape<T>(bytes: Uint8Array, shape: Shape, utf8: Utf8): Reading<T> {
  const value = readFast(bytes, shape, utf8);
  // The shape check has earned the type: `measureKeys` visits every field that `T` names.
  return value === undefined
    ? readExact<T>(bytes, { shape, utf8, numbers: numberOf })
    : { ok: true, value: value as T, duplicates: [] };
}

function readFast(bytes: Uint8Array, shape: Shape, utf8: Utf8): unknown {
  const text = utf8.decode(bytes, 0, bytes.length);
  return text === undefined ? undefined : parseFast(text, shape, numberOf);
}

/** The native parser plus one pass for what it forgets; undefined when only the tokenizer can tell. */
function parseFast(text: string, shape: Shape, numbers: NumberReading): unknown {
  const value = parseNative(text);
  if (value === undefined) return undefined;
  const scan = scanJson(text);
  if (scan.depth > FAST_DEPTH || scan.loneSurrogate || scan.escapedKey) return undefined;
  const keys = measureKeys(value, shape);
  if (keys === MISFIT || keys !== scan.colons) return undefined;
  if (scan.care.length === 0) return value;
  if (scan.digitKey) return undefined;
  const restored = restoreNumbers(value, scan.care, numbers);
  // A number that came back as a float is no integer any more.
  return measureKeys(restored, shape) === keys ? restored : undefined;
}

function parseNative(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The tokenizer repeats the work and says what and where.
    return undefined;
  }
}

interface Manner {
  readonly shape: Shape;
  readonly utf8: Utf8;
  readonly numbers: NumberReading;
}

function readExact<T>(bytes: Uint8Array, { shape, utf8, numbers }: Manner): Reading<T> {
  const cursor = new Cursor(bytes, utf8, numbers);
  const repeats: KeyRepeat[] = [];
  try {
    const value = decodeShape(cursor, shape, repeats);
    if (cursor.next() !== -1) cursor.failNext("trailing characters");
    return { ok: true, value: value as T, duplicates: placed(bytes, repeats) };
  } catch (stop) {
    if (!(stop instanceof Unreadable)) throw stop;
    return { ok: false, problem: { reason: stop.message, ...positionOf(bytes, stop.offset) } };
  }
}
