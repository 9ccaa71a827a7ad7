import { InvariantError } from "../gate/verdict.ts";
import { civilOfDay, dayOfCivil, daysInMonth } from "./civil-day.ts";

declare const brand: unique symbol;

/** A moment in UTC as issue files write it: suffix `Z`, fraction of 0, 3, 6 or 9 digits (contract memory 0.4). Earned by {@link parseTimestamp}. */
export type Timestamp = string & { readonly [brand]: "Timestamp" };

/** The moment a row means that names none. The reference takes the time of loading, which no two readers share (docs/compatibility.md). */
export const EPOCH: Timestamp = "1970-01-01T00:00:00Z" as Timestamp;

/** The parts of a moment as it was written. `second` 60 is a leap second and stays one. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanos: number;
  readonly offsetMinutes: number;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+\-\u2212])(\d\d):([0-5]\d))$/;

const DASH = 0x2d;
const COLON = 0x3a;
const ZERO = 0x30;
const MINUTES_PER_DAY = 1440;
const NANOS_PER_SECOND = 1_000_000_000n;
const SECONDS_PER_DAY = 86_400n;
const FIRST_DAY = dayOfCivil(0, 1, 1);
const LAST_DAY = dayOfCivil(9999, 12, 31);

/** The moment an RFC 3339 text names, whatever its offset; digits past the ninth are cut off. Undefined for anything else, and outside the years 0000 to 9999 in UTC. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (isCanonical(text)) return text;
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign = "+", hours = "0", minutes = "0"] = match;
  const offset = Number(hours) * 60 + Number(minutes);
  return timestampOfMoment({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    nanos: Number(fraction.slice(0, 9).padEnd(9, "0")),
    offsetMinutes: sign === "+" ? offset : -offset,
  });
}

/** True for text that is a timestamp already: rows are written so, and most are read so. Character by character, for a rebuild asks it of every row. */
function isCanonical(text: string): text is Timestamp {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH || text.charCodeAt(10) !== 0x54) return false;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return false;
  const year = pair(text, 0) * 100 + pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return false;
  return pair(text, 11) <= 23 && pair(text, 14) <= 59 && pair(text, 17) <= 60 && endsCanonically(text);
}

/** `Z`, or a fraction of 3, 6 or 9 digits that needs them all, and `Z`. */
function endsCanonically(text: string): boolean {
  const last = text.length - 1;
  if (text.charCodeAt(last) !== 0x5a) return false;
  if (last === 19) return true;
  if (text.charCodeAt(19) !== 0x2e || (last !== 23 && last !== 26 && last !== 29)) return false;
  for (let at = 20; at < last; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return !text.endsWith("000Z");
}

/** The number two digits make; NaN, which no comparison holds for, when they are none. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : NaN;
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= ZERO + 9;
}

/** A moment in UTC; undefined when there is no such day or time, or its year is past 0000 to 9999. */
export function timestampOfMoment(moment: Moment): Timestamp | undefined {
  const { year, month, day, hour, minute, second, nanos, offsetMinutes } = moment;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || Math.abs(offsetMinutes) >= MINUTES_PER_DAY) return undefined;
  const minutes = dayOfCivil(year, month, day) * MINUTES_PER_DAY + hour * 60 + minute - offsetMinutes;
  const utcDay = Math.floor(minutes / MINUTES_PER_DAY);
  if (utcDay < FIRST_DAY || utcDay > LAST_DAY) return undefined;
  return written(utcDay, minutes - utcDay * MINUTES_PER_DAY, second, nanos);
}

/** Nanoseconds since 1970. A leap second counts as the second after it. */
export function nanosOf(at: Timestamp): bigint {
  const day = dayOfCivil(Number(at.slice(0, 4)), Number(at.slice(5, 7)), Number(at.slice(8, 10)));
  const seconds = Number(at.slice(11, 13)) * 3600 + Number(at.slice(14, 16)) * 60 + Number(at.slice(17, 19));
  const fraction = at.slice(20, -1).padEnd(9, "0");
  return (BigInt(day) * SECONDS_PER_DAY + BigInt(seconds)) * NANOS_PER_SECOND + BigInt(fraction);
}

/** The timestamp of a count of nanoseconds since 1970, as {@link nanosOf} counts. */
export function timestampOfNanos(nanos: bigint): Timestamp {
  const fraction = ((nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const seconds = Number((nanos - fraction) / NANOS_PER_SECOND);
  const day = Math.floor(seconds / 86_400);
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) throw new InvariantError("a moment past the years 0000 to 9999");
  const inDay = seconds - day * 86_400;
  return written(day, Math.floor(inDay / 60), inDay % 60, Number(fraction));
}

/** Orders moments in time; a leap second comes after the 59th and before the next minute. */
export function compareTimestamps(left: Timestamp, right: Timestamp): number {
  if (left === right) return 0;
  // Without the `Z` a fraction comes after the whole second it begins with, digit by digit.
  return left.slice(0, -1) < right.slice(0, -1) ? -1 : 1;
}

/** A moment as command outputs write it: suffix `+00:00` (contract memory 0.4). */
export function outputTimestamp(at: Timestamp): string {
  return `${at.slice(0, -1)}+00:00`;
}

function written(day: number, minuteOfDay: number, second: number, nanos: number): Timestamp {
  const { year, month, day: dayOfMonth } = civilOfDay(day);
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(dayOfMonth)}`;
  const time = `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}:${two(second)}`;
  return `${date}T${time}${fractionText(nanos)}Z` as Timestamp;
}

function fractionText(nanos: number): string {
  if (nanos === 0) return "";
  return `.${String(nanos)
    .padStart(9, "0")
    .replace(/(?:000){1,2}$/, "")}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
