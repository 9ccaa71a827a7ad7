import type { Cursor } from "./cursor.ts";
import { freeValue } from "./free.ts";
import { colon, nextElement, nextKey } from "./members.ts";
import { floatText } from "./number.ts";
import { quotedText } from "./quoted-text.ts";
import type { KeyRepeat } from "./problem.ts";
import { isWithin } from "./measure.ts";
import type { Field, IntegerShape, ListShape, Shape, StructShape, WordShape } from "./shape.ts";
import { skipValue } from "./skip.ts";
import { Float, type Json, type JsonNumber } from "./value.ts";

/** Decodes one value of a shape, stopping at the first problem in document order with the contract's words (0.6). */
export function decodeShape(cursor: Cursor, shape: Shape, repeats: KeyRepeat[]): Json {
  if (shape.kind === "free") return freeValue(cursor, repeats);
  const byte = cursor.next();
  if (byte === -1) cursor.failNext("EOF while parsing a value");
  if (shape.kind === "struct") return byte === 0x7b ? decodeStruct(cursor, shape, repeats) : unexpected(cursor, shape);
  if (shape.kind === "list") return byte === 0x5b ? decodeList(cursor, shape, repeats) : unexpected(cursor, shape);
  if (shape.kind === "string") return byte === 0x22 ? cursor.string() : unexpected(cursor, shape);
  if (shape.kind === "word" && byte === 0x22) return decodeWord(cursor, shape);
  if (shape.kind === "word") return shape.variant ? noVariant(cursor, byte) : unexpected(cursor, shape);
  if (shape.kind === "integer") return isNumberStart(byte) ? decodeInteger(cursor, shape) : unexpected(cursor, shape);
  return decodeBoolean(cursor, byte) ?? unexpected(cursor, shape);
}

function decodeBoolean(cursor: Cursor, byte: number): boolean | undefined {
  if (byte !== 0x74 && byte !== 0x66) return undefined;
  cursor.word(byte === 0x74 ? "rue" : "alse");
  return byte === 0x74;
}

function decodeWord(cursor: Cursor, shape: WordShape): string {
  const text = cursor.string();
  const problem = shape.problemOf(text);
  if (problem === undefined) return text;
  if (shape.late === true && cursor.next() === 0x7d) cursor.at += 1;
  return cursor.failHere(problem);
}

/** A variant may be an object's key: then the place is inside. */
function noVariant(cursor: Cursor, byte: number): never {
  if (byte === 0x7b) {
    cursor.at += 1;
    cursor.next();
  }
  cursor.failNext("expected value");
}

function decodeInteger(cursor: Cursor, shape: IntegerShape): number {
  const value = cursor.number();
  if (typeof value === "number" && isWithin(value, shape)) return value;
  const found = describeNumber(value);
  return cursor.failHere(`invalid ${found.startsWith("integer") ? "value" : "type"}: ${found}, expected ${shape.name}`);
}

function decodeList(cursor: Cursor, shape: ListShape, repeats: KeyRepeat[]): Json {
  cursor.enter();
  const items: Json[] = [];
  while (nextElement(cursor, items.length === 0)) items.push(decodeShape(cursor, shape.of, repeats));
  cursor.at += 1;
  cursor.leave();
  return items;
}

function decodeStruct(cursor: Cursor, shape: StructShape, repeats: KeyRepeat[]): Json {
  cursor.enter();
  const seen = new Map<string, Json>();
  for (let first = true; nextKey(cursor, first); first = false) {
    const offset = cursor.at + 1;
    const given = cursor.string();
    const key = shape.aliases?.get(given) ?? given;
    const field = shape.fields.get(key);
    // A repeated known field stops where the colon is due, after any white space; a closing brace there still counts.
    if (field !== undefined && seen.has(key)) {
      if (cursor.next() === 0x7d) cursor.at += 1;
      cursor.failHere(`duplicate field \`${key}\``);
    }
    colon(cursor);
    if (field !== undefined) seen.set(key, decodeField(cursor, field, repeats));
    else if (shape.keepsUnknown !== true) skipValue(cursor);
    else {
      if (seen.has(key)) repeats.push({ key, offset });
      seen.set(key, freeValue(cursor, repeats));
    }
  }
  cursor.at += 1;
  for (const name of shape.required) if (!seen.has(name)) cursor.failHere(`missing field \`${name}\``);
  cursor.leave();
  return Object.fromEntries(seen);
}

function decodeField(cursor: Cursor, field: Field, repeats: KeyRepeat[]): Json {
  if (field.presence === "optional" && cursor.next() === 0x6e) {
    cursor.word("ull");
    return null;
  }
  return decodeShape(cursor, field.shape, repeats);
}

/** Names what was found instead, as the contract does: scalars are read first, so the place is behind them. */
function unexpected(cursor: Cursor, shape: Shape): never {
  const found = describeNext(cursor);
  cursor.failHere(`invalid type: ${found}, expected ${expectation(shape, found)}`);
}

function expectation(shape: Shape, found: string): string {
  switch (shape.kind) {
    case "string":
      return "a string";
    case "boolean":
      return "a boolean";
    case "word":
      return shape.expects;
    case "integer":
      return shape.name;
    case "list":
      return "a sequence";
    case "free":
      return "any valid JSON value";
    case "struct":
      // The reference takes a struct as a positional list by accident; we refuse it (docs/compatibility.md).
      return found === "sequence" ? "an object" : `struct ${shape.name}`;
    default:
      return shape satisfies never;
  }
}

function describeNext(cursor: Cursor): string {
  const byte = cursor.next();
  if (byte === 0x5b) return "sequence";
  if (byte === 0x7b) return "map";
  if (byte === 0x22) return `string ${quotedText(cursor.string())}`;
  if (isNumberStart(byte)) return describeNumber(cursor.number());
  const word = freeValue(cursor, []);
  return word === null ? "null" : `boolean \`${word === true ? "true" : "false"}\``;
}

function isNumberStart(byte: number): boolean {
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
}

function describeNumber(value: JsonNumber): string {
  if (typeof value === "bigint") return `integer \`${value}\``;
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) return `integer \`${value}\``;
  return `floating point \`${floatText(value instanceof Float ? value.value : value) ?? ""}\``;
}
