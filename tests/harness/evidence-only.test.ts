import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { tusk } from "../cli/program.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { ROOT } from "../support/root.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/*
 * An issue is closed on evidence alone (M07, M10): whatever the work says, whatever paths a check has, and on the very tree that held.
 */

const folder = temporaryFolder();
const missing = noWallsAtAll();
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PREMATH_|^TUSK_MODEL$/.test(name)));
beforeEach(({ skip }) => skip(missing !== undefined, missing));

/** A repository whose file is broken, one issue, and these checks. */
class Place {
  readonly cwd = mkdtempSync(join(folder, "place-"));

  private constructor() {}

  static async open(checks: object): Promise<Place> {
    const place = new Place();
    place.git("init", "-q", "-b", "main");
    writeFileSync(join(place.cwd, "f"), "broken\n");
    writeFileSync(join(place.cwd, "tusk.config.json"), JSON.stringify({ schema: 1, checks }));
    place.git("add", "-A");
    place.git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "first");
    await tusk(["init"], { cwd: place.cwd, env });
    await tusk(["issue", "add", "Mend f", "--id", "i-1"], { cwd: place.cwd, env });
    return place;
  }

  git(...words: readonly string[]): string {
    return execFileSync("git", words, { cwd: this.cwd, encoding: "utf8" });
  }

  worker(work: string, ...flags: readonly string[]): Promise<Ended> {
    const words = ["worker", "--worker-id", "w1", "--work-cmd", work, ...flags];
    return tusk(words, { cwd: this.cwd, env, timeout: 120_000 });
  }

  async status(): Promise<string> {
    const { stdout } = await tusk(["issue", "show", "i-1", "--json"], { cwd: this.cwd, env });
    return (JSON.parse(stdout) as { readonly issue: { readonly status: string } }).issue.status;
  }

  rows(worker: string): readonly Readonly<Record<string, unknown>>[] {
    const text = readFileSync(join(this.cwd, `.premath/workers/${worker}/journal.jsonl`), "utf8");
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  }

  async verifies(): Promise<void> {
    const { code, stdout } = await tusk(["verify"], { cwd: this.cwd, env });
    expect(code === 0 ? "" : stdout).toBe("");
  }
}

const FIXED = "grep -q fixed f";

describe("no issue is closed without evidence", { timeout: 180_000 }, () => {
  test.each([
    ["nothing was changed", "true"],
    ["something else was changed", "echo x > other"],
  ])("where %s: a required check that fails is due whatever its paths are (M10)", async (_when, work) => {
    const place = await Place.open({ test: { command: FIXED, paths: ["src/**"] } });
    const { code, stdout } = await place.worker(work);
    expect([code, stdout]).toEqual([1, expect.stringContaining("the gate refuses: mutation.use_evidence_missing")]);
    expect(await place.status()).not.toBe("closed");
    expect(place.git("log", "--format=%s", "main")).toBe("first\n");
    await place.verifies();
  });

  test("where no check is required nothing begins (M10)", async () => {
    const place = await Place.open({ test: { command: FIXED, required: false } });
    const { code, stderr } = await place.worker("true");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: no required check says when an issue is done/)]);
    expect(await place.status()).toBe("open");
  });
});

describe("a permit is for the very tree that held (M07)", { timeout: 180_000 }, () => {
  test("what a check has repaired itself is verified again, and that is what is merged", async () => {
    const place = await Place.open({ test: { command: `sed -i s/more/fixed/ f && ${FIXED}` } });
    const { code, stdout } = await place.worker("echo more >> f");
    expect(code === 0 ? "" : stdout).toBe("");
    expect(place.git("show", "main:f")).toBe("broken\nfixed\n");
    const after = place.rows("w1").filter(({ kind, when }) => kind === "step.verified" && when === "after");
    const permitted = place.rows("w1").find(({ kind }) => kind === "step.permitted");
    expect([after.length, permitted?.["tree"]]).toEqual([2, after[1]?.["tree"]]);
    await place.verifies();
  });

  test("what its checks change each time is refused", async () => {
    const place = await Place.open({ test: { command: "echo again >> f" } });
    const { code, stdout } = await place.worker("echo more >> f");
    expect([code, stdout]).toEqual([1, expect.stringContaining("work failed")]);
    expect([await place.status(), place.git("show", "main:f")]).toEqual(["in_progress", "broken\n"]);
    await place.verifies();
  });

  test("what a check leaves beside the files of the work changes nothing", async () => {
    const place = await Place.open({ test: { command: `date +%N > report.txt; ${FIXED}` } });
    const { code, stdout } = await place.worker("echo fixed > f");
    expect(code === 0 ? "" : stdout).toBe("");
    expect(place.git("show", "main:f")).toBe("fixed\n");
    expect(place.rows("w1").filter(({ kind, when }) => kind === "step.verified" && when === "after")).toHaveLength(1);
  });
});

describe("what is closed is what is merged", { timeout: 180_000 }, () => {
  test.each([
    ["git update-index --assume-unchanged check.sh; echo exit 0 > check.sh", "the index was told to look away"],
    ["git update-index --skip-worktree check.sh; echo exit 0 > check.sh", "the index was told that it is not there"],
  ])("%s: the change is seen, and merged with the rest", async (work) => {
    const place = await Place.open({ test: { command: "sh check.sh" } });
    writeFileSync(join(place.cwd, "check.sh"), `${FIXED}\n`);
    place.git("add", "-A");
    place.git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "check");
    const { code, stdout } = await place.worker(work);
    expect(code === 0 ? "" : stdout).toBe("");
    expect(place.git("show", "main:check.sh")).toBe("exit 0\n");
  });

  test("a repository among the files, which nobody would merge, is refused", async () => {
    const place = await Place.open({ test: { command: "test -f sub/x" } });
    const { code, stdout } = await place.worker("git init -q sub; touch sub/x; echo y > n");
    expect([code, stdout]).toEqual([1, expect.stringContaining("work failed, test ok")]);
    expect([await place.status(), place.git("log", "--format=%s", "main")]).not.toContain("closed");
  });

  test("a branch that has nothing in common with the target is handed off", async () => {
    const place = await Place.open({ test: { command: "true" } });
    const work = "echo fixed > f; git add -A; git -c user.name=n -c user.email=e@x commit -q --amend -m rewritten";
    const { code, stdout } = await place.worker(work);
    expect([code, stdout]).toEqual([1, expect.stringContaining("has nothing in common with main any more")]);
    expect([await place.status(), place.git("show", "main:f")]).toEqual(["open", "broken\n"]);
  });

  test("a change of what says when an issue is done is left to a person, on its branch", async () => {
    const place = await Place.open({ test: { command: "true" } });
    const { code, stdout } = await place.worker(
      `echo '{"schema":1,"checks":{"test":{"command":"true"}}}' > tusk.config.json`,
    );
    expect([code, stdout]).toEqual([1, expect.stringContaining("it changes tusk.config.json")]);
    expect([await place.status(), place.git("log", "--format=%s", "main")]).toEqual(["open", "first\n"]);
    expect(place.git("log", "--format=%s", "main..tusk/i-1")).toBe("i-1: Mend f\n");
    // Once a person has merged it, it is verified there and closed.
    place.git("merge", "-q", "--ff-only", "tusk/i-1");
    expect((await place.worker("true")).code).toBe(0);
    expect(await place.status()).toBe("closed");
  });

  test("where nothing had to be changed, the target as it is now has to hold", async () => {
    const place = await Place.open({ test: { command: "grep -q broken f" } });
    const person = "cd ../../..; echo other > f; git -c user.name=n -c user.email=e@x commit -qam person";
    const { code, stdout } = await place.worker(person);
    expect([code, stdout]).toEqual([1, expect.stringContaining("the gate refuses")]);
    expect(await place.status()).not.toBe("closed");
  });

  test("an issue that an escalation made is left to people, also with --continue-on-failure", async () => {
    const place = await Place.open({ test: { command: "true" } });
    const { code, stdout } = await place.worker("exit 1", "--continue-on-failure", "--max-steps", "9");
    expect([code, stdout]).toEqual([1, expect.stringContaining("escalated: issue_discover -> discovered")]);
    const listed = await tusk(["issue", "list", "--json"], { cwd: place.cwd, env });
    expect((JSON.parse(listed.stdout) as { readonly count: number }).count).toBe(2);
    const next = await tusk(["next"], { cwd: place.cwd, env });
    expect(next.stdout).toContain("an escalation asks for a person");
  });
});

test("told to stop while checks run, a worker hands off and ends well (M08)", { timeout: 180_000 }, async () => {
  const place = await Place.open({ test: { command: "touch begun; sleep 60" } });
  const words = ["worker", "--worker-id", "w1", "--work-cmd", "echo fixed > f", "--json"];
  const child = spawn(join(ROOT, "bin/tusk"), words, { cwd: place.cwd, env, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const begun = join(place.cwd, ".premath/worktrees/i-1/begun");
  for (let tries = 0; !existsSync(begun); tries += 1) {
    if (tries > 2000) throw new Error("the check did not begin");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const handoff = place.rows("w1").find(({ kind }) => kind === "stop.handoff");
  expect(handoff?.["reason"]).toBe("the worker was told to stop");
  expect(place.rows("w1").some(({ kind }) => kind === "boot.baseline")).toBe(false);
  await place.verifies();
});

describe("what others hold or have damaged", { timeout: 180_000 }, () => {
  test("a lease that somebody has taken under a worker's name without one is theirs", async () => {
    const place = await Place.open({ test: { command: "true" } });
    await tusk(["issue", "claim", "i-1", "--assignee", "w1"], { cwd: place.cwd, env });
    const { stdout } = await place.worker("true");
    expect(stdout).not.toContain("mended");
    expect(await place.status()).toBe("in_progress");
  });

  test("a damaged journal of another worker is told, and keeps nobody from working", async () => {
    const place = await Place.open({ test: { command: "true" } });
    await tusk(["issue", "add", "Another", "--id", "i-2"], { cwd: place.cwd, env });
    await place.worker("echo one > one");
    const path = join(place.cwd, ".premath/workers/w1/journal.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    // A step that nobody finished, and a byte that nobody wrote before it.
    const cut = lines.slice(
      0,
      lines.findIndex((line) => line.includes('"step.permitted"')),
    );
    writeFileSync(path, `${cut.map((line, at) => (at === 2 ? line.replace('"boot.', '"b00t.') : line)).join("\n")}\n`);
    const words = ["worker", "--worker-id", "w2", "--work-cmd", "echo two > two"];
    const { code, stdout } = await tusk(words, { cwd: place.cwd, env, timeout: 120_000 });
    expect([code, stdout]).toEqual([0, expect.stringContaining("closed issue i-2")]);
  });
});
