import { describe, expect, test } from "vitest";
import { byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { blockedIssues } from "./blocked.ts";
import { readyIssues } from "./ready.ts";

const DONE = sampleIssue("done", { status: "closed" });
const ISSUES = byIds(
  sampleIssue("bd-2"),
  sampleIssue("bd-10", {
    assignee: "zoe",
    dependencies: [edge("bd-10", "done"), edge("bd-10", "bd-2", "related"), edge("bd-10", "no", "tracks")],
  }),
  sampleIssue("waits", {
    dependencies: [
      edge("waits", "done"),
      edge("waits", "bd-2", "waits-for", "al"),
      edge("waits", "bd-2", "parent-child"),
    ],
  }),
  sampleIssue("misses", { dependencies: [edge("misses", "no", "conditional-blocks")] }),
  sampleIssue("loud", { status: "Open" }),
  sampleIssue("marked", { status: "blocked" }),
  sampleIssue("busy", { status: "in_progress" }),
  sampleIssue("stuck", { status: "in_progress", dependencies: [edge("stuck", "loud")] }),
  sampleIssue("over", { status: "closed", dependencies: [edge("over", "bd-2")] }),
  DONE,
);

describe("ready and blocked (contract memory 1.4, M01)", () => {
  test("ready is open and held back by nothing, sorted by bytes; leases and assignees do not count", () => {
    expect(readyIssues(ISSUES).map(({ id }) => id)).toStrictEqual(["bd-10", "bd-2"]);
  });

  test("blocked is not closed and held back, or says so itself, with the blockers as the row names them", () => {
    const shown = blockedIssues(ISSUES).map(({ issue, manual, blockers }) => ({ id: issue.id, manual, blockers }));
    expect(shown).toStrictEqual([
      { id: "marked", manual: true, blockers: [] },
      {
        id: "misses",
        manual: false,
        blockers: [{ dependency: edge("misses", "no", "conditional-blocks"), status: undefined }],
      },
      { id: "stuck", manual: false, blockers: [{ dependency: edge("stuck", "loud"), status: "Open" }] },
      {
        id: "waits",
        manual: false,
        blockers: [
          { dependency: edge("waits", "bd-2", "waits-for", "al"), status: "open" },
          { dependency: edge("waits", "bd-2", "parent-child"), status: "open" },
        ],
      },
    ]);
  });

  test("an edge that stands on another row holds back the issue it names, for ready; blocked goes by the row", () => {
    const stray = byIds(sampleIssue("a", { dependencies: [edge("b", "a")] }), sampleIssue("b"));
    expect(readyIssues(stray).map(({ id }) => id)).toStrictEqual(["a"]);
    expect(blockedIssues(stray).map(({ issue }) => issue.id)).toStrictEqual(["a"]);
  });
});
