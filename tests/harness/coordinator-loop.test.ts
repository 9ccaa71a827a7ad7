import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Issue } from "#kernel";
import type { CoordinatorRow } from "#ports";
import { at, edge, sampleIssue } from "../support/sample-issue.ts";
import { type Deed, World, type WorldOptions } from "./coordinator-world.ts";

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `bd-${index + 1}`);
const flat = (count: number): readonly Issue[] => names(count).map((id) => sampleIssue(id));
/** Each needs the one before. */
const chain = (count: number): readonly Issue[] =>
  names(count).map((id, index) => sampleIssue(id, { dependencies: index === 0 ? [] : [edge(id, `bd-${index}`)] }));

function rowsOf<Kind extends CoordinatorRow["kind"]>(
  world: World,
  kind: Kind,
): readonly Extract<CoordinatorRow, { kind: Kind }>[] {
  return world.rows.filter((row): row is Extract<CoordinatorRow, { kind: Kind }> => row.kind === kind);
}

async function ran(options: WorldOptions): Promise<{ world: World; end: Awaited<ReturnType<World["run"]>> }> {
  const world = new World(options);
  return { world, end: await world.run() };
}

const statuses = ({ issues }: World): readonly string[] => [...issues.values()].map(({ status }) => status);

describe("a coordinator (M12)", () => {
  test("gives what is ready to workers in order, lowest free number first, and ends when everything is closed", async () => {
    const { world, end } = await ran({ issues: flat(3) });
    expect(world.starts).toEqual([
      { workerId: "worker.1", issueId: "bd-1" },
      { workerId: "worker.2", issueId: "bd-2" },
      { workerId: "worker.1", issueId: "bd-3" },
    ]);
    expect(end).toEqual({
      reason: "done",
      started: 3,
      closed: ["bd-1", "bd-2", "bd-3"],
      left: [],
      totals: { ready: 0, open: 0, inProgress: 0, blocked: 0, closed: 3 },
    });
  });

  test("never starts more workers than issues are ready, and goes on as others become ready", async () => {
    const { world, end } = await ran({
      issues: chain(5),
      terms: { maxParallel: 4 },
      watch: ({ running, issues }) => {
        const atWork = [...running.values()].filter(({ order }) => issues.get(order.issueId)?.status !== "closed");
        expect(atWork.length).toBeLessThanOrEqual(1);
      },
    });
    expect([end.closed.length, world.starts.map(({ issueId }) => issueId)]).toEqual([5, [...names(5)]]);
  });

  test("whatever order things happen in, whoever fails or dies: bounds hold, no issue has two workers, all that can be closed is closed once", async () => {
    const deeds: readonly Deed[] = [
      "closes",
      "dies",
      "dies-early",
      "idles",
      "retries",
      "silent",
      "deaf",
      "babbles",
      "was-busy",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        fc.array(fc.constantFrom(...deeds), { minLength: 1, maxLength: 24 }),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 40 }),
        async (count, maxParallel, isChain, script, picks) => {
          let [deed, pick] = [0, 0];
          const { world, end } = await ran({
            issues: isChain ? chain(count) : flat(count),
            terms: { maxParallel },
            // The third attempt always comes to an end: what can be closed is.
            deed: (_, attempt) => (attempt >= 3 ? "closes" : (script[deed++ % script.length] ?? "closes")),
            pick: (able) => (picks[pick++ % picks.length] ?? 0) % Math.max(1, able),
            watch: ({ running }) => {
              const held = [...running.values()].map(({ order }) => order.issueId);
              expect(running.size).toBeLessThanOrEqual(maxParallel);
              expect(new Set(held).size).toBe(held.length);
            },
          });
          const starts = Map.groupBy(world.starts, ({ issueId }) => issueId);
          expect(Math.max(...[...starts.values()].map(({ length }) => length))).toBeLessThanOrEqual(3);
          expect([new Set(statuses(world)), end.closed, end.left]).toEqual([
            new Set(["closed"]),
            [...names(count)],
            [],
          ]);
        },
      ),
      { numRuns: 120 },
    );
  });

  test("an issue whose workers die every time is given up after three, and told", async () => {
    const { world, end } = await ran({
      issues: flat(2),
      deed: ({ issueId }) => (issueId === "bd-1" ? "dies" : "closes"),
    });
    expect(world.starts.filter(({ issueId }) => issueId === "bd-1")).toHaveLength(3);
    const ended = rowsOf(world, "coordinator.ended").filter(({ issueId }) => issueId === "bd-1");
    expect(ended.map(({ outcome, signal, againInMs }) => [outcome, signal, againInMs])).toEqual([
      ["died", "SIGKILL", 500],
      ["died", "SIGKILL", 1000],
      ["died", "SIGKILL", undefined],
    ]);
    expect(rowsOf(world, "coordinator.started").filter(({ reclaimed }) => reclaimed)).toHaveLength(2);
    expect(end).toMatchObject({
      reason: "done",
      closed: ["bd-2"],
      left: [{ issueId: "bd-1", title: "Issue bd-1", status: "in_progress", outcome: "died", why: "" }],
    });
  });

  test("a name that another coordinator has is passed over, and nothing counts as tried", async () => {
    const { world, end } = await ran({
      issues: flat(1),
      deed: ({ workerId }) => (workerId === "worker.3" ? "closes" : "busy"),
    });
    expect(world.starts.map(({ workerId }) => workerId)).toEqual(["worker.1", "worker.2", "worker.3"]);
    expect(rowsOf(world, "coordinator.busy").map(({ worker }) => worker)).toEqual(["worker.1", "worker.2"]);
    expect(rowsOf(world, "coordinator.started").map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect([end.started, end.closed]).toEqual([1, ["bd-1"]]);
  });

  test("a circle of dependencies starts nothing, says why and what to type (preflight of every pass)", async () => {
    const { world, end } = await ran({
      issues: [
        sampleIssue("free"),
        sampleIssue("a", { dependencies: [edge("a", "b")] }),
        sampleIssue("b", { dependencies: [edge("b", "a")] }),
      ],
    });
    expect(world.starts).toEqual([]);
    expect(rowsOf(world, "coordinator.paused")).toEqual([
      {
        kind: "coordinator.paused",
        reason: "cycle",
        message: "dependencies run in a circle: a -> b -> a",
        command: "tusk dep diagnostics; then tusk dep remove ISSUE_ID DEPENDS_ON_ID",
      },
    ]);
    expect(rowsOf(world, "coordinator.pass")[0]?.cycle).toEqual(["a", "b", "a"]);
    expect(end.reason).toBe("cycle");
  });

  test("a circle that appears later lets those go on that run, and starts no other", async () => {
    const { world, end } = await ran({
      issues: flat(4),
      watch: ({ issues, starts }) => {
        if (starts.length === 2) issues.set("bd-4", sampleIssue("bd-4", { dependencies: [edge("bd-4", "bd-4")] }));
      },
    });
    expect([world.starts.length, end.reason, end.closed]).toEqual([2, "cycle", ["bd-1", "bd-2"]]);
  });

  test("on a KPI of rollback one worker goes on alone, and others join once a remediation is recorded (M13)", async () => {
    let isPaused = true;
    const { world, end } = await ran({
      issues: flat(5),
      terms: { maxParallel: 3 },
      expansion: () => (isPaused ? "kpi below rollback threshold" : undefined),
      watch: ({ running, starts }) => {
        if (isPaused) expect(running.size).toBeLessThanOrEqual(1);
        if (starts.length === 3) isPaused = false;
      },
    });
    expect(end.closed).toHaveLength(5);
    expect(rowsOf(world, "coordinator.paused").map(({ reason, command }) => [reason, command])).toContainEqual([
      "kpi",
      'tusk kpi; then tusk kpi --remediate "what was done"',
    ]);
    expect(new Set(world.starts.map(({ workerId }) => workerId)).size).toBeGreaterThan(1);
  });

  test("a failed issue is not tried again, and without --continue-on-failure nothing more is started", async () => {
    const deed: WorldOptions["deed"] = ({ issueId }) => (issueId === "bd-1" ? "fails" : "closes");
    const [stops, goesOn] = [
      await ran({ issues: flat(4), deed, terms: { continueOnFailure: false, maxParallel: 1 } }),
      await ran({ issues: flat(4), deed, terms: { maxParallel: 1 } }),
    ];
    expect([stops.end.reason, stops.world.starts.length]).toEqual(["failure", 1]);
    expect([goesOn.end.reason, goesOn.world.starts.length, goesOn.end.closed]).toEqual([
      "done",
      4,
      ["bd-2", "bd-3", "bd-4"],
    ]);
    expect(goesOn.end.left).toEqual([
      { issueId: "bd-1", title: "Issue bd-1", status: "open", outcome: "failed", why: "failed_checks" },
    ]);
  });

  test("what no worker can use ends it with the worker's own sentence", async () => {
    const { world, end } = await ran({ issues: flat(3), deed: () => "unusable", terms: { maxParallel: 1 } });
    expect([world.starts.length, end.reason, end.message]).toEqual([1, "worker", "error: no model is named"]);
  });

  test("a worker that falls silent is told to stop, one that does not hear is killed; the issue goes to another", async () => {
    const { world, end } = await ran({ issues: flat(1), deed: (_, attempt) => (attempt === 1 ? "deaf" : "closes") });
    expect(rowsOf(world, "coordinator.silent").map(({ worker, sent }) => [worker, sent])).toEqual([
      ["worker.1", "stop"],
      ["worker.1", "kill"],
    ]);
    expect(rowsOf(world, "coordinator.silent")[0]?.silentMs).toBeGreaterThan(60_000);
    expect(end.closed).toEqual(["bd-1"]);
  });

  test("told to stop, every worker hands off, nothing new is begun, and what is left is told", async () => {
    const { world, end } = await ran({
      issues: flat(5),
      deed: () => "silent",
      watch: (it) => {
        if ([...it.issues.values()].filter(({ lease }) => lease !== undefined).length === 2) it.press();
      },
    });
    expect([world.starts.length, end.reason, world.running.size]).toEqual([2, "stopped", 0]);
    expect(end.left.map(({ issueId, status, outcome }) => [issueId, status, outcome])).toEqual([
      ["bd-1", "open", "stopped"],
      ["bd-2", "open", "stopped"],
    ]);
    expect(rowsOf(world, "coordinator.stopping")).toEqual([
      { kind: "coordinator.stopping", message: "stopping: 2 workers hand off" },
    ]);
  });

  test("what a worker of an earlier coordinator left is taken up first, what a person holds is left alone", async () => {
    const lease = { lease_id: "l", acquired_at: at("2026-01-01T00:00:00Z") };
    const [old, far] = [at("2026-01-01T01:00:00Z"), at("2027-01-01T00:00:00Z")];
    const held = (id: string, owner: string, expires_at: typeof old): Issue =>
      sampleIssue(id, { status: "in_progress", assignee: owner, lease: { ...lease, owner, expires_at } });
    const { world, end } = await ran({
      issues: [
        sampleIssue("a"),
        held("person", "zoe", far),
        held("stale", "worker.9", old),
        sampleIssue("theirs", { assignee: "zoe" }),
      ],
      terms: { maxParallel: 1 },
    });
    expect(world.starts.map(({ issueId }) => issueId)).toEqual(["stale", "a"]);
    expect([end.closed, statuses(world)]).toEqual([
      ["a", "stale"],
      ["closed", "in_progress", "closed", "open"],
    ]);
  });

  test("an issue that is assigned to one of the workers is given to that one", async () => {
    const { world } = await ran({ issues: [sampleIssue("a", { assignee: "worker.7" })] });
    expect(world.starts).toEqual([{ workerId: "worker.7", issueId: "a" }]);
  });

  test("--rounds bounds how many workers are started, and what is ready then stays", async () => {
    const { world, end } = await ran({ issues: flat(9), terms: { rounds: 2 } });
    expect([world.starts.length, end.reason, end.totals.ready]).toEqual([4, "rounds", 5]);
  });

  test("by priority, as workers themselves choose", async () => {
    const issues = [
      sampleIssue("a", { priority: 3 }),
      sampleIssue("b", { priority: 0 }),
      sampleIssue("c", { priority: 1 }),
    ];
    const { world } = await ran({ issues, terms: { by: "priority", maxParallel: 1 } });
    expect(world.starts.map(({ issueId }) => issueId)).toEqual(["b", "c", "a"]);
  });

  test("a line that nobody understands is told and changes nothing; lines that are understood are passed on as they came", async () => {
    const { world, end } = await ran({ issues: flat(1), deed: () => "babbles" });
    expect(rowsOf(world, "coordinator.noted")).toEqual([
      { kind: "coordinator.noted", worker: "worker.1", message: "hello \u001B[2J" },
    ]);
    expect([end.closed, world.passedOn.length]).toEqual([["bd-1"], 2]);
  });

  test("the picture names who has what, since when, until when and the last verdict", async () => {
    const { world } = await ran({ issues: flat(1) });
    const seen = world.pictures.map(
      ({ workers: [worker] }) => worker && [worker.phase, worker.issueId, worker.isClaimed, worker.leaseEnds],
    );
    expect(seen).toContainEqual(["starting", "bd-1", false, undefined]);
    expect(seen).toContainEqual(["working", "bd-1", true, at("2026-02-02T02:41:00Z")]);
    expect(seen.at(-1)).toBeUndefined();
  });

  test("issues that cannot be read start nothing more, and those that run go on", async () => {
    const { world, end } = await ran({ issues: flat(4), unreadable: ({ starts }) => starts.length === 2 });
    expect(rowsOf(world, "coordinator.paused").map(({ reason, message }) => [reason, message])).toEqual([
      ["issues", "line 3: it is torn"],
    ]);
    expect([world.starts.length, end.reason, statuses(world)]).toEqual([
      2,
      "issues",
      ["closed", "closed", "open", "open"],
    ]);
  });

  test("issues that somebody has begun come first", async () => {
    const world = new World({ issues: flat(3), terms: { maxParallel: 1 } });
    world.begun.add("bd-3");
    await world.run();
    expect(world.starts.map(({ issueId }) => issueId)).toEqual(["bd-3", "bd-1", "bd-2"]);
  });

  test("a name that was another's when it was asked for, and is no more, is tried again and fails nothing", async () => {
    const { world, end } = await ran({
      issues: flat(1),
      deed: (_, attempt) => (attempt === 1 ? "was-busy" : "closes"),
      terms: { continueOnFailure: false },
    });
    expect([world.starts.map(({ workerId }) => workerId), end.reason, end.closed]).toEqual([
      ["worker.1", "worker.1"],
      "done",
      ["bd-1"],
    ]);
  });
});
