import type { Cursor } from "./cursor.ts";

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** Past a value nobody asks for, of any depth: its form is checked, its text and numbers are not (contract 0.6). */
export function skipValue(cursor: Cursor): void {
  const open: number[] = [];
  for (;;) {
    const byte = cursor.next();
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      cursor.at += 1;
      open.push(byte);
      if (!closeFrames(cursor, open, false)) return;
    } else {
      skipScalar(cursor, byte);
      if (!closeFrames(cursor, open, true)) return;
    }
    if (open.at(-1) === OPEN_OBJECT) skipKey(cursor);
  }
}

/** Closes what ends here; false when the outermost value is complete. */
function closeFrames(cursor: Cursor, open: number[], afterValue: boolean): boolean {
  let comma = afterValue;
  for (;;) {
    const frame = open.at(-1);
    if (frame === undefined) return false;
    const list = frame === OPEN_LIST;
    const byte = cursor.next();
    if (byte === -1) cursor.failNext(list ? "EOF while parsing a list" : "EOF while parsing an object");
    if (byte === (list ? 0x5d : 0x7d)) {
      cursor.at += 1;
      open.pop();
      comma = true;
      continue;
    }
    if (!comma) return true;
    if (byte !== 0x2c) cursor.failNext(list ? "expected `,` or `]`" : "expected `,` or `}`");
    cursor.at += 1;
    return true;
  }
}

function skipScalar(cursor: Cursor, byte: number): void {
  if (byte === -1) cursor.failNext("EOF while parsing a value");
  else if (byte === 0x22) cursor.skipString();
  else if (byte === 0x6e) cursor.word("ull");
  else if (byte === 0x74) cursor.word("rue");
  else if (byte === 0x66) cursor.word("alse");
  else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) cursor.skipNumber();
  else cursor.failNext("expected value");
}

function skipKey(cursor: Cursor): void {
  const quote = cursor.next();
  if (quote === -1) cursor.failNext("EOF while parsing an object");
  if (quote !== 0x22) cursor.failNext("key must be a string");
  cursor.skipString();
  const colon = cursor.next();
  if (colon === -1) cursor.failNext("EOF while parsing an object");
  if (colon !== 0x3a) cursor.failNext("expected `:`");
  cursor.at += 1;
}
