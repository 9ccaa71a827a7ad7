import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { compileSchema, publishedSchema } from "#kernel";
import type { CoordinatorEnd } from "#ports";
import { displayWidth } from "../../src/cli/render/rich/display-width.ts";
import { shellLine } from "../run/place.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FOLDER = temporaryFolder();
const MAIN = join(import.meta.dirname, "coordinator-main.ts");
const SCRIPT = "/usr/bin/script";
const PATIENCE_MS = 50_000;

interface Issues {
  readonly [id: string]: { readonly title: string; readonly after?: string };
}
type Deeds = Readonly<Record<string, readonly string[]>>;

/** A folder of issues, and what scripted workers do with them. */
class Yard {
  readonly folder = mkdtempSync(join(FOLDER, "yard-"));
  readonly #deeds: Deeds;

  constructor(issues: Issues, deeds: Deeds = {}) {
    this.#deeds = deeds;
    for (const name of ["issues", "claims", "closed", "attempts", "state"]) mkdirSync(join(this.folder, name));
    for (const [id, issue] of Object.entries(issues))
      writeFileSync(join(this.folder, "issues", id), JSON.stringify(issue));
    writeFileSync(join(this.folder, "notes"), "");
  }

  /** Starts a coordinator; whatever of it is left is ended behind the test. */
  start(terms: object = {}, ...flags: readonly string[]): Started {
    return started(process.execPath, [MAIN, this.folder, JSON.stringify(terms), ...flags], this.#env());
  }

  startAtTerminal(columns: number, terms: object = {}): Started {
    const words = [process.execPath, MAIN, this.folder, JSON.stringify(terms)];
    const command = `stty cols ${columns} rows 30; exec ${shellLine(words)}`;
    return started(SCRIPT, ["-qefc", command, "/dev/null"], {
      ...this.#env(),
      TERM: "xterm-256color",
      SHELL: "/bin/sh",
    });
  }

  #env(): NodeJS.ProcessEnv {
    const { NO_COLOR: _, COLUMNS: _columns, LINES: _lines, ...env } = process.env;
    return { ...env, SCRIPT: JSON.stringify(this.#deeds) };
  }

  get notes(): readonly string[] {
    return readFileSync(join(this.folder, "notes"), "utf8").split("\n").filter(Boolean);
  }

  get closed(): readonly string[] {
    return readdirSync(join(this.folder, "closed")).toSorted();
  }

  /** Processes of workers that ever began. */
  get pids(): readonly number[] {
    return this.notes.flatMap((note) => (note.startsWith("began ") ? [Number(note.split(" ")[2])] : []));
  }

  endOf(pid: number): CoordinatorEnd {
    return JSON.parse(readFileSync(join(this.folder, `end.${pid}`), "utf8")) as CoordinatorEnd;
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (!holds()) {
      if (performance.now() > deadline) throw new Error(`${what} did not happen; notes:\n${this.notes.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

interface Started {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly output: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

function started(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  return { pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), output: () => output, ended };
}

function isAlive(pid: number): boolean {
  try {
    // A process that only waits to be collected has ended.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const several = (count: number): Issues =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`bd-${String(at).padStart(2, "0")}`, { title: `Issue ${at}` }]),
  );

describe("a coordinator and its worker processes (M12)", () => {
  test("two coordinators on one repository: every issue is closed once, no name is two workers', both end well", async () => {
    const yard = new Yard({ ...several(12), last: { title: "needs the first", after: "bd-00" } });
    // One of the two hears no word from a worker whose name is taken: the lock says it.
    const both = [yard.start({ maxParallel: 3 }), yard.start({ maxParallel: 3 }, "--quiet")];
    for (const { ended, output } of both)
      expect([await ended, output()]).toEqual([{ code: 0, signal: null }, expect.any(String)]);
    expect(yard.closed).toEqual([...Object.keys(several(12)), "last"]);
    expect(yard.notes.filter((note) => note.startsWith("TWICE"))).toEqual([]);
    const ends = both.map(({ pid }) => yard.endOf(pid));
    expect(ends.map(({ left }) => left)).toEqual([[], []]);
    expect(new Set(ends.flatMap(({ closed }) => closed)).size).toBe(13);
  });

  test("a worker that is killed is told, and its issue is done by the next one", async () => {
    const yard = new Yard(several(2), { "bd-00": ["dies"] });
    const coordinator = yard.start();
    expect(await coordinator.ended).toEqual({ code: 0, signal: null });
    expect(coordinator.output()).toMatch(/\[coordinator\] worker\.1 died on bd-00 \(SIGKILL\); once more in 0\.5 s\n/);
    expect(yard.closed).toEqual(["bd-00", "bd-01"]);
  });

  test("what is printed to a pipe is a line each, as the reference begins them", async () => {
    const yard = new Yard({ "bd-1": { title: "evil \u001B[31m\ntitle" } }, { "bd-1": ["babbles"] });
    const coordinator = yard.start();
    await coordinator.ended;
    // What a worker says, and that the issues have changed by it, may be told in either order.
    const lines = [
      "[coordinator] round=1 ready=1",
      "[coordinator] worker.1 starts on bd-1 evil \\u{1b}[31m\\ntitle",
      "[worker:worker.1] claimed bd-1",
      "[coordinator] worker.1 said something that nobody here understands: what is this \\u{1b}[2J",
      "[coordinator] round=2 ready=0",
      "[worker:worker.1] checks hold after work on bd-1",
      "[worker:worker.1] closed issue bd-1",
      "",
    ];
    expect(coordinator.output().split("\n").toSorted()).toEqual(lines.toSorted());
  });

  test("told to stop once, every worker hands off and everything ends by itself", async () => {
    const yard = new Yard(several(4), { "bd-00": ["waits"], "bd-01": ["waits"] });
    const coordinator = yard.start();
    await yard.until(
      "two claims",
      () => yard.notes.filter((note) => note.startsWith("began")).length === 2 && hasClaims(yard, 2),
    );
    coordinator.kill("SIGINT");
    expect((await coordinator.ended).code).toBe(0);
    expect(yard.notes.filter((note) => note.startsWith("told")).toSorted()).toEqual([
      "told worker.1 bd-00",
      "told worker.2 bd-01",
    ]);
    expect(yard.endOf(coordinator.pid)).toMatchObject({
      reason: "stopped",
      left: [
        { issueId: "bd-00", status: "open", outcome: "stopped" },
        { issueId: "bd-01", status: "open", outcome: "stopped" },
      ],
    });
  });

  test("told twice, workers that do not hear are killed and nothing of ours runs on", async () => {
    const yard = new Yard(several(2), { "bd-00": ["deaf"], "bd-01": ["deaf"] });
    const coordinator = yard.start();
    await yard.until("two claims", () => hasClaims(yard, 2));
    coordinator.kill("SIGINT");
    await yard.until("both were told", () => yard.notes.filter((note) => note.startsWith("deaf")).length === 2);
    coordinator.kill("SIGINT");
    expect((await coordinator.ended).code).toBe(130);
    expect(coordinator.output()).toContain("ended at once: workers were killed");
    await yard.until("all workers are gone", () => !yard.pids.some(isAlive));
  });

  test("a coordinator that is killed -9 leaves no worker behind: each hands off when its pipe ends", async () => {
    const yard = new Yard(several(2), { "bd-00": ["waits"], "bd-01": ["waits"] });
    const coordinator = yard.start();
    await yard.until("two claims", () => hasClaims(yard, 2));
    coordinator.kill("SIGKILL");
    await coordinator.ended;
    await yard.until("all workers are gone", () => !yard.pids.some(isAlive));
    expect(yard.notes.filter((note) => note.startsWith("orphaned")).toSorted()).toEqual([
      "orphaned worker.1 bd-00",
      "orphaned worker.2 bd-01",
    ]);
    const next = yard.start();
    expect([await next.ended, next.output()]).toEqual([
      { code: 0, signal: null },
      expect.stringContaining("closed issue bd-01"),
    ]);
    expect(yard.closed).toEqual(["bd-00", "bd-01"]);
  });

  test("a worker that says nothing for longer than its lease is told to stop, then killed; another one does its issue", async () => {
    const yard = new Yard(several(1), { "bd-00": ["deaf"] });
    const coordinator = yard.start({ silenceMs: 4000, graceMs: 1000 });
    await yard.until("a claim", () => hasClaims(yard, 1));
    expect(await coordinator.ended).toEqual({ code: 0, signal: null });
    const text = coordinator.output();
    expect([
      text.includes("told to stop"),
      text.includes(": killed\n"),
      text.includes("died on bd-00 (SIGKILL)"),
    ]).toEqual([true, true, true]);
    expect(yard.closed).toEqual(["bd-00"]);
  });

  test("the sentence of a worker that cannot begin is the coordinator's, and nothing more is started", async () => {
    const yard = new Yard(
      several(5),
      Object.fromEntries(Object.keys(several(5)).map((id) => [id, ["unusable", "unusable"]])),
    );
    const coordinator = yard.start({ maxParallel: 1 });
    await coordinator.ended;
    expect(yard.endOf(coordinator.pid)).toMatchObject({
      reason: "worker",
      message: "error: no model is named",
      started: 1,
    });
  });

  test("--json prints its own rows by the published schema and the rows of its workers as they were said (H07)", async () => {
    const yard = new Yard(several(3), { "bd-01": ["fails"], "bd-02": ["dies"] });
    const coordinator = yard.start({}, "--json");
    await coordinator.ended;
    const lines = coordinator
      .output()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; seq: number; row?: { kind: string } });
    const own = lines.filter(({ kind }) => kind === "tusk.coordinator.row.v1");
    const judge = compileSchema(publishedSchema("tusk.coordinator.row.v1") ?? false);
    expect(own.map((line) => judge(line as never)).filter((findings) => findings.length > 0)).toEqual([]);
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, at) => at));
    expect(own.at(-1)?.row).toMatchObject({ kind: "coordinator.finished", reason: "done", closed: ["bd-00", "bd-02"] });
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(["tusk.coordinator.row.v1", "tusk.harness.row.v1", "tusk.worker.ended.v1"]),
    );
  });

  test("a reader that goes away ends it in good order", async () => {
    const yard = new Yard(several(30), {});
    const command = `${shellLine([process.execPath, MAIN, yard.folder, "{}"])} | head -n 2`;
    const piped = started("/bin/sh", ["-c", command], { ...process.env, SCRIPT: "{}" });
    await piped.ended;
    await yard.until("all workers are gone", () => !yard.pids.some(isAlive));
    expect(yard.closed.length).toBeLessThan(30);
  });
});

describe.skipIf(!existsSync(SCRIPT))("at a terminal", () => {
  test.each([100, 20])(
    "the board of %i columns shows who does what, no row is wider, and titles command nothing",
    async (columns) => {
      const yard = new Yard(
        { "bd-1": { title: "evil \u001B[2J\u009B31m title 好" }, "bd-2": { title: "plain" } },
        { "bd-1": ["waits"] },
      );
      const shown = yard.startAtTerminal(columns);
      await yard.until("the board", () => /\nworker\.1 /.test(shown.output()));
      await yard.until("the other is closed", () => yard.closed.length === 1);
      // The one that waits may begin last: what has not begun cannot be killed.
      await yard.until("both have begun", () => yard.pids.length >= 2);
      for (const pid of yard.pids) if (isAlive(pid)) process.kill(pid, "SIGKILL");
      await yard.until("all is closed", () => yard.closed.length === 2);
      await shown.ended;
      const raw = shown.output();
      expect([raw.includes("\u001B[2J"), raw.includes("\u009B")]).toEqual([false, false]);
      const texts = raw.split(/\r?\n|\r/).map((row) => row.replaceAll(/\u001B\[[0-?]*[ -/]*[@-~]/g, ""));
      expect(texts.filter((text) => displayWidth(text) > columns)).toEqual([]);
      expect(texts.some((text) => text.startsWith("worker.1"))).toBe(true);
      expect(raw).toContain("of 2 workers");
    },
  );
});

function hasClaims({ folder }: Yard, count: number): boolean {
  return readdirSync(join(folder, "claims")).filter((name) => name.endsWith(".owner")).length >= count;
}
