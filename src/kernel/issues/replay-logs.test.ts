import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { digestText } from "../digest/digest.ts";
import { type LogEvent, type LogRow, writeLogRow as write } from "./log-row.ts";
import { replayLogs } from "./replay-logs.ts";
import { walkLog, type WalkedLog } from "./walk-log.ts";

const writeLogRow = (row: LogRow): string => write(row, sha256);

function moment(second: number): string {
  return `2026-03-01T12:00:${String(second).padStart(2, "0")}Z`;
}

function log(...events: readonly LogEvent[]): WalkedLog {
  let last: string | undefined;
  const lines = [{ kind: "opened", at: moment(0), clone: "c" } as const, ...events].map((event, seq) => {
    last = writeLogRow({ seq, prev: last === undefined ? undefined : digestText(sha256, last), event });
    return last;
  });
  const walked = walkLog(lines, utf8, sha256);
  expect(walked.findings).toStrictEqual([]);
  return walked;
}

function change(
  issue: string,
  rev: number,
  second: number,
  actor: string = "ann",
): LogEvent & { readonly kind: "changed" } {
  const row = `{"id":"${issue}","title":"t","updated_at":"${moment(second)}","rev":${rev},"by":"${actor}"}`;
  const mutation = digestText(sha256, row);
  return {
    kind: "changed",
    at: moment(second),
    mutation,
    action: "issue.update",
    actor,
    issue,
    rev,
    after: digestText(sha256, row),
    permit: {},
    row,
  };
}

/** The newest revision and actor of each issue. */
function newest(...logs: readonly WalkedLog[]): Readonly<Record<string, readonly [number, string]>> {
  return Object.fromEntries([...replayLogs(logs).newest].map(([id, { rev, actor }]) => [id, [rev, actor]]));
}

describe("what the logs together say stands", () => {
  test("is the highest revision, then the later, then by name, in whichever order the logs are read", () => {
    const one = log(change("a", 1, 1), change("a", 2, 9, "x"), change("b", 2, 5, "x"), change("c", 2, 5, "al"));
    const other = log(change("a", 3, 3, "y"), change("b", 2, 6, "y"), change("c", 2, 5, "bo"));
    const expected = { a: [3, "y"], b: [2, "y"], c: [2, "bo"] };
    expect([newest(one, other), newest(other, one)]).toStrictEqual([expected, expected]);
  });

  test("is not what was voided, and its row is not known", () => {
    const [first, second] = [change("a", 1, 1), change("a", 2, 2)];
    const before = log(first, second);
    const event = before.rows.at(-1)?.digest ?? "";
    const standing = replayLogs([
      log(first, second, { kind: "voided", at: moment(3), mutation: second.mutation, event }),
    ]);
    expect([[...standing.known], [...standing.newest.values()], [...standing.voided]]).toStrictEqual([
      [first.after],
      [first],
      [event],
    ]);
  });

  test("is not what was dropped since, unless it came again, under whatever revision", () => {
    const dropped: LogEvent = { kind: "dropped", at: moment(5), issues: ["a", "b"] };
    const one = log(change("a", 4, 1), change("b", 4, 2), dropped, change("b", 1, 6));
    expect(newest(one)).toStrictEqual({ b: [1, "ann"] });
  });

  test("is what was dropped after all, when the dropping was voided", () => {
    const dropped: LogEvent = { kind: "dropped", at: moment(5), issues: ["a"] };
    const event = log(change("a", 4, 1), dropped).rows.at(-1)?.digest ?? "";
    const voided: LogEvent = { kind: "voided", at: moment(6), event };
    const standing = replayLogs([log(change("a", 4, 1), dropped, voided)]);
    expect([[...standing.newest.keys()], [...standing.dropped]]).toStrictEqual([["a"], []]);
  });

  test("is not what another tool rewrote and was taken over; later changes count from there", () => {
    const adopted = (second: number, digit: string): LogEvent => ({
      kind: "adopted",
      at: moment(second),
      rows: { a: `sha256:${digit.repeat(64)}` },
    });
    expect(newest(log(change("a", 7, 1), adopted(2, "1")))).toStrictEqual({});
    expect(newest(log(change("a", 7, 1), adopted(2, "1"), change("a", 1, 2)))).toStrictEqual({ a: [1, "ann"] });
    const standing = replayLogs([log(adopted(4, "1")), log(adopted(3, "2"))]);
    expect([...standing.adopted]).toStrictEqual([["a", `sha256:${"1".repeat(64)}`]]);
    expect(standing.known.size).toBe(2);
  });
});
