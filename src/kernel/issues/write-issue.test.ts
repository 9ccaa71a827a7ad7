import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { without } from "../../../tests/support/without.ts";
import type { Issue } from "./issue.ts";
import { readIssue } from "./read-issue.ts";
import { contractRow, writeIssue } from "./write-issue.ts";

function read(row: string): Issue {
  const reading = readIssue(utf8.encode(row), utf8);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.issue;
}

const ROW =
  '{"id":"bd-2","title":"Child","description":"d","design":"e","acceptance_criteria":"f","notes":"n","status":"open","priority":-1,' +
  '"issue_type":"epic","assignee":"a","owner":"o","lease":{"lease_id":"l","owner":"a","acquired_at":"2026-02-23T00:00:00Z",' +
  '"expires_at":"2026-02-23T01:00:00Z","renewed_at":"2026-02-23T00:30:00.000001Z"},"created_at":"2026-02-23T00:00:01Z",' +
  '"updated_at":"2026-02-23T00:00:02.000001Z","closed_at":"2026-02-23T00:00:03Z","ephemeral":true,"mol_type":"m","labels":["b","a"],' +
  '"dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","type":"blocks","created_by":"codex"}],"metadata":{"a":{"b":1.0,"c":1},"z":[]}';
const OWN = ',"rev":4,"by":"clone","token":2,"tombstone":true';
const FOREIGN = ',"zzz":{"b":1,"a":1.50},"aaa":null';

describe("the line of a row (M01)", () => {
  test("fields stand in the contract's order, then ours, then those of others", () => {
    const issue = read(`${ROW}${FOREIGN}${OWN}}`);
    expect(writeIssue(issue)).toBe(`${ROW}${OWN},"zzz":{"b":1,"a":1.5},"aaa":null}`);
    expect(contractRow(issue)).toBe(`${ROW}}`);
  });

  test("what is empty is left out, what is always there is not", () => {
    const row =
      '{"id":"","title":"","status":"","priority":2,"issue_type":"task","created_at":"2026-02-23T00:00:01Z","updated_at":"2026-02-23T00:00:01Z","ephemeral":false}';
    expect(writeIssue(read(row))).toBe(row);
  });

  test("metadata comes out with its keys sorted, on every level", () => {
    const sorted = read(
      '{"id":"a","title":"b","metadata":{"z":{"b":1,"a":2},"\uFF21":1,"😀":2},"created_at":"2026-02-23T00:00:01Z","updated_at":"2026-02-23T00:00:01Z"}',
    );
    expect(writeIssue(sorted)).toContain('"metadata":{"z":{"a":2,"b":1},"\uFF21":1,"😀":2}}');
  });

  test("a key of another tool gives way when the key has become ours", () => {
    const issue = { ...read(`${ROW},"rev":"theirs"}`), rev: 1 };
    expect(writeIssue(issue)).toBe(`${ROW},"rev":1}`);
  });

  test("half a character is replaced, for what is written must be read again", () => {
    expect(read(writeIssue({ ...read(`${ROW}}`), title: "a\uD800" })).title).toBe("a\uFFFD");
  });
});

test("reading what was written gives the issue back, and writing that the same line (M01)", () => {
  fc.assert(
    fc.property(arbitraryIssue, (issue) => {
      const row = writeIssue(issue);
      const again = read(row);
      expect(writeIssue(again)).toBe(row);
      expect(again).toEqual(issue);
    }),
  );
});

test("the contract's row knows nothing of ours or of others (M01)", () => {
  fc.assert(
    fc.property(arbitraryIssue, (issue) => {
      const { lease, ...contract } = without(issue, "rev", "by", "token", "tombstone", "foreign");
      const bare: Issue = {
        ...contract,
        ...(lease === undefined ? {} : { lease: without(lease, "foreign") }),
        dependencies: contract.dependencies.map((edge) => without(edge, "foreign")),
      };
      expect(contractRow(issue)).toBe(writeIssue(bare));
    }),
  );
});
