// Any command as whoever works (M12): told what it needs, bounded in what it leaves, and gone when it has ended.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Work, WorkOrder } from "#ports";
import { commandWork, type CommandWorkOptions } from "../../src/cli/compose-harness/command-work.ts";
import { eventually, processCount, sleepMark } from "../sandbox/sandbox-order.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { workOrder } from "./work-order.ts";

const folder = temporaryFolder();
const opened: Work[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map((work) => work.close()))));

interface Place {
  readonly order: WorkOrder;
  readonly work: Work;
  readonly logs: string;
}

function place(command: string, more: Partial<CommandWorkOptions & WorkOrder> = {}): Place {
  const workerFolder = mkdtempSync(join(folder, "worker-"));
  const places = { issuesPath: "/repo/.premath/issues.jsonl", sessionPath: "/repo/.premath/harness_session.json" };
  const work = commandWork({ command, workerFolder, ...places, ...more });
  opened.push(work);
  return { order: workOrder(folder, more), work, logs: join(workerFolder, "logs") };
}

function logOf({ logs }: Place): string {
  const name = readdirSync(logs).find((each) => each.endsWith(".log")) ?? "";
  return readFileSync(join(logs, name), "utf8");
}

test("a command runs in the worktree, is told its issue, and keeps the person's environment (contract 3.1)", async () => {
  vi.stubEnv("SOME_API_KEY", "the person's own");
  onTestFinished(() => void vi.unstubAllEnvs());
  const names = "PREMATH_ACTIVE_ISSUE_ID PREMATH_ISSUE_ID PREMATH_ISSUES_PATH PREMATH_WORKER_ID".split(" ");
  const more = "PREMATH_HARNESS_SESSION_PATH TUSK_AGENT_RUN TUSK_ISSUE_TITLE SOME_API_KEY".split(" ");
  const script = [...names, ...more].map((name) => `echo "$${name}"`).join("; ");
  const here = place(`pwd; ${script}; echo "$TUSK_ISSUE_BRIEF" >&2; cat "$TUSK_ISSUE_FILE" > brief.md`, {
    context: ["the check tests failed:\n1 of 2", "a second thing"],
  });
  const { path } = here.order.worktree;
  const { summary, ...worked } = await here.work.work(here.order);
  expect(worked).toEqual({ outcome: "done", exit: 0, failureClasses: [] });
  expect(summary).toMatch(/^the command ended \(exit 0\); its output: .*\/logs\/bd-7-\w+\.1\.log$/);
  const lines = logOf(here).split("\n");
  expect(lines).toEqual(expect.arrayContaining(["It says 3.", "It has to say 4."]));
  expect(lines.filter((line) => !line.startsWith("It ") && line !== "")).toEqual([
    path,
    "bd-7",
    "bd-7",
    "/repo/.premath/issues.jsonl",
    "worker.1",
    "/repo/.premath/harness_session.json",
    "1",
    "Mend the sum",
    "the person's own",
  ]);
  expect(readFileSync(join(path, "brief.md"), "utf8")).toBe(
    "# bd-7: Mend the sum\n\nIt says 3.\n\nIt has to say 4.\n\n## What is known from before\n\n" +
      "- the check tests failed:\n  1 of 2\n- a second thing\n",
  );
});

test("a brief that no environment can hold is in the file, whole", async () => {
  const brief = "é".repeat(400_000);
  const here = place('printf %s "$TUSK_ISSUE_BRIEF" | wc -c; grep -c é "$TUSK_ISSUE_FILE"', { brief });
  expect(await here.work.work(here.order)).toMatchObject({ outcome: "done" });
  expect(logOf(here)).toBe("32000\n1\n");
});

describe("how a command ends", () => {
  test.each([
    ["exit 3", 3],
    ["kill -9 $$", 137],
    ["no-such-program-here", 127],
  ])("%s is a failure with its exit code", async (command, exit) => {
    const here = place(command);
    expect(await here.work.work(here.order)).toMatchObject({ outcome: "failed", exit });
  });

  test("a failure names its classes, standard error first (contract 3.3)", async () => {
    const here = place("echo 'flaky_io: disk'; echo 'network_timeout: no answer, error: x' >&2; exit 1");
    expect(await here.work.work(here.order)).toMatchObject({
      outcome: "failed",
      failureClasses: ["network_timeout", "flaky_io"],
    });
  });

  test("a command that takes too long is ended, and that is no failure of the work", async () => {
    const mark = sleepMark();
    const here = place(`sleep ${mark}`, { limitMs: 200 });
    expect(await here.work.work(here.order)).toMatchObject({ outcome: "exhausted", exit: 143 });
    expect(processCount(mark)).toBe(0);
  });

  test("a worktree that is not there is said in one sentence", async () => {
    const here = place("true");
    rmSync(here.order.worktree.path, { recursive: true });
    await expect(here.work.work(here.order)).rejects.toMatchObject({ port: "work", code: "not_started" });
  });
});

describe("a command that is called off", () => {
  test("is told once, and may clear up", async () => {
    const switching = new AbortController();
    const here = place('trap "echo told; exit 5" TERM; echo ready; while :; do sleep 0.05; done', {
      signal: switching.signal,
    });
    const worked = here.work.work(here.order);
    expect(await eventually(() => existsLog(here) && logOf(here) === "ready\n")).toBe(true);
    switching.abort("enough");
    expect(await worked).toMatchObject({ outcome: "interrupted", exit: 5, failureClasses: [] });
    expect(
      logOf(here)
        .split("\n")
        .filter((line) => line === "told"),
    ).toEqual(["told"]);
  });

  test("is ended with all it started when it does not hear", async () => {
    const mark = sleepMark();
    const switching = new AbortController();
    const here = place(`trap "" TERM; setsid sleep ${mark} & sleep ${mark} & sleep ${mark}`, {
      signal: switching.signal,
      graceMs: 200,
    });
    const worked = here.work.work(here.order);
    expect(await eventually(() => processCount(mark) === 3)).toBe(true);
    switching.abort();
    expect(await worked).toMatchObject({ outcome: "interrupted", exit: 137 });
    expect(processCount(mark)).toBe(0);
  });

  test("before it began does not begin", async () => {
    const here = place("echo ran", { signal: AbortSignal.abort() });
    expect(await here.work.work(here.order)).toMatchObject({ outcome: "interrupted" });
    expect(existsLog(here)).toBe(false);
  });
});

function existsLog({ logs }: Place): boolean {
  return (
    statSync(logs, { throwIfNoEntry: false }) !== undefined && readdirSync(logs).some((name) => name.endsWith(".log"))
  );
}

describe("what a command leaves", () => {
  test("is no process: whoever it left in the background would change files behind the checks", async () => {
    const mark = sleepMark();
    const here = place(`setsid sleep ${mark} & sleep ${mark} & exit 0`);
    expect(await here.work.work(here.order)).toMatchObject({ outcome: "done" });
    expect(processCount(mark)).toBe(0);
  });

  test("is a log with a bound, however much was printed: its beginning and its end", async () => {
    const here = place("echo begins; yes 0123456789abcde | head -c 200000000; echo 'flaky_io: ends' >&2; exit 1", {
      logBytes: 100_000,
    });
    const before = process.memoryUsage.rss();
    expect(await here.work.work(here.order)).toMatchObject({ outcome: "failed", failureClasses: ["flaky_io"] });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
    const log = logOf(here);
    expect(log.startsWith("begins\n0123456789abcde\n")).toBe(true);
    expect(log.length).toBeLessThan(100_000 + 64 * 1024 + 200);
    expect(log).toMatch(/\n\[\d+ bytes are left out here\]\n/);
    expect(log.endsWith("flaky_io: ends\n") || log.endsWith("0123456789abcde\n")).toBe(true);
  });

  test("is at most twenty logs of an issue, the newest ones", async () => {
    const here = place("echo $TUSK_WORK_ROUND");
    for (let round = 1; round <= 23; round++) await here.work.work({ ...here.order, round });
    const numbers = readdirSync(here.logs).map((name) => name.replace(/^.*\.(\d+)\.(log|md)$/, "$1.$2"));
    const kept = Array.from({ length: 20 }, (_, at) => at + 4).flatMap((number) => [`${number}.log`, `${number}.md`]);
    expect(numbers.toSorted()).toEqual(kept.toSorted());
  });
});

describe("a command that is given walls", () => {
  const WALLS = { profile: "workspace-write", network: "none" } as const;

  test("changes its worktree and nothing else, and has none of the person's keys", async ({ skip }) => {
    skip(noWallsAtAll() !== undefined, noWallsAtAll());
    vi.stubEnv("SOME_API_KEY", "the person's own");
    onTestFinished(() => void vi.unstubAllEnvs());
    const here = place(
      'echo "$PREMATH_ISSUE_ID $TUSK_AGENT_RUN [$SOME_API_KEY]"; touch in; touch ../out; echo flaky_io: x >&2; exit 4',
      {
        walls: WALLS,
      },
    );
    expect(await here.work.work(here.order)).toMatchObject({
      outcome: "failed",
      exit: 4,
      failureClasses: ["flaky_io"],
    });
    expect(logOf(here)).toContain("bd-7 1 []\n");
    const { path } = here.order.worktree;
    expect([existsSync(join(path, "in")), existsSync(join(path, "../out"))]).toEqual([true, false]);
  });

  test("is ended when it is called off, or takes too long", async ({ skip }) => {
    skip(noWallsAtAll() !== undefined, noWallsAtAll());
    const [mark, switching] = [sleepMark(), new AbortController()];
    const here = place(`sleep ${mark}`, { walls: WALLS, signal: switching.signal });
    const worked = here.work.work(here.order);
    expect(await eventually(() => processCount(mark) > 0)).toBe(true);
    switching.abort();
    expect(await worked).toMatchObject({ outcome: "interrupted" });
    const late = place(`sleep ${mark}`, { walls: WALLS, limitMs: 300 });
    expect(await late.work.work(late.order)).toMatchObject({ outcome: "exhausted" });
    expect(processCount(mark)).toBe(0);
  });

  test("that cannot be held is not run without them", async () => {
    const here = place("touch ran", { walls: { profile: "danger-full-access", network: "none" } });
    await expect(here.work.work(here.order)).rejects.toMatchObject({ code: "runtime.shell_boundary_violation" });
    expect(existsSync(join(here.order.worktree.path, "ran"))).toBe(false);
  });
});

describe("when the worker is killed", () => {
  const CHILD = join(import.meta.dirname, "work-child.ts");

  async function killed(mark: string, how: "worker" | "worker and watch"): Promise<void> {
    const command = `setsid sleep ${mark} & sleep ${mark} & wait`;
    const worker = spawn(process.execPath, [CHILD, mkdtempSync(join(folder, "worker-")), command], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void worker.kill("SIGKILL"));
    await once(worker.stdout, "data");
    expect(await eventually(() => processCount("sleep") >= 2 && processCount(mark) === 2)).toBe(true);
    if (how === "worker and watch") for (const pid of watchesOf(worker.pid ?? 0)) process.kill(pid, "SIGKILL");
    worker.kill("SIGKILL");
  }

  test("its command and whoever that started are gone with it", async () => {
    const mark = sleepMark();
    await killed(mark, "worker");
    expect(await eventually(() => processCount(mark) === 0)).toBe(true);
  });

  test("together with whoever watches, the next start ends what is left, and nothing that others own", async () => {
    const [mark, others] = [sleepMark(), sleepMark()];
    const theirs = place(`sleep ${others}`, { limitMs: 60_000 });
    const working = theirs.work.work({ ...theirs.order, signal: AbortSignal.timeout(50_000) });
    await killed(mark, "worker and watch");
    expect(await eventually(() => processCount(others) === 1)).toBe(true);
    expect(processCount(mark)).toBe(2);
    const here = place("true");
    expect(await here.work.work(here.order)).toMatchObject({ outcome: "done" });
    expect([processCount(mark), processCount(others)]).toEqual([0, 1]);
    await endSleep(others);
    expect(await working).toMatchObject({ outcome: "failed" });
  });
});

function pidsOf(is: (words: readonly string[], pid: string) => boolean): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && is(read(`/proc/${name}/cmdline`).split("\0"), name))
    .map(Number);
}

function watchesOf(parent: number): readonly number[] {
  return pidsOf(
    (words, pid) => words.includes("tusk-watch") && read(`/proc/${pid}/status`).includes(`PPid:\t${parent}\n`),
  );
}

async function endSleep(mark: string): Promise<void> {
  for (const pid of pidsOf((words) => words[0] === "sleep" && words[1] === mark)) process.kill(pid, "SIGTERM");
  await eventually(() => processCount(mark) === 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
