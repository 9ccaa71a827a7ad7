import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Decision } from "./decision.ts";
import type { Issue } from "./issue.ts";
import { issueView } from "./issue-view-of.ts";
import { writeIssue } from "./write-issue.ts";

const NOW = at("2026-03-01T12:00:00Z");
const LATER = at("2026-02-02T00:00:00Z");
const EARLIER = at("2026-01-02T00:00:00Z");
const HERE = sampleIssue("bd-1", { token: 5 });
const VIEW = issueView(byIds(HERE), new Set(["bd-2"]));

function bring(mode: "merge" | "replace", ...rows: readonly (Issue | string)[]): Decision {
  const texts = rows.map((row) => (typeof row === "string" ? row : writeIssue(row)));
  return decideMutation(VIEW, { action: "issue.import", args: { mode, source: "jsonl", rows: texts } }, NOW, utf8);
}

function changed(...issues: readonly Issue[]): Decision {
  return { ok: true, changed: issues, issue: undefined };
}

describe("an import that merges", () => {
  test("brings what is new, as it is and by id, and what is newer", () => {
    const newer = sampleIssue("bd-1", { title: "newer", updated_at: LATER, token: 7 });
    const fresh = sampleIssue("bd-10", { status: "hooked" });
    expect(bring("merge", newer, fresh)).toStrictEqual(changed(newer, fresh));
  });

  test("leaves what is older, what says the same and what was deleted", () => {
    const older = sampleIssue("bd-1", { title: "older", updated_at: EARLIER });
    expect([bring("merge", older), bring("merge", HERE), bring("merge", sampleIssue("bd-2"))]).toStrictEqual([
      changed(),
      changed(),
      changed(),
    ]);
  });

  test("brings the news that an issue was deleted", () => {
    const gone = sampleIssue("bd-1", {
      status: "closed",
      updated_at: LATER,
      closed_at: LATER,
      token: 5,
      tombstone: true,
    });
    expect(bring("merge", gone)).toStrictEqual(changed(gone));
  });

  test("never lowers a fencing token", () => {
    const newer = sampleIssue("bd-1", { updated_at: LATER });
    expect(bring("merge", newer)).toStrictEqual(changed({ ...newer, token: 5 }));
  });

  test("takes the last of two rows without revisions, as a file would (contract memory 1.1)", () => {
    const first = sampleIssue("bd-5", { updated_at: LATER });
    const last = sampleIssue("bd-5", { title: "last", updated_at: EARLIER });
    expect(bring("merge", first, last)).toStrictEqual(changed(last));
  });

  test("of rows without times writes them, so that none is missing any more", () => {
    const epoch = at("1970-01-01T00:00:00Z");
    const wanted = { ...sampleIssue("x"), title: "t", created_at: epoch, updated_at: epoch };
    expect(bring("merge", '{"id":"x","title":"t"}')).toStrictEqual(changed(wanted));
  });
});

describe("an import that replaces", () => {
  test("makes the rows all there is", () => {
    const rows = [sampleIssue("b", { updated_at: EARLIER }), sampleIssue("a")] as const;
    expect(bring("replace", ...rows)).toStrictEqual({
      ok: true,
      changed: [rows[1], rows[0]],
      issue: undefined,
      replacesAll: true,
    });
  });

  test("keeps the fencing token of an issue that was there", () => {
    const row = sampleIssue("bd-1", { token: 1 });
    expect(bring("replace", row)).toMatchObject({ changed: [{ ...row, token: 5 }] });
  });
});

describe("an import is refused whole", () => {
  test.each([
    ["for a row that is no issue", '{"id":"x"}', "row 2: missing field `title` at line 1 column 10"],
    [
      "for a type that is none",
      '{"id":"x","title":"t","issue_type":"bug"}',
      "row 2: invalid issue_type `bug` (expected one of: epic, task) at line 1 column 41",
    ],
    ["for half a character", '{"id":"\uD800"}', "row 2: lone surrogate in text"],
  ])("%s", (_name, row, message) => {
    const failure = { code: "import_invalid", message };
    expect(bring("merge", sampleIssue("bd-7"), row)).toStrictEqual({ ok: false, failure });
  });
});
