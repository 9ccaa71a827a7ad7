import { parseTimestamp, type Timestamp, timestampOfMoment } from "./timestamp.ts";

/** A moment as a row may write it, or the reference's words for what is wrong with it. */
export type TimestampReading =
  | { readonly ok: true; readonly at: Timestamp }
  | { readonly ok: false; readonly problem: string };

const TOO_SHORT = "premature end of input";
const TOO_LONG = "trailing input";
const INVALID = "input contains invalid characters";
const OUT_OF_RANGE = "input is out of range";

/** One part of the relaxed form: what it looks like, which values it takes, and how many characters it needs at least. */
interface Part {
  readonly pattern: RegExp;
  readonly least: number;
  readonly most: number;
  readonly needs?: number;
}

const BREAK: Part = { pattern: /\p{White_Space}*-/uy, least: 0, most: 0 };
const COLON: Part = { pattern: /\p{White_Space}*:/uy, least: 0, most: 0 };

// White space between the parts, fields of one digit, offsets without a colon: the reference's rows may be written so.
const PARTS: readonly Part[] = [
  { pattern: /\p{White_Space}*(\d{1,4}|[+-]\d+)/uy, least: 0, most: 9999 },
  BREAK,
  two(1, 12),
  BREAK,
  two(1, 31),
  { pattern: /[tT ]/y, least: 0, most: 0 },
  two(0, 23),
  COLON,
  two(0, 59),
  COLON,
  two(0, 60),
  { pattern: /(?!\.)|\.(\d{1,9})\d*/y, least: 0, most: 999_999_999 },
  { pattern: /\p{White_Space}*([Uu][Tt][Cc]|[Zz]|[+\-\u2212])/uy, least: 0, most: 0 },
];
const OFFSET: readonly Part[] = [
  { pattern: /(\d\d)/y, least: 0, most: 99, needs: 2 },
  { pattern: /[:\p{White_Space}]*(\d\d)/uy, least: 0, most: 59, needs: 2 },
];
const END = /\p{White_Space}*$/uy;

/** Reads a row's timestamp as the reference does, which is more than RFC 3339; years past 0000 to 9999 are out of range. */
export function readTimestamp(text: string): TimestampReading {
  const at = parseTimestamp(text);
  return at === undefined ? readRelaxed(text) : { ok: true, at };
}

function readRelaxed(text: string): TimestampReading {
  const moment = readParts(text, PARTS, 0);
  if (typeof moment === "string") return refused(moment);
  const zone = moment.found.at(-1) ?? "";
  const signed = /[+\-\u2212]/.test(zone);
  const offset = signed ? readParts(text, OFFSET, moment.end) : { found: ["0", "0"], end: moment.end };
  if (typeof offset === "string") return refused(offset);
  END.lastIndex = offset.end;
  if (!END.test(text)) return refused(TOO_LONG);
  const [year, , month, , day, , hour, , minute, , second, fraction] = moment.found;
  const minutes = Number(offset.found[0]) * 60 + Number(offset.found[1]);
  const at = timestampOfMoment({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    nanos: Number((fraction ?? "").padEnd(9, "0")),
    offsetMinutes: zone === "+" ? minutes : -minutes,
  });
  return at === undefined ? refused(OUT_OF_RANGE) : { ok: true, at };
}

/** The text of each part, or what is wrong with the first that is not there. */
function readParts(text: string, parts: readonly Part[], start: number): { found: string[]; end: number } | string {
  const found: string[] = [];
  let end = start;
  for (const part of parts) {
    part.pattern.lastIndex = end;
    const match = part.pattern.exec(text);
    if (match === null) return shortOrInvalid(text.slice(end), part);
    const value = match[1] ?? "";
    if (/\d/.test(value) && (Number(value) < part.least || Number(value) > part.most)) return OUT_OF_RANGE;
    found.push(value);
    end = part.pattern.lastIndex;
  }
  return { found, end };
}

function shortOrInvalid(rest: string, { needs = 1 }: Part): string {
  const given = rest.replace(/^[.:\p{White_Space}]*/u, "");
  return given.length < needs ? TOO_SHORT : INVALID;
}

function two(least: number, most: number): Part {
  return { pattern: /\p{White_Space}*(\d{1,2})/uy, least, most };
}

function refused(problem: string): TimestampReading {
  return { ok: false, problem };
}
