import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareTimestamps,
  EPOCH,
  nanosOf,
  outputTimestamp,
  parseTimestamp,
  type Timestamp,
  timestampOfNanos,
} from "./timestamp.ts";

const FIRST = -62_167_219_200_000_000_000n;
const LAST = 253_402_300_799_999_999_999n;
const moments = fc.bigInt({ min: FIRST, max: LAST });

function at(text: string): Timestamp {
  const parsed = parseTimestamp(text);
  if (parsed === undefined) throw new Error(`no timestamp: ${text}`);
  return parsed;
}

describe("a text of RFC 3339 becomes one canonical text", () => {
  test.each([
    ["2026-02-23T00:00:00+00:00", "2026-02-23T00:00:00Z"],
    ["2026-02-23T00:00:00.500Z", "2026-02-23T00:00:00.500Z"],
    ["2026-02-23T00:00:00.5Z", "2026-02-23T00:00:00.500Z"],
    ["2026-02-23T00:00:02.000001Z", "2026-02-23T00:00:02.000001Z"],
    ["2026-02-23T00:00:02.0000010Z", "2026-02-23T00:00:02.000001Z"],
    ["2026-02-23T00:00:02.000000Z", "2026-02-23T00:00:02Z"],
    ["2026-02-23T00:00:02.001000Z", "2026-02-23T00:00:02.001Z"],
    ["2026-02-23T00:00:02.1234567899Z", "2026-02-23T00:00:02.123456789Z"],
    ["2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00Z"],
    ["2024-02-28T23:59:59-00:01", "2024-02-29T00:00:59Z"],
    ["2026-01-01t10:00:00z", "2026-01-01T10:00:00Z"],
    ["2026-01-01 10:00:00Z", "2026-01-01T10:00:00Z"],
    ["2026-01-01T10:00:00\u221205:00", "2026-01-01T15:00:00Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z"],
    ["2017-01-01T00:59:60.25+01:00", "2016-12-31T23:59:60.250Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"],
  ])("%s is %s (M01)", (text, canonical) => {
    expect(parseTimestamp(text)).toBe(canonical);
  });
});

test.each([
  "",
  "2026-02-23",
  "2026-02-23T00:00:00",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "1900-02-29T00:00:00+00:00",
  "2026-00-10T00:00:00Z",
  "2026-13-10T00:00:00Z",
  "2026-01-00T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:61Z",
  "2026-01-01T00:00:00.Z",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00+01:60",
  "2026-01-01T00:00:00+0100",
  "2026-01-01T00:00:00Zx",
  " 2026-01-01T00:00:00Z",
  "0000-01-01T00:00:00+00:01",
  "9999-12-31T23:59:59-00:01",
  "٢٠٢٦-01-01T00:00:00Z",
])("%j is no timestamp (M01)", (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test("nanoseconds survive the way there and back (M01)", () => {
  fc.assert(
    fc.property(moments, (nanos) => {
      const written = timestampOfNanos(nanos);
      expect(nanosOf(written)).toBe(nanos);
      expect(parseTimestamp(written)).toBe(written);
    }),
  );
});

test("whole milliseconds read as the platform's calendar reads them (M01)", () => {
  const dates = fc.date({ noInvalidDate: true }).map((date) => {
    date.setUTCFullYear(((date.getUTCFullYear() % 10_000) + 10_000) % 10_000);
    return date;
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(nanosOf(at(date.toISOString()))).toBe(BigInt(date.getTime()) * 1_000_000n);
    }),
  );
});

test("an offset moves the moment and nothing else (M01)", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: LAST / 2n }), fc.integer({ min: -1439, max: 1439 }), (nanos, minutes) => {
      const sign = minutes < 0 ? "-" : "+";
      const two = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, "0");
      const offset = `${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
      const moved = nanosOf(at(timestampOfNanos(nanos).replace("Z", offset)));
      expect(moved).toBe(nanos - BigInt(minutes) * 60_000_000_000n);
    }),
  );
});

test("timestamps are ordered as their moments are (M01)", () => {
  const near = fc.tuple(moments, fc.constantFrom(-1n, 0n, 1n, 1_000n, 1_000_000n, 1_000_000_000n));
  fc.assert(
    fc.property(near, ([nanos, step]) => {
      const other = nanos + step < FIRST || nanos + step > LAST ? nanos : nanos + step;
      const order = compareTimestamps(timestampOfNanos(nanos), timestampOfNanos(other));
      expect(order).toBe(nanos < other ? -1 : nanos > other ? 1 : 0);
    }),
  );
});

test("a leap second lies between the 59th and the next minute (M01)", () => {
  const times = [
    "2016-12-31T23:59:59.999Z",
    "2016-12-31T23:59:60Z",
    "2016-12-31T23:59:60.500Z",
    "2017-01-01T00:00:00Z",
  ];
  expect(times.toReversed().map(at).toSorted(compareTimestamps)).toEqual(times);
});

test("outputs name the offset instead of Z (M01)", () => {
  expect(outputTimestamp(at("2026-02-25T06:33:02.351276Z"))).toBe("2026-02-25T06:33:02.351276+00:00");
  expect(nanosOf(EPOCH)).toBe(0n);
});

test("a moment that has no timestamp is a bug of the caller", () => {
  expect(() => timestampOfNanos(LAST + 1n)).toThrow("a moment past the years 0000 to 9999");
  expect(() => timestampOfNanos(FIRST - 1n)).toThrow("a moment past the years 0000 to 9999");
});
