import { describe, expect, test } from "vitest";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { displayWidth } from "./display-width.ts";
import { issueBlocked, issueList, issueReady } from "./issue-lists.ts";

const ATTACK = "evil\u001B]0;owned\u0007\tx";

function listed(id: string, priority: number, status = "open", assignee = "", title = `Title of ${id}`) {
  return { id, title, status, priority, issueType: "task", assignee };
}

function list(...items: readonly ReturnType<typeof listed>[]) {
  return { action: "issue.list", issuesPath: "p", count: items.length, items } as const;
}

const MANY = list(...Array.from({ length: 40 }, (_, at) => listed(`bd-${at}`, 2)));

describe("a list for people", () => {
  test("stands in columns: what is done last, the most urgent first, then as people count", () => {
    const items = [
      listed("bd-10", 2),
      listed("bd-2", 2, "in_progress", "me"),
      listed("bd-3", 0, "closed"),
      listed("bd-9", 1),
    ];
    expect(printedLines(issueList, list(...items))).toEqual([
      "ID     P  STATUS       TITLE           ASSIGNEE",
      "bd-9   1  open         Title of bd-9",
      "bd-2   2  in_progress  Title of bd-2   me",
      "bd-10  2  open         Title of bd-10",
      "bd-3   0  closed       Title of bd-3",
      "hint: issue show <ID> shows one, issue ready what can be worked on",
    ]);
  });

  test("stops at the end of the screen and says how many were left out; --all shows them", () => {
    const lines = printedLines(issueList, MANY, { rows: 10 });
    expect(lines).toHaveLength(8);
    expect(lines.at(-2)).toBe("… and 35 more (--all shows them)");
    expect(printedLines(issueList, MANY, { rows: 10, all: true })).toHaveLength(42);
    expect(printedLines(issueList, MANY, { rows: 1 })[1]).toMatch(/^bd-0 /);
  });

  test.each([20, 40, 80])("fits a screen of %i columns, in any script", (columns) => {
    const items = [
      listed(
        "bd-1",
        2,
        "open",
        "somebody with a long name",
        "日本語のとても長い題名がここにありますので切れます👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻",
      ),
    ];
    for (const line of printedLines(issueList, list(...items), { columns }).slice(0, -1))
      expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  });

  test("text of an issue commands nothing and breaks no column", () => {
    const lines = printedLines(issueList, list(listed(ATTACK, 2, ATTACK, ATTACK, ATTACK)), { columns: 200 });
    expect(lines).toHaveLength(3);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(lines.join("")).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
  });

  test("is coloured by state only where colours are wanted", () => {
    const items = list(listed("bd-1", 2, "blocked"), listed("bd-2", 2, "hooked"));
    const [, blocked = "", hooked = ""] = printedLines(issueList, items, { color: true });
    expect([blocked.includes("\u001B[31mblocked\u001B[0m"), hooked.includes("mhooked")]).toEqual([true, false]);
  });

  test("says so when there is nothing, and what to do", () => {
    const nothing = { issuesPath: "p", count: 0, items: [] } as const;
    expect([
      printedLines(issueList, { action: "issue.list", ...nothing })[0],
      printedLines(issueReady, { action: "issue.ready", ...nothing })[0],
      printedLines(issueBlocked, { action: "issue.blocked", ...nothing })[0],
    ]).toEqual(["No issues.", "Nothing is ready.", "Nothing is blocked."]);
  });
});

test("blocked issues say what they wait for", () => {
  const tie = { issueId: "bd-2", type: "blocks", createdBy: "" } as const;
  const items = [
    {
      ...listed("bd-2", 1),
      manualBlocked: false,
      blockers: [
        { ...tie, dependsOnId: "bd-1", blockerStatus: "open", blockerMissing: false },
        { ...tie, dependsOnId: "gone", blockerStatus: null, blockerMissing: true },
      ],
    },
    { ...listed("bd-3", 2, "blocked"), manualBlocked: true, blockers: [] },
  ];
  const data = { action: "issue.blocked", issuesPath: "p", count: 2, items } as const;
  expect(printedLines(issueBlocked, data)).toEqual([
    "ID    P  STATUS   TITLE",
    "bd-2  1  open     Title of bd-2",
    "  waits for bd-1 (open), gone (missing)",
    "bd-3  2  blocked  Title of bd-3",
    "  marked as blocked",
    "hint: issue graph <ID> shows all that an issue needs",
  ]);
});
