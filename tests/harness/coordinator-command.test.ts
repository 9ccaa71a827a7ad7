import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema } from "#kernel";
import { type Name, program } from "../cli/program.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FOLDER = temporaryFolder();
const DROPPED = /_API_KEY$|^TUSK_MODEL$|^PREMATH_/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DROPPED.test(name)));
const WORK = ["--work-cmd", 'echo "$PREMATH_ISSUE_ID" > "done-$PREMATH_ISSUE_ID"', "--verify-cmd", "true"];

interface Row {
  readonly id: string;
  readonly needs?: readonly string[];
}

/** A repository with a commit and these issues. */
class Place {
  readonly cwd = mkdtempSync(join(FOLDER, "place-"));

  constructor(rows: readonly Row[], name = "issues.jsonl") {
    this.git("init", "-q", "-b", "main");
    writeFileSync(join(this.cwd, "a.txt"), "a\n");
    this.git("add", "a.txt");
    this.git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "first");
    execFileSync("mkdir", ["-p", join(this.cwd, ".premath")]);
    const at = "2026-01-01T00:00:00Z";
    const lines = rows.map(({ id, needs = [] }) => {
      const dependencies = needs.map((other) => ({ issue_id: id, depends_on_id: other, type: "blocks" }));
      return JSON.stringify({
        id,
        title: `Issue ${id}`,
        status: "open",
        priority: 2,
        issue_type: "task",
        created_at: at,
        updated_at: at,
        ephemeral: false,
        dependencies,
      });
    });
    writeFileSync(join(this.cwd, ".premath", name), `${lines.join("\n")}\n`);
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.cwd, encoding: "utf8" });
  }

  coordinator(name: Name, ...args: readonly string[]): Promise<Ended> {
    return program(name, ["coordinator", ...args], { cwd: this.cwd, env, timeout: 55_000 });
  }

  get statuses(): Readonly<Record<string, string>> {
    const lines = readFileSync(join(this.cwd, ".premath/issues.jsonl"), "utf8").split("\n").filter(Boolean);
    return Object.fromEntries(
      lines.map((line) => JSON.parse(line) as { id: string; status: string }).map(({ id, status }) => [id, status]),
    );
  }
}

type Line = {
  readonly kind: string;
  readonly row: { readonly kind: string; readonly worker?: string; readonly reason?: string };
};

describe("tusk coordinator (M12, M13)", () => {
  test("two real workers close what is ready, then what becomes ready; their commits are on the branch", async () => {
    const place = new Place([{ id: "bd-1" }, { id: "bd-2" }, { id: "bd-3", needs: ["bd-1"] }]);
    const ended = await place.coordinator("tusk", ...WORK);
    expect([ended.stderr, ended.code]).toEqual(["", 0]);
    expect(ended.stdout).toMatch(
      /^\[coordinator\] round=1 ready=2\n\[coordinator\] worker\.1 starts on bd-1 Issue bd-1\n/,
    );
    expect(ended.stdout).toMatch(/\[coordinator\] done\n {2}3 workers were started, 3 closed, 0 left; /);
    expect(place.statuses).toEqual({ "bd-1": "closed", "bd-2": "closed", "bd-3": "closed" });
    expect(place.git("ls-files").split("\n").filter(Boolean)).toEqual(["a.txt", "done-bd-1", "done-bd-2", "done-bd-3"]);
  });

  test("on a KPI of rollback no additional worker is started, and it says what to type (M13)", async () => {
    const place = new Place([{ id: "bd-1" }, { id: "bd-2" }]);
    const finishedAt = new Date().toISOString();
    const rows = [1, 2, 3, 4, 5].map((n) => ({
      schema: 1,
      stepKind: "premath.harness.step.v1",
      stepId: `w.x.${n}`,
      issueId: "x",
      action: "worker.loop",
      resultClass: "failed_checks",
      finishedAt,
    }));
    writeFileSync(
      join(place.cwd, ".premath/harness_trajectory.jsonl"),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
    const ended = await place.coordinator("tusk", ...WORK, "--json");
    expect([ended.stderr, ended.code, place.statuses]).toEqual(["", 0, { "bd-1": "closed", "bd-2": "closed" }]);
    const lines = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    const own = lines.filter(({ kind }) => kind === "tusk.coordinator.row.v1");
    const judge = compileSchema(publishedSchema("tusk.coordinator.row.v1") ?? false);
    expect(own.flatMap((line) => judge(line as never))).toEqual([]);
    let running = 0;
    const atOnce = own.map(
      ({ row }) => (running += row.kind === "coordinator.started" ? 1 : row.kind === "coordinator.ended" ? -1 : 0),
    );
    expect([Math.max(...atOnce), running]).toEqual([1, 0]);
    expect(own.find(({ row }) => row.kind === "coordinator.paused")?.row).toMatchObject({
      reason: "kpi",
      command: 'tusk kpi; then tusk kpi --remediate "what was done"',
    });
  });

  test("a circle of dependencies starts nothing and is a refusal", async () => {
    const place = new Place([{ id: "a", needs: ["b"] }, { id: "b", needs: ["a"] }, { id: "c" }]);
    const ended = await place.coordinator("premath", ...WORK);
    expect(ended).toEqual({
      code: 1,
      stderr: "",
      stdout: [
        "[coordinator] round=1 ready=1",
        "[coordinator] nothing more is started: dependencies run in a circle: a -> b -> a; type: tusk dep diagnostics; then tusk dep remove ISSUE_ID DEPENDS_ON_ID",
        "[coordinator] refused: dependencies run in a circle: a -> b -> a",
        "  0 workers were started, 0 closed, 0 left; 1 ready, 0 in progress, 0 blocked",
        "  look at: tusk dep diagnostics",
        "  go on:   tusk coordinator",
        "  check:   tusk verify",
        "",
      ].join("\n"),
    });
  });

  test("nothing ready is a good end", async () => {
    const place = new Place([]);
    const ended = await place.coordinator(
      "premath",
      "--worktree",
      "../w1",
      "--rounds",
      "1",
      "--mutation-mode",
      "human-override",
      "--override-reason",
      "test",
    );
    expect([ended.code, ended.stderr, ended.stdout.split("\n").slice(0, 2)]).toEqual([
      0,
      "",
      ["[coordinator] round=1 ready=0", "[coordinator] done"],
    ]);
  });

  test("what a worker cannot use is the command's own error", async () => {
    const place = new Place([{ id: "bd-1" }]);
    const ended = await place.coordinator("tusk", "--verify-cmd", "true");
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/^error: no model is named; [^\n]+\n$/)]);
    expect(place.statuses).toEqual({ "bd-1": "open" });
  });

  test.each([
    [
      "a name of workers that is no folder's",
      ["--worker-prefix", "../x"],
      /^error: --worker-prefix is the beginning of a folder's name/,
    ],
    ["no worker at all", ["--max-parallel", "0"], /^error: invalid value '0' for '--max-parallel <N>'/],
    ["a flag nobody knows", ["--workers", "3"], /^error: unexpected argument '--workers' found/],
  ])("%s is a usage error", async (_, args, sentence) => {
    const ended = await new Place([]).coordinator("tusk", ...args);
    expect([ended.code, ended.stdout, sentence.test(ended.stderr)]).toEqual([2, "", true]);
  });

  test("a trajectory that is none holds nobody back, and what it keeps workers from is told", async () => {
    const place = new Place([{ id: "bd-1" }]);
    execFileSync("mkdir", [join(place.cwd, ".premath/harness_trajectory.jsonl")]);
    const ended = await place.coordinator("tusk", ...WORK);
    expect([ended.stderr, ended.code, place.statuses]).toEqual(["", 1, { "bd-1": "open" }]);
    expect(ended.stdout).toContain("[coordinator] worker.1 failed on bd-1: failed to read harness trajectory rows");
  });

  test("without issues there is nothing to coordinate", async () => {
    const ended = await new Place([], "other.jsonl").coordinator("tusk", ...WORK);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([
      2,
      "",
      expect.stringMatching(/^error: there is no issue file .*issues\.jsonl/),
    ]);
  });
});
