import { expect, test } from "vitest";
import { type Approval, approvalRef, type Digest, type Timestamp } from "#kernel";
import { type ApprovalNotes, sha256 } from "#platform";
import { openPermissions } from "#tools";
import { ownApprovals } from "./own-approvals.ts";

const REMOVE = { toolCallId: "tc-1", tool: "bash", args: { command: "rm notes.md", workdir: "." } };
const NEVER = new AbortController().signal;

/** What one user's state folder holds. */
function notes(): ApprovalNotes & { readonly held: Set<string> } {
  const held = new Set<string>();
  const key = (workspace: string, ref: Digest): string => `${workspace} ${ref}`;
  return {
    held,
    isGiven: (workspace, ref) => held.has(key(workspace, ref)),
    note: (workspace, ref) => void held.add(key(workspace, ref)),
  };
}

/** One run of the session s-1: its call judged, and whether somebody was asked. */
async function run(kept: readonly Approval[], own: ApprovalNotes, { root = "/work", scope = "session" as const } = {}) {
  let asked = 0;
  const rows: Approval[] = [];
  const clock = { now: () => "2030-01-01T00:00:00Z" as Timestamp };
  const seat = { sessionId: "s-1", clock, kept, keep: (row: Approval) => void rows.push(row), asked: () => undefined };
  const keeper = await openPermissions({
    ...ownApprovals(seat, root, own),
    rules: "workspace-write",
    root,
    approver: async () => {
      asked += 1;
      return { decision: "approved", scope, by: "ada" };
    },
  });
  const { permitted } = await keeper.judge(REMOVE, NEVER);
  return { rows, asked, permitted };
}

test("an answer for the session counts again where this user gave it (T08)", async () => {
  const own = notes();
  const first = await run([], own);
  const second = await run(first.rows, own);
  expect([first.asked, second.asked, second.permitted, second.rows]).toEqual([1, 0, true, []]);
});

test("one that came with the session's file is asked for again: from another user, another workspace, or changed (T08)", async () => {
  const own = notes();
  const { rows } = await run([], own);
  const longer = rows.map((row) => ({ ...row, expiresAt: "2999-01-01T00:00:00Z" }));
  const asked = [
    (await run(rows, notes())).asked,
    (await run(rows, own, { root: "/clone" })).asked,
    (await run(longer, own)).asked,
  ];
  expect(asked).toEqual([1, 1, 1]);
});

test("an answer that could not be kept is not remembered either", async () => {
  const own = notes();
  const { rows } = await run([], notes());
  const keep = (): never => {
    throw new Error("disk full");
  };
  const clock = { now: () => "2030-01-01T00:00:00Z" as Timestamp };
  const seat = ownApprovals({ sessionId: "s-1", clock, kept: [], keep, asked: () => undefined }, "/work", own);
  const [row] = rows;
  if (row === undefined) throw new Error("no row");
  await expect(seat.keep(row)).rejects.toThrow("disk full");
  expect([own.isGiven("/work", approvalRef(sha256, row)), own.held.size]).toEqual([false, 0]);
});
