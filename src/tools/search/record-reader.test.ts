import { expect, test } from "vitest";
import { RecordReader } from "./record-reader.ts";

test("records are the same however the output is cut into parts", () => {
  const output = Buffer.from("one\0two\0\0three");
  for (let size = 1; size <= output.length; size++) {
    const records: string[] = [];
    const reader = new RecordReader(0, (record) => records.push(record.toString()) > 0);
    for (let at = 0; at < output.length; at += size) expect(reader.feed(output.subarray(at, at + size))).toBe(true);
    expect(records).toStrictEqual(["one", "two", ""]);
  }
});

test("output that never ends a record is not held", () => {
  const reader = new RecordReader(0, () => true);
  expect([reader.feed(Buffer.alloc(64 * 1024, 1)), reader.feed(Buffer.alloc(1, 1))]).toStrictEqual([true, false]);
});

test("a record that is the last one wanted stops the reading", () => {
  let seen = 0;
  const reader = new RecordReader(0, () => ++seen < 2);
  expect([reader.feed(Buffer.from("a\0b\0c\0")), seen]).toStrictEqual([false, 2]);
});
