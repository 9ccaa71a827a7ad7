import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { noWalls } from "../support/no-walls.ts";
import { ROOT } from "../support/root.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRefused, tusk } from "./program.ts";
import { published } from "./published.ts";

const folder = temporaryFolder();
const env = { ...process.env, TUSK_STATE_DIR: join(folder, "state") };

function workspace(): string {
  return mkdtempSync(join(folder, "workspace-"));
}

const WALLS = [
  "write_outside",
  "write_workspace",
  "write_protected",
  "read_masked",
  "write_kernel",
  "nested_namespace",
  "connect_out",
  "kill_double_fork",
];

const BACKENDS = (["bwrap", "unshare"] as const).map((backend) => {
  const missing = noWalls(backend);
  return { backend, missing, name: missing === undefined ? backend : `${backend} (skipped: ${missing})` };
});

describe.each(BACKENDS)("sandbox, $name", ({ backend, missing }) => {
  const run = (cwd: string, ...words: readonly string[]): Promise<Ended> =>
    tusk(["sandbox", "run", "--backend", backend, "--profile", "workspace-write", ...words], { cwd, env });

  test.skipIf(missing)("check tries every wall and says what it saw (T05)", async () => {
    const cwd = workspace();
    const check = ["sandbox", "check", "--backend", backend];
    const [text, json] = await Promise.all([tusk(check, { cwd, env }), tusk([...check, "--json"], { cwd, env })]);
    expect({ code: text.code, stderr: text.stderr }).toEqual({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/^attested: workspace-write, network none\n/);
    for (const wall of WALLS) expect(text.stdout).toMatch(new RegExp(`^  ok    ${wall} +expected`, "m"));
    expect(published("sandbox-check.output", json.stdout)).toMatchObject({
      attested: true,
      workspace: cwd,
      backend: { name: backend },
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.skipIf(missing)("run shows output as it comes and ends as the command does (T04)", async () => {
    const cwd = workspace();
    expect(await run(cwd, "--", "echo out; echo err >&2; echo x > made; exit 3")).toEqual({
      code: 3,
      stdout: "out\n",
      stderr: "err\n",
    });
    expect(readdirSync(cwd)).toEqual(["made"]);
  });

  test.skipIf(missing)(
    "a command that runs too long ends with 124, and one that writes too much is cut off",
    async () => {
      const cwd = workspace();
      const [late, loud] = await Promise.all([
        run(cwd, "--timeout", "1", "--", "sleep 60"),
        run(cwd, "--max-bytes", "5000", "--", "yes"),
      ]);
      expect(late).toEqual({
        code: 124,
        stdout: "",
        stderr: "note: the command was told to stop after 1000 ms and ended\n",
      });
      expect(loud.code).toBe(1);
      expect(loud.stderr).toContain("note: the command was ended: it wrote more than 5000 bytes (--max-bytes)\n");
    },
  );

  test.skipIf(missing)(
    "what touches a protected name ends with 1 and the path, its output shown, and nothing stays held",
    async () => {
      const cwd = workspace();
      const ended = await run(cwd, "--", "mkdir -p a/.git/hooks; echo made");
      expect(ended).toEqual({
        code: 1,
        stdout: "made\n",
        stderr: "note: runtime.shell_boundary_violation: the command changed what only a person may change: a/.git\n",
      });
      expect(readdirSync(cwd)).toEqual(["a"]);
    },
  );

  test.skipIf(missing)("an interrupt ends the command, and no placeholder is left behind", async () => {
    const cwd = workspace();
    const args = ["sandbox", "run", "--backend", backend, "--profile", "workspace-write", "--", "echo go; sleep 60"];
    const child = spawn(join(ROOT, "bin/tusk"), args, { cwd, env });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(readdirSync(cwd)).toContain(".mcp.json");
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(130);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.skipIf(missing)("an output that was cut is told, with what a model is shown of it", async () => {
    const cwd = workspace();
    const ended = await run(cwd, "--", "seq 1 20000");
    expect(ended.code).toBe(0);
    expect(ended.stdout.split("\n")).toHaveLength(20_001);
    expect(ended.stderr).toBe("note: stdout has 108894 bytes: a model is shown the first 8192 and the last 16384\n");
  });

  test.skipIf(missing)("--json gives the evidence row of the command in its published form (H07)", async () => {
    const cwd = workspace();
    mkdirSync(join(cwd, ".git"));
    const ended = await run(cwd, "--json", "--", "echo out; exit 4");
    expect(ended.code).toBe(4);
    expect(published("sandbox-run.output", ended.stdout)).toMatchObject({
      command: "echo out; exit 4",
      stdout: { text: "out\n" },
      row: { workdirReal: cwd, sandboxProfile: "workspace-write", exit: { kind: "exited", code: 4 } },
    });
  });
});

describe("sandbox", () => {
  const NO_WALLS = ["sandbox", "run", "--profile", "danger-full-access", "--"];

  test("several words are a program and its words, one is a line for the shell", async () => {
    const cwd = workspace();
    const [words, line] = await Promise.all([
      tusk([...NO_WALLS, "printf", "%s|", "a b", "$HOME", "it's", "--json", ""], { cwd, env }),
      tusk([...NO_WALLS, "printf '%s|' a b $((1+1))"], { cwd, env }),
    ]);
    expect([words, line].map(({ code, stdout }) => ({ code, stdout }))).toEqual([
      { code: 0, stdout: "a b|$HOME|it's|--json||\n" },
      { code: 0, stdout: "a|b|2|\n" },
    ]);
  });

  test("a folder that cannot be a workspace is not enforceable, and check says why (T05)", async () => {
    const [text, json] = await Promise.all(
      [[], ["--json"]].map((more) => tusk(["sandbox", "check", "--workspace", "/proc", ...more], { env })),
    );
    expect(text).toEqual({
      code: 1,
      stdout:
        "not enforceable: workspace-write, network none\n  workspace  /proc\n  problem    /proc cannot be a workspace: choose a folder of your own\n",
      stderr: "",
    });
    expect(published("sandbox-check.output", json?.stdout ?? "")).toMatchObject({
      attested: false,
      failureClass: "runtime.shell_boundary_violation",
    });
  });

  test("a workspace that is missing or no folder, and a command that no shell can take, end with 2", async () => {
    const cwd = workspace();
    writeFileSync(join(cwd, "file"), "");
    const run = ["sandbox", "run", "--profile", "danger-full-access", "--workspace"];
    expectRefused(await tusk([...run, "gone", "--", "ls"], { cwd, env }), "error: the workspace gone is missing");
    expectRefused(await tusk([...run, "file", "--", "ls"], { cwd, env }), "error: the workspace file is no folder");
    const half = "x".repeat(70_000);
    expectRefused(
      await tusk([...run, ".", "--", "echo", half, half], { cwd, env }),
      "error: the command has more than 131071 bytes: write a script and run that",
    );
  });

  test("run asks for a profile by name", async () => {
    const ended = await tusk(["sandbox", "run", "--", "ls"], { env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("  --profile <NAME>\n");
  });

  test("what a command leaves running is ended with it, whatever its profile", async () => {
    const cwd = workspace();
    const ended = await tusk([...NO_WALLS, "(setsid sh -c 'sleep 2; touch late' >/dev/null 2>&1 &)"], { cwd, env });
    expect(ended.code).toBe(0);
    await after(2500);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
