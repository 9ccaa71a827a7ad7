import type { Cursor } from "./cursor.ts";

/** Moves to the next element of a list; false at its closing bracket, which stays. */
export function nextElement(cursor: Cursor, first: boolean): boolean {
  const byte = cursor.next();
  if (byte === 0x5d) return false;
  if (byte === -1) cursor.failNext("EOF while parsing a list");
  if (first) return true;
  if (byte !== 0x2c) cursor.failNext("expected `,` or `]`");
  cursor.at += 1;
  const after = cursor.next();
  if (after === 0x5d) cursor.failNext("trailing comma");
  if (after === -1) cursor.failNext("EOF while parsing a value");
  return true;
}

/** Moves to the next key of an object; false at its closing brace, which stays. */
export function nextKey(cursor: Cursor, first: boolean): boolean {
  let byte = cursor.next();
  if (byte === 0x7d) return false;
  if (byte === -1) cursor.failNext("EOF while parsing an object");
  if (!first) {
    if (byte !== 0x2c) cursor.failNext("expected `,` or `}`");
    cursor.at += 1;
    byte = cursor.next();
    if (byte === 0x7d) cursor.failNext("trailing comma");
    if (byte === -1) cursor.failNext("EOF while parsing a value");
  }
  if (byte !== 0x22) cursor.failNext("key must be a string");
  return true;
}

/** Past the colon between a key and its value. */
export function colon(cursor: Cursor): void {
  const byte = cursor.next();
  if (byte === -1) cursor.failNext("EOF while parsing an object");
  if (byte !== 0x3a) cursor.failNext("expected `:`");
  cursor.at += 1;
}
