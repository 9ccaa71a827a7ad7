import type { Cursor } from "./cursor.ts";
import { colon, nextElement, nextKey } from "./members.ts";
import type { KeyRepeat } from "./problem.ts";
import type { Json } from "./value.ts";

/** Any JSON value, numbers kept as the contract's 0.3. Of a repeated key the last value wins; each repeat is noted. */
export function freeValue(cursor: Cursor, duplicates: KeyRepeat[]): Json {
  const byte = cursor.next();
  if (byte === 0x22) return cursor.string();
  if (byte === 0x7b) return freeObject(cursor, duplicates);
  if (byte === 0x5b) return freeList(cursor, duplicates);
  if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return cursor.number();
  if (byte === -1) cursor.failNext("EOF while parsing a value");
  return freeWord(cursor, byte);
}

function freeWord(cursor: Cursor, byte: number): Json {
  if (byte === 0x6e) {
    cursor.word("ull");
    return null;
  }
  if (byte === 0x74) {
    cursor.word("rue");
    return true;
  }
  if (byte !== 0x66) cursor.failNext("expected value");
  cursor.word("alse");
  return false;
}

function freeList(cursor: Cursor, duplicates: KeyRepeat[]): Json {
  cursor.enter();
  const items: Json[] = [];
  while (nextElement(cursor, items.length === 0)) items.push(freeValue(cursor, duplicates));
  cursor.at += 1;
  cursor.leave();
  return items;
}

function freeObject(cursor: Cursor, duplicates: KeyRepeat[]): Json {
  cursor.enter();
  const entries = new Map<string, Json>();
  for (let first = true; nextKey(cursor, first); first = false) {
    const offset = cursor.at + 1;
    const key = cursor.string();
    if (entries.has(key)) duplicates.push({ key, offset });
    colon(cursor);
    entries.set(key, freeValue(cursor, duplicates));
  }
  cursor.at += 1;
  cursor.leave();
  // fromEntries defines own properties, so that `__proto__` stays a key.
  return Object.fromEntries(entries);
}
