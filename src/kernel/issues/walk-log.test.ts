import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { digestText } from "../digest/digest.ts";
import { type LogEvent, type LogRow, writeLogRow as write } from "./log-row.ts";
import { walkLog } from "./walk-log.ts";

const writeLogRow = (row: LogRow): string => write(row, sha256);

const AT = "2026-03-01T12:00:00Z";

/** Lines that continue a chain, one per issue; without an end they begin one. */
function chain(issues: readonly string[], end?: string): readonly string[] {
  const lines: string[] = [];
  let last = end;
  if (last === undefined) {
    last = writeLogRow({ seq: 0, prev: undefined, event: { kind: "opened", at: AT, clone: "c" } });
    lines.push(last);
  }
  for (const issue of issues) {
    const event: LogEvent = { kind: "dropped", at: AT, issues: [issue] };
    const { seq } = JSON.parse(last) as { seq: number };
    last = writeLogRow({ seq: seq + 1, prev: digestText(sha256, last), event });
    lines.push(last);
  }
  return lines;
}

function walk(lines: readonly string[]): {
  readonly rows: number;
  readonly forks: number;
  readonly found: readonly (readonly [number, string])[];
} {
  const { rows, forks, findings } = walkLog(lines, utf8, sha256);
  return { rows: rows.length, forks, found: findings.map(({ line, problem }) => [line, problem]) };
}

const MISSING = "the row before it is missing, changed or out of order";

describe("a chain (DESIGN 5)", () => {
  const lines = chain(["a", "b", "c", "d"]);

  test("that holds has nothing wrong, also when it is empty", () => {
    expect(walk(lines)).toStrictEqual({ rows: 5, forks: 0, found: [] });
    expect(walk([])).toStrictEqual({ rows: 0, forks: 0, found: [] });
  });

  test("names each row's digest and line", () => {
    expect(walkLog(lines, utf8, sha256).rows.map(({ seq, line, digest }) => [seq, line, digest])).toStrictEqual(
      lines.map((text, at) => [at, at + 1, digestText(sha256, text)]),
    );
  });

  test("without its beginning, or with a row taken out, names the row behind it", () => {
    expect(walk(lines.slice(1)).found).toStrictEqual([[1, MISSING]]);
    expect(walk(lines.toSpliced(2, 1)).found).toStrictEqual([[3, MISSING]]);
  });

  test("with a changed row names it, the newest too, and the row behind it", () => {
    expect(walk(lines.with(2, (lines[2] ?? "").replace('["b"]', '["x"]'))).found).toStrictEqual([
      [3, "a byte of it was changed: it is not what its own digest names"],
      [4, MISSING],
    ]);
    const last = lines.with(4, (lines[4] ?? "").replace(AT, "2026-03-01T12:00:09Z"));
    expect(walk(last).found.map(([line]) => line)).toStrictEqual([5]);
    expect(walk(lines.with(2, "{}")).found.map(([line]) => line)).toStrictEqual([3, 4]);
  });

  test("with rows in another order names the first that comes too early", () => {
    const swapped = lines.toSpliced(2, 2, lines[3] ?? "", lines[2] ?? "");
    expect(walk(swapped).found).toStrictEqual([[3, MISSING]]);
  });

  test("with a row twice, or one with another number, names it", () => {
    expect(walk([...lines, lines[2] ?? ""]).found).toStrictEqual([[6, "the same row stands above it"]]);
    const event: LogEvent = { kind: "dropped", at: AT, issues: ["z"] };
    const late = writeLogRow({ seq: 9, prev: digestText(sha256, lines[4] ?? ""), event });
    expect(walk([...lines, late]).found).toStrictEqual([[6, "its number is 9, and 5 was due"]]);
  });

  test("that does not begin with its opening names the row", () => {
    const event: LogEvent = { kind: "dropped", at: AT, issues: ["z"] };
    expect(walk([writeLogRow({ seq: 0, prev: undefined, event })]).found).toStrictEqual([
      [1, "it names no row before it"],
    ]);
    expect(walk([...lines, writeLogRow({ seq: 5, prev: undefined, event })]).found).toStrictEqual([
      [6, "it names no row before it"],
    ]);
  });
});

describe("a chain whose branches were merged holds, and the forks are counted", () => {
  const trunk = chain(["a", "b"]);

  test("one after the other, or woven into each other", () => {
    const left = chain(["l1", "l2"], trunk.at(-1));
    const right = chain(["r1", "r2"], trunk.at(-1));
    expect(walk([...trunk, ...left, ...right])).toStrictEqual({ rows: 7, forks: 1, found: [] });
    expect(walk([...trunk, ...right, ...left])).toStrictEqual({ rows: 7, forks: 1, found: [] });
    const woven = [left[0], right[0], right[1], left[1]].map((line) => line ?? "");
    expect(walk([...trunk, ...woven])).toStrictEqual({ rows: 7, forks: 1, found: [] });
  });

  test("also when they have only the clone in common", () => {
    const event: LogEvent = { kind: "opened", at: "2026-03-02T00:00:00Z", clone: "c" };
    const other = writeLogRow({ seq: 0, prev: undefined, event });
    const second = writeLogRow({
      seq: 1,
      prev: digestText(sha256, other),
      event: { kind: "dropped", at: AT, issues: ["x"] },
    });
    expect(walk([...trunk, other, second])).toStrictEqual({ rows: 5, forks: 1, found: [] });
  });
});
