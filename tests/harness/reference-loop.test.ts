import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leaseHandoffRef, lineageRefs, policyRef, workerRef } from "#kernel";
import { sha256 } from "#platform";
import { edge, row } from "../cli/issue-folder.ts";
import { premath } from "../cli/program.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type LoopEnded, type LoopWorker, runReferenceWorker } from "./reference-loop.ts";
import type { RawIssue } from "./reference-refs.ts";

const folder = realpathSync(temporaryFolder());
/** A step is eight processes, one after the other. */
const PATIENCE = 300_000;
const BIN = join(ROOT, "bin/premath");

/** Three issues in a row, each of which waits for the one before; a worktree beside them. */
function worker(more: Partial<LoopWorker> = {}): LoopWorker {
  const repoRoot = mkdtempSync(join(folder, "loop-"));
  const state = join(repoRoot, ".premath");
  const worktree = join(repoRoot, "w1");
  mkdirSync(state);
  mkdirSync(worktree);
  const rows = [
    row("bd-1"),
    row("bd-2", { dependencies: [edge("bd-2", "bd-1")] }),
    row("bd-3", { dependencies: [edge("bd-3", "bd-2")] }),
  ];
  const issuesPath = join(state, "issues.jsonl");
  writeFileSync(issuesPath, rows.join(""));
  return {
    premathBin: BIN,
    repoRoot,
    issuesPath,
    worktree,
    workerId: "worker.1",
    transport: "mcp",
    maxSteps: 1,
    mode: "human-override",
    reason: "test",
    activeEpoch: "2026-02",
    supportUntil: "2026-06",
    session: join(state, "harness_session.json"),
    ledger: join(state, "harness_feature_ledger.json"),
    trajectory: join(state, "harness_trajectory.jsonl"),
    workCmd: "true",
    verifyCmd: "true",
    ...more,
  };
}

function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
}

function rowsOf(path: string): readonly Record<string, unknown>[] {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The issues as they stand: of each the last row. */
function issuesOf({ issuesPath }: LoopWorker): readonly RawIssue[] {
  const last = new Map(rowsOf(issuesPath).map((issue) => [issue["id"], issue as unknown as RawIssue]));
  return [...last.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const STEP = ["issue claim-next", "harness-session write", "harness-feature write"];
const END = ["harness-trajectory append", "harness-feature write", "harness-session write"];

describe("the reference's worker loop drives our program (contract 3.1)", { timeout: PATIENCE }, () => {
  test("three issues that wait for each other are closed in turn, and nobody holds them afterwards", async () => {
    const lane = worker({ maxSteps: 5 });
    const ended = await runReferenceWorker(lane);
    expect(ended).toEqual({
      code: 0,
      lines: [
        "[worker:worker.1] override policy mode=human-override;reason=test;active_epoch=2026-02;support_until=2026-06",
        "[worker:worker.1] closed issue bd-1",
        "[worker:worker.1] closed issue bd-2",
        "[worker:worker.1] closed issue bd-3",
        "[worker:worker.1] no ready issue to claim (step=4)",
      ],
      commands: [...[1, 2, 3].flatMap(() => [...STEP, "issue update", ...END]), "issue claim-next"],
    });
    expect(issuesOf(lane).map(({ id, status, lease }) => [id, status, lease])).toEqual([
      ["bd-1", "closed", undefined],
      ["bd-2", "closed", undefined],
      ["bd-3", "closed", undefined],
    ]);
    expect(rowsOf(lane.trajectory).map(({ stepId, resultClass }) => [stepId, resultClass])).toEqual([
      ["worker.1.bd-1.1", "completed"],
      ["worker.1.bd-2.2", "completed"],
      ["worker.1.bd-3.3", "completed"],
    ]);
    expect(json(lane.session)).toMatchObject({ state: "stopped", issueId: "bd-3", nextStep: "claim next ready issue" });
    const check = await premath(["harness-feature", "check", "--path", lane.ledger, "--require-closure"]);
    expect(check).toEqual({
      code: 0,
      stdout: "[harness-feature] OK (features=3, closureComplete=true, nextFeature=none)\n",
      stderr: "",
    });
  });

  test("the refs it writes are those that our kernel computes", async () => {
    const lane = worker();
    await runReferenceWorker(lane);
    const { workerId, repoRoot, issuesPath, worktree, mode, reason, activeEpoch, supportUntil } = lane;
    const issueId = "bd-1";
    const epochs = { activeEpoch, supportUntil };
    const site = { repoRoot, issuesPath, worktree, workerId, issueId, mutationMode: mode, ...epochs };
    const lineage = lineageRefs(sha256, site);
    const policy = policyRef(sha256, { mode, reason, activeEpoch, supportUntil, workerId, issueId, stepIndex: 1 });
    const leaseId = "lease1_bd-1_worker_1";
    const done = { state: "released", action: "release_closed", resultClass: "completed", status: "closed" } as const;
    const snapshot = { ...done, assignee: workerId, leaseId, leaseOwner: workerId };
    const lease = leaseHandoffRef(sha256, snapshot, { issueId, workerId });
    const [step] = rowsOf(lane.trajectory);
    expect([step?.["witnessRefs"], step?.["lineageRefs"]]).toEqual([
      [lease, policy, workerRef({ workerId, issueId, outcome: "completed" })],
      lineage,
    ]);
    expect(json(lane.session)).toMatchObject({ witnessRefs: [lease, policy], lineageRefs: lineage });
  });
});

/** What a failed step leaves: the worker's last line, the row's class, and the commands behind the two projections of its beginning. */
function left(lane: LoopWorker, ended: LoopEnded): unknown {
  const [step] = rowsOf(lane.trajectory);
  const refs = (step?.["witnessRefs"] ?? []) as readonly string[];
  const transport = refs.filter((ref) => ref.startsWith("transport://"));
  return {
    code: ended.code,
    line: ended.lines.at(-1)?.replace(/^.*verify_rc=0, /, ""),
    resultClass: step?.["resultClass"],
    transport,
    commands: ended.commands.slice(STEP.length),
  };
}

describe(
  "a step that failed leaves its issue to the next one, state by state (contract 3.1)",
  { timeout: PATIENCE },
  () => {
    test("active: the lease is renewed through the transport", async () => {
      const lane = worker({ workCmd: "false" });
      const ended = await runReferenceWorker(lane);
      expect(left(lane, ended)).toEqual({
        code: 1,
        line: "lease_state=active, action=issue_lease_renew)",
        resultClass: "retry_needed_lease_active_transport_dispatched",
        transport: [expect.stringMatching(/^transport:\/\/dispatch\/issue\.lease_renew\/ts1_[0-9a-f]{64}$/)],
        commands: ["transport-dispatch --action issue.lease_renew", ...END],
      });
      expect(issuesOf(lane)[0]).toMatchObject({
        status: "in_progress",
        assignee: "worker.1",
        lease: { lease_id: "lease1_bd-1_worker_1", owner: "worker.1", renewed_at: expect.any(String) },
      });
      expect(json(lane.session)).toMatchObject({ state: "stopped", issueId: "bd-1" });
      expect(json(lane.ledger)).toMatchObject({ features: [{ featureId: "bd-1", status: "blocked" }] });
    });

    test("active, without the transport: nothing is renewed, and the class says what is missing", async () => {
      const lane = worker({ verifyCmd: "exit 0", workCmd: "exit 3", transport: "local-repl" });
      const ended = await runReferenceWorker(lane);
      expect(left(lane, ended)).toEqual({
        code: 1,
        line: "lease_state=active, action=issue_lease_renew)",
        resultClass: "control_plane_host_action_mcp_transport_required",
        transport: [],
        commands: END,
      });
      expect(issuesOf(lane)[0]?.lease).not.toHaveProperty("renewed_at");
    });

    test("contended: the lease is given back through the transport", async () => {
      const take = `${BIN} issue update bd-1 --assignee other --issues ../.premath/issues.jsonl; false`;
      const lane = worker({ workCmd: take });
      const ended = await runReferenceWorker(lane);
      expect(left(lane, ended)).toEqual({
        code: 1,
        line: "lease_state=contended, action=issue_lease_release)",
        resultClass: "retry_needed_lease_contended_transport_dispatched",
        transport: [expect.stringMatching(/^transport:\/\/dispatch\/issue\.lease_release\/ts1_[0-9a-f]{64}$/)],
        commands: ["transport-dispatch --action issue.lease_release", ...END],
      });
      expect(issuesOf(lane)[0]).not.toHaveProperty("lease");
    });

    test.each([
      [
        "stale: it is left to be reclaimed",
        `sed -i 's/"expires_at":"[^"]*"/"expires_at":"2020-01-01T00:00:00Z"/' ../.premath/issues.jsonl; false`,
        "lease_state=stale, action=issue_claim_next_reclaim)",
        "retry_needed_lease_stale",
      ],
      [
        "missing lease: somebody released it meanwhile",
        `${BIN} issue lease-release bd-1 --issues ../.premath/issues.jsonl; false`,
        "lease_state=unleased, action=reconcile)",
        "failed_lease_missing",
      ],
      [
        "missing issue: the file no longer has it",
        "sed -i /bd-1/d ../.premath/issues.jsonl; false",
        "lease_state=missing_issue, action=stop)",
        "failed_issue_missing",
      ],
      [
        "closed by somebody else: nothing is held",
        `${BIN} issue update bd-1 --status closed --issues ../.premath/issues.jsonl; false`,
        "lease_state=released, action=claim_next)",
        "failed_issue_closed",
      ],
    ])("%s", async (_name, workCmd, line, resultClass) => {
      const lane = worker({ workCmd });
      const ended = await runReferenceWorker(lane);
      expect(left(lane, ended)).toEqual({ code: 1, line, resultClass, transport: [], commands: END });
      expect(json(lane.ledger)).toMatchObject({ features: [{ featureId: "bd-1", status: "blocked" }] });
    });

    test("a later worker goes on where the failed one stopped", async () => {
      const first = worker({ workCmd: "false" });
      await runReferenceWorker(first);
      const release = ["issue", "lease-release", "bd-1", "--issues", first.issuesPath];
      expect((await premath(release)).code).toBe(0);
      const second = { ...first, workCmd: "true", workerId: "worker.2" };
      expect((await runReferenceWorker(second)).lines.slice(1)).toEqual(["[worker:worker.2] closed issue bd-1"]);
      const [issue] = issuesOf(second);
      expect([issue?.status, issue?.assignee, issue?.lease]).toEqual(["closed", "worker.2", undefined]);
      expect(json(second.ledger)).toMatchObject({ features: [{ featureId: "bd-1", status: "completed" }] });
    });
  },
);
