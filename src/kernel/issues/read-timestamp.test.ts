import { expect, test } from "vitest";
import { readTimestamp } from "./read-timestamp.ts";

test.each([
  ["2026-02-23T00:00:00Z", "2026-02-23T00:00:00Z"],
  ["2026-02-23 10:00:00 UTC", "2026-02-23T10:00:00Z"],
  ["2026-02-23T10:00:00+0200", "2026-02-23T08:00:00Z"],
  ["2026-02-23T10:00:00.25 -01:30", "2026-02-23T11:30:00.250Z"],
  ["2026-2-3T1:2:3Z", "2026-02-03T01:02:03Z"],
  ["2026-  02-23T10:  00:00Z ", "2026-02-23T10:00:00Z"],
  ["+2026-02-23T10:00:00Z", "2026-02-23T10:00:00Z"],
])("a row may write %j (M01)", (text, at) => {
  expect(readTimestamp(text)).toEqual({ ok: true, at });
});

test.each([
  ["", "premature end of input"],
  ["2026", "premature end of input"],
  ["2026-02-23", "premature end of input"],
  ["2026-02-23T00:00:00", "premature end of input"],
  ["2026-02-23T00:00:00.", "premature end of input"],
  ["2026-02-23T00:00:00+", "premature end of input"],
  ["2026-02-23T00:00:00+01:", "premature end of input"],
  ["yesterday", "input contains invalid characters"],
  ["2026/02/23", "input contains invalid characters"],
  ["2026-02-23X00:00:00Z", "input contains invalid characters"],
  ["2026-02-23T00:00:00.xZ", "input contains invalid characters"],
  ["2026-02-23T00:00:00 CET", "input contains invalid characters"],
  ["2026-02-23T00:00:00+0x:00", "input contains invalid characters"],
  ["2026-13-23T00:00:00Z", "input is out of range"],
  ["2026-13-23 and more", "input is out of range"],
  ["2026-02-30T00:00:00Z", "input is out of range"],
  ["2026-02-23T24:00:00Z", "input is out of range"],
  ["2026-02-23T00:00:61Z", "input is out of range"],
  ["2026-02-23T00:00:00+01:60", "input is out of range"],
  ["2026-02-23T00:00:00+24:00", "input is out of range"],
  ["+12026-02-23T00:00:00Z", "input is out of range"],
  ["2026-02-23T00:00:00Z!", "trailing input"],
])("of %j it is said: %s (M01)", (text, problem) => {
  expect(readTimestamp(text)).toEqual({ ok: false, problem });
});
