import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROOT } from "../support/root.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { row } from "../cli/issue-folder.ts";
import { expectRefused, tusk } from "../cli/program.ts";

/*
 * What boot, step and stop owe by 003 §3, each as a row of the worker's journal and as the files that others read: with a real program, a
 * real repository and a command that does the work.
 */

const FOLDER = temporaryFolder();
const DROPPED = /_API_KEY$|^TUSK_MODEL$|^PREMATH_/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DROPPED.test(name)));
/** A worker's life takes seconds on a machine that is busy with others. */
const PATIENT = { timeout: 180_000 };

type Row = { readonly kind: string } & Readonly<Record<string, unknown>>;
interface Step extends Row {
  readonly resultClass: string;
  readonly witnessRefs: readonly string[];
  readonly lineageRefs: readonly string[];
}

/** A repository with one commit and one issue, and what else is given by its path. */
class Place {
  readonly cwd = mkdtempSync(join(FOLDER, "place-"));

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.git("init", "-q", "-b", "main");
    writeFileSync(join(this.cwd, "a.txt"), "a\n");
    this.git("add", "a.txt");
    this.git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "first");
    for (const [path, text] of Object.entries({ ".premath/issues.jsonl": row("bd-1"), ...files })) {
      mkdirSync(join(this.cwd, path, ".."), { recursive: true });
      writeFileSync(join(this.cwd, path), text);
    }
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.cwd, encoding: "utf8" });
  }

  /** One worker to its end. */
  worker(name: string, work: string, verify: string, ...flags: readonly string[]): Promise<Ended> {
    const args = ["worker", "--worker-id", name, "--work-cmd", work, "--verify-cmd", verify, ...flags];
    return tusk(args, { cwd: this.cwd, env, timeout: 120_000 });
  }

  /** A worker whose command makes half of the work and then takes its time: sent a signal once it is at it. */
  async interrupted(name: string, signal: NodeJS.Signals): Promise<number | null> {
    const mark = join(this.cwd, ".premath/at-work");
    const work = `echo half > half.txt; touch '${mark}'; sleep 60`;
    const args = ["worker", "--worker-id", name, "--work-cmd", work, "--verify-cmd", "true"];
    const child = spawn(join(ROOT, "bin/tusk"), args, { cwd: this.cwd, env, stdio: ["ignore", "ignore", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    for (let tries = 0; !existsSync(mark); tries++) {
      if (tries > 2000) throw new Error("the work did not begin");
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    child.kill(signal);
    return ended;
  }

  rows(worker: string): readonly Row[] {
    return this.lines(`.premath/workers/${worker}/journal.jsonl`).filter(({ kind }) => kind !== "journal.opened");
  }

  lines(path: string): readonly Row[] {
    const text = readFileSync(join(this.cwd, path), "utf8");
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  }

  json(path: string): Readonly<Record<string, unknown>> {
    return JSON.parse(readFileSync(join(this.cwd, path), "utf8")) as Readonly<Record<string, unknown>>;
  }

  get steps(): readonly Step[] {
    return this.lines(".premath/harness_trajectory.jsonl") as readonly Step[];
  }

  get issue(): Row {
    const newest = this.lines(".premath/issues.jsonl").findLast((each) => each["id"] === "bd-1");
    return newest ?? { kind: "missing" };
  }

  hasWitness(ref: string): boolean {
    const hex = ref.slice("sha256:".length);
    const folder = join(this.cwd, ".premath/witnesses", hex.slice(0, 2));
    return ref.startsWith("sha256:") && execFileSync("ls", [folder], { encoding: "utf8" }).includes(hex.slice(2));
  }
}

const kinds = (rows: readonly Row[]): readonly string[] => rows.map(({ kind }) => kind);
const only = (rows: readonly Row[], kind: string): Row => {
  const found = rows.filter((each) => each.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] ?? { kind };
};

const SCHEMES = /^(?:cover|ctx|refinement):\/\//;
const WORK = "echo done > done.txt";

describe("an issue that is done", PATIENT, () => {
  test("every effect of boot, step and stop is a row, in this order, and the files say the same (M06, M07, M08)", async () => {
    const place = new Place({
      "artifacts/ciwitness/one.json": "{}",
      "artifacts/observation/latest.json": "{}",
      ".premath/workers/w.1/harness_session.json": JSON.stringify({
        schema: 1,
        sessionKind: "premath.harness.session.v1",
        sessionId: "before",
        state: "stopped",
        issueId: "bd-0",
        nextStep: "go on",
        startedAt: "2026-01-01T00:00:00Z",
        updatedAt: "2026-01-01T00:00:00Z",
      }),
    });
    const ended = await place.worker("w.1", WORK, "true");
    expect([ended.stderr, ended.code]).toEqual(["", 0]);
    const rows = place.rows("w.1");
    expect(kinds(rows)).toEqual([
      "boot.roots",
      "boot.handoff",
      "boot.reconciled",
      "boot.preflight",
      "boot.target",
      "step.claiming",
      "step.claimed",
      "step.worktree",
      "boot.baseline",
      "step.verified",
      "step.working",
      "step.worked",
      "step.verified",
      "step.permitted",
      "step.committed",
      "step.merged",
      "step.closed",
      "stop.lease",
      "stop.recorded",
      "stop.session",
    ]);

    // Boot (003 §3.1): roots, what went before, the preflight, the target, the baseline.
    expect(only(rows, "boot.roots")).toMatchObject({
      issues: join(place.cwd, ".premath/issues.jsonl"),
      trajectory: join(place.cwd, ".premath/harness_trajectory.jsonl"),
      ciwitness: ["one.json"],
      observation: join(place.cwd, "artifacts/observation/latest.json"),
    });
    const went = { mode: "resume", sessionId: "before", issueId: "bd-0", nextStep: "go on" };
    expect(only(rows, "boot.handoff")).toMatchObject(went);
    expect(only(rows, "boot.preflight")).toMatchObject({ accepted: true, classes: [] });
    expect(only(rows, "boot.target")).toMatchObject({ issueId: "bd-1", ready: 1 });
    expect(only(rows, "boot.baseline")).toMatchObject({ verdict: "holds" });

    // Step (003 §3.2): verified before and after, on other trees; what closes it is what the gate permitted.
    const [before, after] = rows.filter(({ kind }) => kind === "step.verified");
    expect([before?.["when"], after?.["when"], before?.["verdict"], after?.["verdict"]]).toEqual([
      "before",
      "after",
      "holds",
      "holds",
    ]);
    expect(after?.["tree"]).not.toBe(before?.["tree"]);
    const permitted = only(rows, "step.permitted");
    expect([permitted["tree"], only(rows, "step.committed")["tree"]]).toEqual([after?.["tree"], after?.["tree"]]);
    expect(only(rows, "step.closed")["evidenceDigest"]).toBe(permitted["evidenceDigest"]);
    expect(place.hasWitness(String(permitted["witnessRef"]))).toBe(true);

    // Stop (003 §3.3): one trajectory row that links issue, verification, witnesses, lease and lineage.
    const [step, ...others] = place.steps;
    expect(others).toEqual([]);
    expect(step).toMatchObject({
      stepId: "w.1.bd-1.1",
      issueId: "bd-1",
      action: "worker.loop",
      resultClass: "completed",
    });
    const { witnessRefs = [], lineageRefs = [] } = step ?? {};
    const lease = String(only(rows, "stop.lease")["ref"]);
    expect(lease).toMatch(/^lease:\/\/handoff\/bd-1\/released\/[0-9a-f]{64}$/);
    expect(witnessRefs).toEqual(
      expect.arrayContaining([lease, permitted["witnessRef"], "worker://loop/w.1/bd-1/completed"]),
    );
    const digests = witnessRefs.filter((ref) => ref.startsWith("sha256:"));
    expect(digests.length).toBeGreaterThan(0);
    expect(digests.filter((ref) => !place.hasWitness(ref))).toEqual([]);
    expect(lineageRefs.map((ref) => SCHEMES.exec(ref)?.[0])).toEqual(["cover://", "ctx://", "refinement://"]);
    expect(only(rows, "stop.recorded")).toMatchObject({ resultClass: "completed", lineageRefs });

    const nextStep = "claim next ready issue";
    expect(only(rows, "stop.session")).toMatchObject({ sessionId: "before", nextStep });
    expect(place.json(".premath/workers/w.1/harness_session.json")).toMatchObject({
      sessionId: "before",
      startedAt: "2026-01-01T00:00:00Z",
      state: "stopped",
      issueId: "bd-1",
      nextStep,
      witnessRefs,
      lineageRefs,
    });
    expect(place.json(".premath/harness_feature_ledger.json")["features"]).toMatchObject([
      { featureId: "bd-1", status: "completed", verificationRefs: witnessRefs },
    ]);
    expect([place.issue["status"], place.issue["lease"]]).toEqual(["closed", undefined]);
    expect(place.git("show", "main:done.txt")).toBe("done\n");
    expect((await tusk(["harness-feature", "check", "--require-closure"], { cwd: place.cwd })).code).toBe(0);
  });
});

describe("an issue that is not done", PATIENT, () => {
  test("a failed required check closes nothing: the gate refuses, the retry policy decides, and the issue is blocked with a note (M07, M10)", async () => {
    const place = new Place();
    const ended = await place.worker("w.1", WORK, "false");
    expect([ended.stderr, ended.code]).toEqual(["", 1]);
    const rows = place.rows("w.1");
    expect(kinds(rows).slice(-7)).toEqual([
      "step.worked",
      "step.verified",
      "step.refused",
      "step.escalated",
      "stop.lease",
      "stop.recorded",
      "stop.session",
    ]);
    const refused = only(rows, "step.refused");
    expect(refused["classes"]).toEqual(["mutation.use_evidence_missing"]);
    expect(place.hasWitness(String(refused["witnessRef"]))).toBe(true);
    expect(only(rows, "step.escalated")).toMatchObject({
      action: "mark_blocked",
      outcome: "blocked",
      ruleId: "semantic_no_retry",
      policyDigest: "pol1_85f35a1dd21bbfd1bd8c0b1e999303dba5f905e75ffe7eb8be25d581296ec0c7",
    });
    expect(place.steps).toMatchObject([{ resultClass: "check_failed", issueId: "bd-1" }]);
    expect([place.issue["status"], place.issue["lease"]]).toEqual(["blocked", undefined]);
    expect(String(place.issue["notes"]).split("\n")).toHaveLength(10);
    expect(place.git("ls-tree", "--name-only", "main").trim()).toBe("a.txt");
  });

  test("what may pass by itself is tried again after its wait; used up, it is an issue of its own and the lease is kept (M08, M10)", async () => {
    const place = new Place();
    const ended = await place.worker("w.1", "echo 'flaky_io: disk' >&2; exit 1", "true");
    expect([ended.stderr, ended.code]).toEqual(["", 1]);
    const rows = place.rows("w.1");
    const waits = rows.filter(({ kind }) => kind === "step.retry");
    expect(waits.map(({ attempt, backoffClass, waitMs }) => [attempt, backoffClass, waitMs])).toEqual([
      [1, "exponential_short", 500],
      [2, "exponential_short", 1000],
    ]);
    const escalated = only(rows, "step.escalated");
    expect(escalated).toMatchObject({
      action: "issue_discover",
      outcome: "discovered",
      matchedFailureClass: "flaky_io",
    });
    expect(only(rows, "stop.lease")).toMatchObject({ state: "active", action: "issue_lease_renew" });
    expect(place.steps).toMatchObject([{ resultClass: "retry_needed_lease_active" }]);
    expect(place.issue).toMatchObject({ status: "in_progress", lease: { owner: "w.1" } });
    const found = place.lines(".premath/issues.jsonl").findLast(({ id }) => id === escalated["createdIssueId"]);
    expect(found).toMatchObject({
      title: "[HarnessEscalation] worker.loop retry exhausted (flaky_io)",
      dependencies: [{ depends_on_id: "bd-1", type: "discovered-from" }],
    });
  });

  test("a circle of dependencies begins nothing, and the preflight's row says so (M06)", async () => {
    const needs = (id: string, other: string): string =>
      row(id, { dependencies: [{ issue_id: id, depends_on_id: other, type: "blocks" }] });
    const place = new Place({ ".premath/issues.jsonl": row("bd-1") + needs("bd-2", "bd-3") + needs("bd-3", "bd-2") });
    await place.worker("w.1", WORK, "true");
    const rows = place.rows("w.1");
    expect(kinds(rows)).toEqual(["boot.roots", "boot.handoff", "boot.reconciled", "boot.preflight"]);
    expect(only(rows, "boot.preflight")).toMatchObject({ accepted: false, classes: ["dependency_cycle"] });
    expect(existsSync(join(place.cwd, ".premath/harness_trajectory.jsonl"))).toBe(false);
  });
});

describe("work that is cut off goes on in another process, from files alone", PATIENT, () => {
  test("told to stop, a worker hands off: the lease is given back, and the next one verifies and finishes what was begun (M06, M08, M09)", async () => {
    const place = new Place();
    await place.interrupted("w.1", "SIGTERM");
    const rows = place.rows("w.1");
    expect(only(rows, "stop.handoff")).toMatchObject({ reason: "the worker was told to stop" });
    expect(place.steps).toMatchObject([{ resultClass: "retry_needed_handoff" }]);
    expect(place.issue["lease"]).toBeUndefined();
    expect(place.json(".premath/harness_feature_ledger.json")["features"]).toMatchObject([{ status: "pending" }]);
    expect((await place.worker("w.2", WORK, "true")).code).toBe(0);
    const next = place.rows("w.2");
    expect(only(next, "boot.target")["reason"]).toBe("bd-1 was begun before and comes first");
    // What was left half done is where this one begins: it is verified before anything is added.
    const [before, after] = next.filter(({ kind }) => kind === "step.verified");
    expect([only(next, "boot.baseline")["tree"], before?.["when"]]).toEqual([before?.["tree"], "before"]);
    expect(before?.["tree"]).not.toBe(after?.["tree"]);
    expect(place.steps.map(({ resultClass }) => resultClass)).toEqual(["retry_needed_handoff", "completed"]);
    expect(place.git("show", "main:half.txt")).toBe("half\n");
  });

  test("killed -9, it is told once by whoever comes next, and completed once (M09)", async () => {
    const place = new Place();
    await place.interrupted("w.1", "SIGKILL");
    expect(place.issue).toMatchObject({ status: "in_progress", lease: { owner: "w.1" } });
    expect((await place.worker("w.2", WORK, "true")).code).toBe(0);
    expect(only(place.rows("w.2"), "boot.reconciled")["actions"]).toEqual([
      "bd-1: w.1 died while it worked on it; the lease was given back",
    ]);
    expect(place.steps.map(({ stepId, resultClass }) => [stepId, resultClass])).toEqual([
      ["w.1.bd-1.1", "retry_needed_interrupted"],
      ["w.2.bd-1.1", "completed"],
    ]);
    // The one that died comes back and finds nothing to tell.
    expect((await place.worker("w.1", WORK, "true")).code).toBe(0);
    expect([place.steps.length, place.issue["status"]]).toEqual([2, "closed"]);
  });
});

describe("the lane that rows name (contract 3.1)", PATIENT, () => {
  test.each([
    [
      ["--mutation-mode", "zz"],
      "error: mutation mode `zz` is not allowed by control-plane contract: ['human-override', 'instruction-linked']",
    ],
    [["--mutation-mode", "human-override"], "error: override mutation mode requires --override-reason"],
    [
      ["--mutation-mode", " human-override ", "--override-reason", " "],
      "error: override mutation mode requires --override-reason",
    ],
  ])("%j is refused before anything is begun", async (flags, sentence) => {
    const place = new Place();
    expectRefused(await place.worker("w.1", WORK, "true", ...flags), sentence);
    expect(existsSync(join(place.cwd, ".premath/workers"))).toBe(false);
  });

  test("an override is named with its reason; a name's blanks are none of it", async () => {
    const place = new Place();
    const flags = ["--mutation-mode", "human-override", "--override-reason", "by hand"];
    expect((await place.worker(" w.1 ", WORK, "true", ...flags)).code).toBe(0);
    expect(
      place.steps[0]?.witnessRefs.filter((ref) => ref.startsWith("policy://worker-lane/human-override/")),
    ).toHaveLength(1);
  });
});
