import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { premath, tusk } from "./program.ts";

const root = temporaryFolder();
const newFolder = (): string => mkdtempSync(join(root, "steps-"));
/** A process takes seconds to start on a machine that is busy with others. */
const PATIENCE = 240_000;

function row(stepId: string, resultClass: string, finishedAt: string, issueId?: string): string {
  const issue = issueId === undefined ? {} : { issueId };
  const head = { schema: 1, stepKind: "premath.harness.step.v1", stepId, ...issue };
  return `${JSON.stringify({ ...head, action: "worker.loop", resultClass, finishedAt })}\n`;
}

const ROWS =
  row("worker.1.bd-1.1", "completed", "2026-02-01T10:00:00Z", "bd-1") +
  row("worker.2.bd-2.1", "retry_needed_lease_stale", "2026-02-01T11:00:00.5Z", "bd-2") +
  row("worker.2.bd-2.2", "failed", "2026-02-01T13:00:00+01:00", "bd-2");
const BAD = `${ROWS}\n{"schema":1\n${row("x", "ok", "yesterday")}`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  mkdirSync(join(folder, ".premath"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function fits(kind: string, { stdout }: Ended): unknown {
  const reading = readJsonText(stdout, utf8);
  return reading.ok ? compileSchema(publishedSchema(kind) ?? false)(reading.value) : stdout;
}

describe("harness-trajectory query (M04)", () => {
  const folder = folderWith({ "t.jsonl": ROWS, "bad.jsonl": BAD });
  const query = (...args: readonly string[]): Promise<Ended> =>
    premath(["harness-trajectory", "query", ...args], { cwd: folder, timeout: PATIENCE });

  test("bad lines are told and counted; what is good is listed all the same", { timeout: PATIENCE }, async () => {
    const text = await query("--path", "bad.jsonl", "--limit", "1");
    expect(text).toEqual({
      code: 0,
      stderr: "",
      stdout: `premath harness-trajectory query
  Path: bad.jsonl
  Mode: latest
  Count: 1 (total=3, failed=2, retry_needed=1)
  - worker.2.bd-2.2 [failed] worker.loop (2026-02-01T13:00:00+01:00)
  Bad Lines: 2
  ! line 5: failed to parse trajectory row: EOF while parsing an object at line 1 column 11
  ! line 6: invalid trajectory row: finishedAt must be RFC3339: yesterday (path=bad.jsonl, line=6)
`,
    });
    const json = await query("--path", "bad.jsonl", "--json", "--group-by", "class", "--limit", "1");
    expect(fits("premath.harness.trajectory.projection.v1", json)).toEqual([]);
    expect(JSON.parse(json.stdout)).toMatchObject({ badCount: 2, totalCount: 3, groupBy: "class", groupCount: 2 });
  });

  test("strictly, the first bad line fails it in the reference's words", { timeout: PATIENCE }, async () => {
    expect(await query("--path", "bad.jsonl", "--strict", "--json")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: failed to read harness trajectory rows from bad.jsonl: failed to parse trajectory row: EOF while parsing an object at line 1 column 11\n",
    });
    expect(await query("--path", ".premath")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: failed to read harness trajectory rows from .premath: invalid trajectory row: trajectory path is not a file: .premath\n",
    });
  });

  test("failed rows are put together, and rows of one worker or issue picked out", { timeout: PATIENCE }, async () => {
    const byWorker = await query("--path", "t.jsonl", "--group-by", "worker", "--worker", "worker.2");
    expect(byWorker.stdout.split("\n").slice(3, -1)).toEqual([
      "  Count: 2 (total=2, failed=2, retry_needed=1)",
      "  Failed by worker: 1",
      "  - worker.2: 2 (retry_needed=1, latest=worker.2.bd-2.2 2026-02-01T13:00:00+01:00)",
    ]);
    const since = await query("--path", "t.jsonl", "--since", "2026-02-01T11:00:00.5Z", "--issue-id", "bd-2");
    expect(since.stdout.split("\n").slice(4, -1)).toEqual([
      "  - worker.2.bd-2.2 [failed] worker.loop (2026-02-01T13:00:00+01:00)",
      "  - worker.2.bd-2.1 [retry_needed_lease_stale] worker.loop (2026-02-01T11:00:00.5Z)",
    ]);
  });

  test.each([
    [["--limit", "x"], "error: invalid value 'x' for '--limit <LIMIT>': invalid digit found in string"],
    [["--limit=-1"], "error: invalid value '-1' for '--limit <LIMIT>': invalid digit found in string"],
    [
      ["--since", "today"],
      "error: invalid value 'today' for '--since <TIME>': it must be RFC 3339, such as 2026-02-01T00:00:00Z",
    ],
    [["--group-by", "action"], "error: invalid value 'action' for '--group-by <WHAT>'"],
  ])("%j cannot be asked", { timeout: PATIENCE }, async (args, sentence) => {
    const { code, stdout, stderr } = await query(...args);
    expect([code, stdout, stderr.split("\n")[0]]).toEqual([2, "", sentence]);
  });
});

test("what append prints and writes fits its schemas (M04, H07)", { timeout: PATIENCE }, async () => {
  const folder = newFolder();
  const step = ["--step-id", "s", "--action", "a", "--result-class", "ok"];
  const ended = await premath(["harness-trajectory", "append", ...step, "--lineage-ref", "ctx://b", "--json"], {
    cwd: folder,
    timeout: PATIENCE,
  });
  expect([ended.code, ended.stderr, fits("harness-trajectory-append.output", ended)]).toEqual([0, "", []]);
  const stdout = readFileSync(join(folder, ".premath/harness_trajectory.jsonl"), "utf8");
  expect(fits("premath.harness.step.v1", { ...ended, stdout })).toEqual([]);
  expect(stdout).toMatch(/"lineageRefs":\["ctx:\/\/b"\],"finishedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\}\n$/);
});

describe("kpi (M13)", () => {
  const folder = folderWith({ ".premath/harness_trajectory.jsonl": ROWS, "bad.jsonl": BAD });
  const kpi = (...args: readonly string[]): Promise<Ended> =>
    premath(["kpi", ...args], { cwd: folder, timeout: PATIENCE });

  test("is told in the reference's six lines, and as the reference's JSON", { timeout: PATIENCE }, async () => {
    expect(await kpi()).toEqual({
      code: 0,
      stderr: "",
      stdout: `[harness-kpi] deterministic throughput benchmark
  window: 2026-01-31T12:00:00Z -> 2026-02-01T12:00:00Z (24h)
  counts: rows=3 completed=1 failed=2 workers=2
  ratios: pass_rate=0.333333 throughput_per_worker_day=0.5 kpi=0.166667
  thresholds: target=0.8 rollback=0.4 min_rows=3
  decision: rollback (kpi below rollback threshold)
`,
    });
    const json = await kpi("--json", "--window-hours=12", "--target-kpi", "3", "--session-path", "/s.json");
    expect(json).toEqual({
      code: 0,
      stderr: "",
      stdout: `{
  "counts": {
    "activeWorkers": 2,
    "completedRows": 1,
    "failedRows": 2,
    "windowRows": 3,
    "workerIds": [
      "worker.1",
      "worker.2"
    ]
  },
  "decision": {
    "reason": "kpi below rollback threshold",
    "state": "rollback"
  },
  "kpiKind": "premath.multithread.throughput.v1",
  "ratios": {
    "gatePassRate": 0.333333,
    "kpi": 0.333333,
    "throughputPerWorkerPerDay": 1.0
  },
  "refs": {
    "issuesPath": "${folder}/.premath/issues.jsonl",
    "sessionPath": "/s.json",
    "trajectoryPath": "${folder}/.premath/harness_trajectory.jsonl"
  },
  "schema": 1,
  "thresholds": {
    "minSampleRows": 3,
    "rollbackKpi": 0.4,
    "targetKpi": 3.0
  },
  "windowEnd": "2026-02-01T12:00:00Z",
  "windowHours": 12,
  "windowStart": "2026-02-01T00:00:00Z"
}
`,
    });
    expect(fits("premath.multithread.throughput.v1", json)).toEqual([]);
  });

  test.each([
    [["--window-hours=0"], "error: --window-hours must be > 0"],
    [["--window-hours=99999999999"], "error: --window-hours reaches back before the year 1"],
    [["--min-sample-rows=0"], "error: --min-sample-rows must be >= 1"],
    [["--target-kpi=0"], "error: --target-kpi must be > 0"],
    [["--target-kpi=0.4"], "error: --target-kpi must be greater than --rollback-kpi"],
    [["--target-kpi=nan"], "error: invalid value 'nan' for '--target-kpi <KPI>': it must be a number"],
    [["--remediate", " "], "error: --remediate must say what was done"],
    [["--trajectory-path", ".premath"], `error: trajectory path is not a file: ${folder}/.premath`],
    [
      ["--trajectory-path", "bad.jsonl"],
      `error: invalid JSON in ${folder}/bad.jsonl:5: EOF while parsing an object at line 1 column 11`,
    ],
  ])("%j is unusable, with one sentence and exit code 2", { timeout: PATIENCE }, async (args, sentence) => {
    expect(await kpi(...args)).toEqual({ code: 2, stdout: "", stderr: `${sentence}\n` });
  });

  test("a remediation is recorded, and workers may start again", { timeout: PATIENCE }, async () => {
    const before = await tusk(["kpi", "--json", "--windows", "2"], { cwd: folder, timeout: PATIENCE });
    expect(JSON.parse(before.stdout)).toMatchObject({ paused: true, windows: [{}, {}] });
    const after = await tusk(["kpi", "--json", "--remediate", "restarted the pool"], {
      cwd: folder,
      timeout: PATIENCE,
    });
    expect(JSON.parse(after.stdout)).toMatchObject({
      paused: false,
      decision: { state: "rollback" },
      remediation: {
        action: "kpi.remediation",
        resultClass: "completed",
        witnessRefs: ["remediation://restarted the pool"],
      },
    });
    expect([
      fits("premath.multithread.throughput.v1", before),
      fits("premath.multithread.throughput.v1", after),
    ]).toEqual([[], []]);
  });
});
