import { nanosOf, parseTimestamp, type Timestamp } from "#kernel";

const SECOND = 1_000_000_000n;
/** From how many seconds on a unit is counted in, and how many seconds it has. */
const UNITS: readonly (readonly [from: number, seconds: number, name: string])[] = [
  [0, 1, "s"],
  [90, 60, "min"],
  [90 * 60, 3600, "h"],
  [36 * 3600, 86_400, "d"],
];
/** Beyond this a date says more than a number of days. */
const LONG_AGO = 60 * 86_400;

/** A moment as people say it: `3 min ago`, `in 2 h`, `just now`; one far away by its date. */
export function relativeTime(moment: string, now: Timestamp): string {
  const at = parseTimestamp(moment);
  if (at === undefined) return moment;
  const seconds = Number((nanosOf(at) - nanosOf(now)) / SECOND);
  if (Math.abs(seconds) > LONG_AGO) return at.slice(0, 10);
  if (Math.abs(seconds) < 5) return "just now";
  return seconds < 0 ? `${durationText(-seconds)} ago` : `in ${durationText(seconds)}`;
}

/** So many seconds in the unit that fits: `45 s`, `3 min`, `2 h`, `5 d`. */
export function durationText(seconds: number): string {
  const [, size, name] = UNITS.findLast(([from]) => seconds >= from) ?? [0, 1, "s"];
  return `${Math.round(seconds / size)} ${name}`;
}
