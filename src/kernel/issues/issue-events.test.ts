import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { without } from "../../../tests/support/without.ts";
import type { Issue } from "./issue.ts";
import { eventStreamRef, migrateToEvents, writeEvent } from "./issue-events.ts";
import { loadIssueFile } from "./issue-file.ts";
import { readEvents } from "./read-events.ts";
import { replayEvents, storesEquivalent } from "./replay-events.ts";
import { snapshotRef } from "./snapshot-ref.ts";

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// The worked example of contract memory 1.9.
const EXAMPLE = `{"id":"bd-1","title":"Root é","status":"closed","priority":1,"issue_type":"epic","created_at":"2026-02-23T00:00:00+00:00","updated_at":"2026-02-23T00:00:00.500Z","closed_at":"2026-02-23T00:00:00.500Z"}
{"id":"bd-2","title":"Child","description":"Acceptance:\\n- ok\\n\\n- \`python3 x.py\`","created_at":"2026-02-23T00:00:01Z","updated_at":"2026-02-23T00:00:02.000001Z","dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","dep_type":"discovered-from"},{"issue_id":"bd-2","depends_on_id":"bd-1","type":"blocks","created_by":"codex"}],"zzz_unknown":1}
`;

function issuesOf(text: string): readonly Issue[] {
  const file = loadIssueFile(utf8.encode(text), utf8, "f");
  if (!file.ok) throw new Error(file.message);
  return [...file.issues.values()];
}

const LINES = [
  '{"schema":"issue.event.v1","event_id":"issue.upsert:bd-1","issue_id":"bd-1","occurred_at":"2026-02-23T00:00:00.500Z","action":"upsert_issue","issue":{"id":"bd-1","title":"Root é","status":"closed","priority":1,"issue_type":"epic","created_at":"2026-02-23T00:00:00Z","updated_at":"2026-02-23T00:00:00.500Z","closed_at":"2026-02-23T00:00:00.500Z","ephemeral":false}}',
  '{"schema":"issue.event.v1","event_id":"issue.upsert:bd-2","issue_id":"bd-2","occurred_at":"2026-02-23T00:00:02.000001Z","action":"upsert_issue","issue":{"id":"bd-2","title":"Child","description":"Acceptance:\\n- ok\\n\\n- `python3 x.py`","status":"open","priority":2,"issue_type":"task","created_at":"2026-02-23T00:00:01Z","updated_at":"2026-02-23T00:00:02.000001Z","ephemeral":false}}',
  '{"schema":"issue.event.v1","event_id":"issue.add_dependency:bd-2:bd-1:blocks","issue_id":"bd-2","occurred_at":"2026-02-23T00:00:02.000001Z","action":"add_dependency","depends_on_id":"bd-1","type":"blocks","created_by":"codex"}',
  '{"schema":"issue.event.v1","event_id":"issue.add_dependency:bd-2:bd-1:discovered-from","issue_id":"bd-2","occurred_at":"2026-02-23T00:00:02.000001Z","action":"add_dependency","depends_on_id":"bd-1","type":"discovered-from"}',
];

describe("the contract's worked example (M01)", () => {
  test("has the contract's snapshot ref", () => {
    expect(snapshotRef(issuesOf(EXAMPLE), sha256)).toBe(
      "iss1_4a87d3f3f663e37bcc54bcd7cf018dd27ccf65fc4ae88ec0530c79bece49a5a9",
    );
  });

  test("has the contract's events and stream ref", () => {
    const events = migrateToEvents(issuesOf(EXAMPLE));
    expect(events.map(writeEvent)).toEqual(LINES);
    expect(eventStreamRef(events, sha256)).toBe("ev1_1b472c3e7531bf62bbb9a89ced2efef20e96377ec16974ab5e91e84b539a3a39");
  });

  test("comes back from its events", () => {
    const read = readEvents(utf8.encode(`# log\n\n${LINES.join("\n")}`), utf8);
    if (!read.ok) throw new Error(read.message);
    expect(read.events.map(writeEvent)).toEqual(LINES);
    const replayed = replayEvents(read.events);
    expect(replayed.ok && storesEquivalent(replayed.issues.values(), issuesOf(EXAMPLE))).toBe(true);
  });
});

test("nothing has the digest of nothing (M01)", () => {
  expect(snapshotRef([], sha256)).toBe("iss1_e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("neither order, our keys, those of others nor deleted issues change a snapshot (M01)", () => {
  fc.assert(
    fc.property(fc.uniqueArray(arbitraryIssue, { selector: ({ id }) => id, maxLength: 4 }), (issues) => {
      const bare = issues
        .filter(({ tombstone }) => tombstone !== true)
        .map((issue): Issue => ({
          ...without(issue, "rev", "by", "token", "foreign"),
          dependencies: issue.dependencies.toReversed(),
        }));
      expect(snapshotRef(bare.toReversed(), sha256)).toBe(snapshotRef(issues, sha256));
      expect(storesEquivalent(bare, issues.toReversed())).toBe(true);
      expect(migrateToEvents(bare).map(writeEvent)).toEqual(migrateToEvents(issues).map(writeEvent));
    }),
  );
});

test("stores that differ in a field are not equivalent (M01)", () => {
  const [first, second] = issuesOf(EXAMPLE);
  if (first === undefined || second === undefined) throw new Error("no issue");
  expect(storesEquivalent([first, second], [first])).toBe(false);
  expect(storesEquivalent([first, second], [first, { ...second, notes: "n" }])).toBe(false);
});

const UPSERT = (id: string, issueId = id): string =>
  `{"event_id":"u:${id}","issue_id":"${issueId}","occurred_at":"2026-02-23T00:00:00Z","action":"upsert_issue","issue":{"id":"${id}","title":"T","created_at":"2026-02-23T00:00:00Z","updated_at":"2026-02-23T00:00:00Z"}}`;
const ADD = (from: string, to: string, type = '"type":"blocks"'): string =>
  `{"event_id":"d","issue_id":"${from}","occurred_at":"2026-02-23T00:00:00Z","action":"add_dependency","depends_on_id":"${to}",${type}}`;

function outcome(...lines: readonly string[]): string | readonly string[] {
  const read = readEvents(utf8.encode(lines.join("\n")), utf8);
  if (!read.ok) return read.message;
  const answer = replayEvents(read.events);
  if (!answer.ok) return answer.message;
  return [...answer.issues.values()].map(
    ({ id, dependencies }) => `${id}${dependencies.map(({ depends_on_id: to, type }) => ` ${to}(${type})`).join("")}`,
  );
}

describe("replay (M01)", () => {
  test.each<[string, readonly string[], string | readonly string[]]>([
    ["edges may come before their issues", [ADD("b", "a"), UPSERT("b"), UPSERT("a")], ["a", "b a(blocks)"]],
    [
      "a repeated edge says nothing new",
      [UPSERT("a"), ADD("a", "a"), ADD("a", "a", '"dep_type":"blocks"')],
      ["a a(blocks)"],
    ],
    ["an upsert replaces the edges too", [UPSERT("a"), ADD("a", "a"), UPSERT("a")], ["a"]],
    ["an edge to nowhere stops it", [UPSERT("a"), ADD("a", "x")], "replay unresolved dependency for event d: a -> x"],
    [
      "an envelope of another issue stops it",
      [UPSERT("a", "b")],
      "replay issue-id mismatch for event u:a: envelope=b, payload=a",
    ],
    [
      "another schema stops it",
      [UPSERT("a").replace("{", '{"schema":"issue.event.v2",')],
      "unsupported event schema: issue.event.v2",
    ],
  ])("%s", (_, lines, expected) => {
    expect(outcome(...lines)).toEqual(expected);
  });
});

describe("a log that is none is refused with its first bad line (M01)", () => {
  const HEAD = '{"event_id":"e","issue_id":"a","occurred_at":"2026-02-23T00:00:00Z"';
  test.each([
    ["x", "expected value at line 1 column 1"],
    ["{}", "missing field `event_id` at line 1 column 2"],
    ['{"event_id":5}', "invalid type: integer `5`, expected a string at line 1 column 13"],
    [`${HEAD}}`, "missing field `action`"],
    [`${HEAD},"action":"drop"}`, "unknown variant `drop`, expected `upsert_issue` or `add_dependency`"],
    [`${HEAD},"action":"upsert_issue"}`, "missing field `issue`"],
    [`${HEAD},"action":"upsert_issue","issue":{}}`, "missing field `id`"],
    [`${HEAD},"action":"add_dependency","depends_on_id":"b"}`, "missing field `type`"],
    [`${HEAD},"action":"add_dependency","depends_on_id":"b","type":"x","dep_type":"y"}`, "duplicate field `type`"],
    [`${HEAD},"action":"add_dependency","depends_on_id":"b","type":"x","type":"y"}`, "duplicate field `type`"],
  ])("%s", (line, problem) => {
    // What is wrong with the action stands at the row's end.
    const place = problem.includes(" at line ") ? "" : ` at line 1 column ${line.length}`;
    expect(readEvents(utf8.encode(`\n# c\n${line}\nnot reached`), utf8)).toEqual({
      ok: false,
      message: `line 3: parse error: ${problem}${place}`,
    });
  });

  test("no UTF-8", () => {
    expect(readEvents(Uint8Array.from([0x0a, 0xff]), utf8)).toEqual({
      ok: false,
      message: "line 2: I/O error: stream did not contain valid UTF-8",
    });
  });
});
