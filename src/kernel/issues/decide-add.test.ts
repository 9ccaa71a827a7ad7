import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Decision } from "./decision.ts";
import type { Issue } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";

const NOW = at("2026-03-01T12:00:00Z");
const VIEW = issueView(
  byIds(sampleIssue("bd-1"), sampleIssue("bd-3", { dependencies: [edge("bd-3", "bd-9")] })),
  new Set(["bd-2"]),
);
const NEW: Issue = { ...sampleIssue("bd-4"), title: "T", created_at: NOW, updated_at: NOW };

function add(args: Partial<IssueArgs["issue.add"]>): Decision {
  return decideMutation(VIEW, { action: "issue.add", args: { title: "T", ...args } }, NOW, utf8);
}

function discover(args: Partial<IssueArgs["issue.discover"]>): Decision {
  return decideMutation(
    VIEW,
    { action: "issue.discover", args: { title: "T", parentIssueId: "bd-1", ...args } },
    NOW,
    utf8,
  );
}

function changed(issue: Issue): Decision {
  return { ok: true, changed: [issue], issue };
}

describe("adding an issue (contract memory 2)", () => {
  test.each<[string, Partial<IssueArgs["issue.add"]>, Partial<Issue>]>([
    ["takes the smallest id that was never given", {}, {}],
    ["takes a blank id for none", { id: " " }, {}],
    ["takes the id given, as it is", { id: "x/y z" }, { id: "x/y z" }],
    ["takes a blank title", { title: "" }, { title: "" }],
    [
      "takes every field",
      { description: "d", priority: 0, assignee: " a ", owner: "o" },
      { description: "d", priority: 0, assignee: " a ", owner: "o" },
    ],
    ["knows a type by any case", { issueType: " Epic\n" }, { issue_type: "epic" }],
    ["takes any status", { status: "someday" }, { status: "someday" }],
    ["gives a closed issue its time", { status: "closed" }, { status: "closed", closed_at: NOW }],
  ])("%s", (_name, args, after) => {
    expect(add(args)).toStrictEqual(changed({ ...NEW, ...after }));
  });

  test.each<[string, Partial<IssueArgs["issue.add"]>, string, string]>([
    ["an id that is taken", { id: "bd-1" }, "issue_exists", "issue already exists: bd-1"],
    ["the id of a deleted issue", { id: "bd-2" }, "issue_exists", "issue already exists: bd-2"],
    [
      "a type that is none, before the id is looked at",
      { id: "bd-1", issueType: "Story" },
      "invalid_issue_type",
      "invalid issue_type `Story` (expected one of: epic, task)",
    ],
    [
      "a priority past 32 bits",
      { priority: -(2 ** 31) - 1 },
      "invalid_priority",
      "priority must be a whole number of 32 bits (got -2147483649)",
    ],
    [
      "a line feed in the id",
      { id: "a\nb" },
      "invalid_id",
      'invalid issue id "a\\nb": control characters are not allowed',
    ],
    ["NUL in the id", { id: "a\0" }, "invalid_id", "id holds a NUL character"],
  ])("is refused: %s", (_name, args, code, message) => {
    expect(add(args)).toStrictEqual({ ok: false, failure: { code, message } });
  });
});

describe("discovering an issue (contract memory 2)", () => {
  test("adds it open, with an edge to where it was found", () => {
    expect(discover({ owner: "o" })).toStrictEqual(
      changed({ ...NEW, owner: "o", dependencies: [edge("bd-4", "bd-1", "discovered-from")] }),
    );
  });

  test.each<[string, Partial<IssueArgs["issue.discover"]>, string, string]>([
    ["no parent", { parentIssueId: "bd-7", id: "bd-1" }, "parent_not_found", "parent issue not found: bd-7"],
    ["a deleted parent", { parentIssueId: "bd-2" }, "parent_not_found", "parent issue not found: bd-2"],
    [
      "a bad type, before the parent is looked at",
      { parentIssueId: "bd-7", issueType: "bug" },
      "invalid_issue_type",
      "invalid issue_type `bug` (expected one of: epic, task)",
    ],
    ["an id that is taken", { id: "bd-3" }, "issue_exists", "issue already exists: bd-3"],
    [
      "an id that its parent waits for already",
      { parentIssueId: "bd-3", id: "bd-9" },
      "dependency_cycle",
      "failed to add discovered-from dependency: dependency cycle detected: bd-9 -> bd-3 (discovered-from); path: bd-9 -> bd-3 -> bd-9",
    ],
  ])("is refused: %s", (_name, args, code, message) => {
    expect(discover(args)).toStrictEqual({ ok: false, failure: { code, message } });
  });
});
