import { appendFileSync, cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { foreignRow, ISSUES, openWorkshop, TIMES } from "./workshop.ts";

const folder = temporaryFolder();

/** An issue that somebody took and lost. */
const LOST = `{"id":"bd-1","title":"Issue bd-1","status":"in_progress","priority":2,"issue_type":"task","assignee":"w","lease":{"lease_id":"lease1_bd-1_w","owner":"w","acquired_at":"2026-02-01T00:00:00Z","expires_at":"2026-02-01T01:00:00Z"},${TIMES},"ephemeral":false,"token":1}\n`;

describe.concurrent("one issue", () => {
  test("show tells what it says, needs and holds up, who has it, and who wrote it", async () => {
    const { done } = openWorkshop(folder);
    const text = await done(
      "issue add First --description Acceptance: --priority 1",
      "issue add Second",
      "dep add bd-1 bd-2",
      "issue claim bd-1 --assignee w",
      "issue show bd-1",
    );
    expect(text.replace(/seconds_left=\d+/, "seconds_left=<N>")).toBe(
      [
        "premath issue show",
        `  Path: ${ISSUES}`,
        "  Issue: bd-1 [in_progress p1 task] First",
        "  Ready: false",
        "  Assignee: w",
        "  Owner: ",
        "  Lease: active lease1_bd-1_w (owner=w, expires_at=<NOW>, seconds_left=<N>)",
        "  Fence: rev=3 token=1",
        "  Created: <NOW>",
        "  Updated: <NOW> by me",
        "  needs: bd-2 (type=blocks, status=open, blocking=true) Second",
        "  Description:",
        "    Acceptance:",
        "",
      ].join("\n"),
    );
    const other = JSON.parse(await done("issue show bd-2 --json")) as Record<string, unknown>;
    expect(Object.keys(other)).toEqual(Object.keys(other).toSorted());
    expect(other).toMatchObject({
      action: "issue.show",
      ready: true,
      leaseState: "unleased",
      leaseSecondsLeft: null,
      needs: [],
      neededBy: [{ id: "bd-1", type: "blocks", status: "in_progress", title: "First", blocking: true, createdBy: "" }],
    });
  });

  test("history tells who changed what, field by field, under which permit", async () => {
    const { done } = openWorkshop(folder);
    const text = await done(
      "issue add First",
      "issue update bd-1 --title Other --override-reason because --actor boss",
      "issue history bd-1",
    );
    expect(text.replaceAll(/clone: [0-9a-f]{12}/g, "clone: <CLONE>")).toBe(
      [
        "premath issue history",
        `  Path: ${ISSUES}`,
        "  Issue: bd-1",
        "  Count: 2",
        "  - rev 1 <NOW> issue.add by me [past]",
        "    permit: mandate: tusk issue add First",
        "    clone: <CLONE> seq 1",
        "    title First",
        "    status open",
        "    priority 2",
        "    issue_type task",
        "  - rev 2 <NOW> issue.update by boss [current]",
        "    permit: human_override: because",
        "    clone: <CLONE> seq 2",
        "    title First -> Other",
        "",
      ].join("\n"),
    );
    const { items } = JSON.parse(await done("issue history bd-1 --json")) as { readonly items: readonly object[] };
    expect(items[1]).toMatchObject({
      actor: "boss",
      standing: "current",
      permit: { kind: "human_override", reason: "because" },
      changes: [{ field: "title", from: "First", to: "Other" }],
    });
  });

  test("a row of another tool has no history, and its first change says so", async () => {
    const { done, write } = openWorkshop(folder);
    write(foreignRow("x-1"));
    expect(await done("issue history x-1")).toMatch(/Count: 0\n$/);
    expect(await done("issue close x-1", "issue history x-1")).toContain("    the row before it was another tool's\n");
  });

  test("the same issue changed in two clones: after the merge history shows both, and which one stands", async () => {
    const [here, there] = [openWorkshop(folder), openWorkshop(folder)];
    await here.done("issue add First");
    cpSync(join(here.cwd, ".premath"), join(there.cwd, ".premath"), { recursive: true });
    const known = readdirSync(join(there.cwd, ".premath/log"));
    await here.done("issue update bd-1 --title Here");
    await there.done("issue update bd-1 --title There");
    const log = readdirSync(join(there.cwd, ".premath/log")).find((name) => !known.includes(name)) ?? "";
    cpSync(join(there.cwd, ".premath/log", log), join(here.cwd, ".premath/log", log));
    appendFileSync(here.path, `${readFileSync(there.path, "utf8").trimEnd().split("\n").at(-1)}\n`);
    const { items } = JSON.parse(await here.done("issue history bd-1 --json")) as { readonly items: readonly object[] };
    expect(items).toMatchObject([
      { rev: 1, standing: "past" },
      { rev: 2, standing: "superseded", changes: [{ field: "title", from: "First", to: "Here" }] },
      { rev: 2, standing: "current", changes: [{ field: "title", from: "First", to: "There" }] },
    ]);
    expect(await here.done("issue verify")).toContain("  Result: accepted\n");
  });

  test("a deleted issue is gone, keeps its history, and its id is never given again", async () => {
    const { done, refused } = openWorkshop(folder);
    await done("issue add First", "issue delete bd-1 --reason mistake");
    expect(await refused("issue show bd-1")).toBe("error: issue not found: bd-1\n");
    expect(await done("issue add Second")).toContain("Added: bd-2 ");
    expect(await done("issue history bd-1")).toMatch(/permit: human_override: mistake\n[^]*tombstone \+ true\n$/);
  });
});

describe.concurrent("leases", () => {
  test("a late renew, release or close by a lost owner is refused and changes nothing (contract memory 1.8)", async () => {
    const { done, refused, path, write } = openWorkshop(folder);
    write(LOST);
    expect(await refused("issue close bd-1 --token 1")).toBe(
      "error: lease is stale and must be reclaimed: bd-1 (lease_stale)\n",
    );
    await done("issue claim bd-1 --assignee v");
    const before = readFileSync(path, "utf8");
    expect(await refused("issue close bd-1 --token 1")).toBe(
      "error: fencing token mismatch for bd-1 (expected=2, got=1) (lease_token_mismatch)\n",
    );
    expect(await refused("issue close bd-1 --assignee w")).toBe(
      "error: lease owner mismatch for bd-1 (expected=v, got=w) (lease_owner_mismatch)\n",
    );
    expect(await refused("issue lease-renew bd-1 --assignee w --lease-id lease1_bd-1_w")).toMatch(
      /\(lease_owner_mismatch\)\n$/,
    );
    expect(await refused("issue lease-release bd-1 --lease-id lease1_bd-1_w")).toMatch(/\(lease_id_mismatch\)\n$/);
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(await done("issue close bd-1 --assignee v --lease-id lease1_bd-1_v --token 2")).toContain(
      "Closed: bd-1 [closed]\n",
    );
  });

  test("renew prolongs, projection lists, release gives back, a second release finds nothing", async () => {
    const { done, refused } = openWorkshop(folder);
    await done("issue add First", "issue claim bd-1 --assignee w");
    const renew = "issue lease-renew bd-1 --assignee w --lease-id lease1_bd-1_w";
    expect(await done(`${renew} --lease-ttl-seconds 60 --token 1`)).toBe(
      `premath issue lease-renew\n  Renewed: bd-1 -> w [in_progress]\n  Expires: <NOW>\n  Path: ${ISSUES}\n`,
    );
    expect(await refused(`${renew} --lease-ttl-seconds 1`)).toMatch(/range \[30, 86400\] \(lease_invalid_ttl\)\n$/);
    expect(JSON.parse(await done("issue lease-projection --json"))).toEqual({
      action: "issue.lease_projection",
      count: 1,
      issuesPath: ISSUES,
      items: [
        {
          assignee: "w",
          contended: false,
          id: "bd-1",
          lease: {
            acquiredAt: "<NOW>",
            expiresAt: "<NOW>",
            leaseId: "lease1_bd-1_w",
            owner: "w",
            renewedAt: "<NOW>",
            state: "active",
          },
          status: "in_progress",
        },
      ],
      projection: { checkedAt: "<NOW>", contendedCount: 0, contendedIssueIds: [], staleCount: 0, staleIssueIds: [] },
    });
    expect(await done("issue lease-release bd-1")).toContain("Released: bd-1 [open]\n");
    expect(await done("issue lease-release bd-1")).toContain("Released: none (bd-1 has no lease)\n");
  });

  test("without a file there is no such issue", async () => {
    const { refused } = openWorkshop(folder);
    expect(await refused("issue lease-release bd-1")).toBe("error: issue not found: bd-1 (lease_not_found)\n");
  });
});

describe.concurrent("the graph", () => {
  test("is a tree in letters, with cycles and missing targets marked and shared issues shown once", async () => {
    const { done, write } = openWorkshop(folder);
    write(
      [foreignRow("a", "b", "c"), foreignRow("b", "c", "ghost"), foreignRow("c", "a"), foreignRow("lone")].join(""),
    );
    expect(await done("issue graph")).toBe(
      [
        "premath issue graph",
        `  Path: ${ISSUES}`,
        "  Count: 6",
        "  Without dependencies: 1",
        "  a [open p2] Issue a",
        "  |- b [open p2] Issue b (blocks)",
        "  |  |- c [open p2] Issue c (blocks)",
        "  |  |  `- a [open p2] Issue a (blocks) (cycle)",
        "  |  `- ghost [missing] (blocks)",
        "  `- c [open p2] Issue c (blocks) (shown above)",
        "",
      ].join("\n"),
    );
    expect(await done("issue graph b --depth 1")).toMatch(
      / {2}b .*\n {2}\|- c .* \(1 below\)\n {2}`- ghost \[missing\] \(blocks\)\n$/,
    );
  });
});
