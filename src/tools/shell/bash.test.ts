import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { digestText, isJsonObject, type JsonObject } from "#kernel";
import { sha256 } from "#platform";
import { PortError, type Sandbox, type SandboxCommand, type Settlement, type Tool } from "#ports";
import { directSandbox } from "../../../tests/shell/direct-sandbox.ts";
import { sessionIn } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { callTool } from "../boundary/call-tool.ts";
import { ToolDispatchError } from "../boundary/tool-dispatch-error.ts";
import { callSetting } from "../call-setting.ts";
import { toolSet } from "../tool-set.ts";
import { bashTool, type ShellLine } from "./bash.ts";

function bashIn(root: string, args: JsonObject, sandbox: Sandbox = directSandbox(root)): Promise<Settlement> {
  return callIn(root, bashTool(sandbox), args);
}

function callIn(root: string, bash: Tool, args: JsonObject): Promise<Settlement> {
  const call = {
    toolCallId: "call-1",
    tool: "bash",
    argumentsText: JSON.stringify("cwd" in args ? args : { workdir: ".", ...args }),
  };
  return callTool(toolSet(bash).build(), call, callSetting({ workspace: sessionIn(root) }));
}

/** A sandbox that runs nothing and notes what it was asked for. */
function refusing(asked: SandboxCommand[]): Sandbox {
  return directSandbox("/", {
    run: (command) => {
      asked.push(command);
      return Promise.reject(new PortError("sandbox", "test", "not started"));
    },
  });
}

test("a command answers with seed 004's fields and nothing else (T04)", async () => {
  const root = temporaryWorkspace();
  const { payload, outcome } = await bashIn(root, { command: "echo out; echo err >&2" });
  expect([outcome, payload]).toEqual([
    "ok",
    {
      command: "echo out; echo err >&2",
      shell: "/bin/bash -lc",
      stdout: "out\n",
      stderr: "err\n",
      exit_code: 0,
      success: true,
    },
  ]);
});

test("a non-zero exit is a result, and so is a shell that killed itself (T04)", async () => {
  const root = temporaryWorkspace();
  const failed = await bashIn(root, { command: "exit 7" });
  expect([failed.outcome, failed.payload]).toMatchObject(["ok", { exit_code: 7, success: false }]);
  const killed = await bashIn(root, { command: "kill -9 $$" });
  expect([killed.outcome, killed.payload]).toMatchObject(["ok", { exit_code: null, success: false }]);
});

test("at its timeout a command is told to stop and may clear up (T04)", async () => {
  const root = temporaryWorkspace();
  const command = "trap 'echo cleared; exit 5' TERM; while :; do sleep 0.05; done";
  const { outcome, payload } = await bashIn(root, { command, timeout_ms: 300 });
  expect([outcome, payload]).toEqual([
    "ok",
    {
      command,
      shell: "/bin/bash -lc",
      stdout: "cleared\n",
      stderr: expect.any(String),
      exit_code: 5,
      success: false,
      timed_out: true,
      timeout_kind: "soft",
      message: expect.stringContaining("told to stop after 300 ms"),
    },
  ]);
});

test("a command that does not stop is killed after its grace (T04)", async () => {
  const root = temporaryWorkspace();
  const command = "trap '' TERM; echo on; while :; do sleep 0.05; done";
  const { payload } = await bashIn(root, { command, timeout_ms: 200 });
  expect(payload).toMatchObject({
    stdout: "on\n",
    exit_code: null,
    success: false,
    timed_out: true,
    timeout_kind: "hard",
    message: expect.stringContaining("did not end within 5000 ms more and was killed"),
  });
});

test("long and binary output comes with what was left out (T05)", async () => {
  const root = temporaryWorkspace();
  const { payload } = await bashIn(root, { command: "seq 1 20000; printf 'a\\0b' >&2" });
  const numbers = Array.from({ length: 20_000 }, (_, at) => `${at + 1}\n`).join("");
  expect(payload).toMatchObject({
    stdout: expect.stringMatching(/^1\n2\n[^]*\n\[\.\.\. 84318 bytes cut \.\.\.\]\n[^]*\n19999\n20000\n$/),
    stderr: expect.stringMatching(/^\[binary output: 3 bytes, sha256:[0-9a-f]{64}\]$/),
    output: {
      stdout: {
        total_bytes: numbers.length,
        sha256: digestText(sha256, numbers),
        retained_head: 8 * 1024,
        retained_tail: 16 * 1024,
        encoding: "utf-8",
      },
      stderr: { total_bytes: 3, encoding: "binary" },
    },
  });
});

test("a command that writes too much is ended, and the answer says so (T05)", async () => {
  const { payload } = await bashIn(temporaryWorkspace(), { command: "yes" });
  expect(payload).toMatchObject({
    exit_code: null,
    success: false,
    output: { limit_reached: true, stdout: { total_bytes: 64 * 1024 * 1024 } },
  });
});

test("lines are told as they come, neutralised, with the call they belong to (T04)", async () => {
  const root = temporaryWorkspace();
  const lines: ShellLine[] = [];
  const times: number[] = [];
  const bash = bashTool(directSandbox(root), {
    onLine: (line) => {
      lines.push(line);
      times.push(performance.now());
    },
  });
  await callIn(root, bash, {
    command: "printf '\\033[31mone\\033[0m\\n'; sleep 0.3; echo two >&2; printf end",
  });
  expect(lines).toEqual([
    { toolCallId: "call-1", stream: "stdout", line: "one" },
    { toolCallId: "call-1", stream: "stderr", line: "two" },
    { toolCallId: "call-1", stream: "stdout", line: "end" },
  ]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(200);
});

test("an abort ends the command, and what is left is an interrupted call with its row (T04)", async () => {
  const root = temporaryWorkspace();
  const stop = new AbortController();
  const set = toolSet(bashTool(directSandbox(root))).build();
  const call = {
    toolCallId: "call-1",
    tool: "bash",
    argumentsText: '{"command":"sleep 30; touch late","workdir":"."}',
  };
  const started = performance.now();
  const settling = callTool(set, call, callSetting({ workspace: sessionIn(root), signal: stop.signal }));
  await wait(200);
  stop.abort();
  const { outcome, failure, shell } = await settling;
  expect([outcome, failure?.code, shell?.exit]).toEqual(["interrupted", "Interrupted", { kind: "aborted" }]);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("the evidence row stands beside the result, however the command ended (T05)", async () => {
  const root = temporaryWorkspace({ "sub/": "" });
  const { shell, reads, artifacts } = await bashIn(root, { command: "exit 3", workdir: "sub" });
  expect([reads, artifacts]).toEqual([[], []]);
  expect(shell).toMatchObject({
    workdir: "sub",
    sandboxProfile: "workspace-write",
    network: "none",
    commandDigest: digestText(sha256, "exit 3"),
    exit: { kind: "exited", code: 3 },
    limits: { softMs: 120_000, hardMs: 5_000, maxBytes: 64 * 1024 * 1024, headBytes: 8192, tailBytes: 16_384 },
  });
});

test("the command runs in its folder of the workspace (T05)", async () => {
  const root = temporaryWorkspace({ "a/b/": "" });
  const output = async (args: JsonObject) => {
    const { payload } = await bashIn(root, { command: "pwd", ...args });
    return isJsonObject(payload) ? payload["stdout"] : payload;
  };
  expect(await output({})).toBe(`${root}\n`);
  expect(await output({ workdir: "a/b" })).toBe(`${root}/a/b\n`);
  expect(await output({ workdir: "./a" })).toBe(`${root}/a\n`);
});

test.each([
  ["..", "workdir"],
  ["/etc", "workdir"],
  ["~", "workdir"],
  ["a/../../x", "workdir"],
  ["none", "does not exist"],
  ["file", "is no folder"],
  ["out", "path.symlink"],
  ["out/etc", "path.symlink"],
  ["inner", "path.symlink"],
  ["", "workdir"],
  ["a\0b", "workdir"],
])("workdir %j is denied, and nothing is started (T05, CVE-2025-59532)", async (workdir, words) => {
  const root = temporaryWorkspace({ "a/": "", file: "" });
  symlinkSync("/", join(root, "out"));
  symlinkSync("a", join(root, "inner"));
  const asked: SandboxCommand[] = [];
  const { outcome, failure, shell } = await bashIn(root, { command: "true", workdir }, refusing(asked));
  expect([outcome, failure?.code, shell, asked]).toEqual(["denied", "Denied", undefined, []]);
  expect(failure?.message).toContain(words);
});

test.each([
  [{}, "command"],
  [{ command: "" }, "command"],
  [{ command: "a\0b" }, "NUL"],
  [{ command: "x".repeat(64 * 1024 + 1) }, "command"],
  [{ command: "é".repeat(40_000) }, "65536 bytes"],
  [{ command: "true", timeout_ms: 0 }, "timeout_ms"],
  [{ command: "true", timeout_ms: 600_001 }, "timeout_ms"],
  [{ command: "true", shell: "zsh" }, "shell"],
  [{ command: "true", workdir: null }, "workdir"],
])("arguments that do not fit start nothing (%#)", async (args, words) => {
  const asked: SandboxCommand[] = [];
  const { executed, failure } = await bashIn(temporaryWorkspace(), args, refusing(asked));
  expect([executed, failure?.code, asked]).toEqual([false, "InvalidInput", []]);
  expect(failure?.message).toContain(words);
});

test("models' other names for the fields are taken", async () => {
  const root = temporaryWorkspace({ "sub/": "" });
  const { payload, repairs } = await bashIn(root, { cmd: "pwd", cwd: "sub" });
  expect(payload).toMatchObject({ stdout: `${root}/sub\n` });
  expect(repairs.map(({ field }) => field).toSorted()).toEqual(["cmd", "cwd"]);
});

const HELD = { probe: "write outside", expected: "denied", observed: "denied" };

test.each([
  ["never tried", []],
  ["tried and found open", [HELD, { ...HELD, observed: "written" }]],
])("a sandbox that was %s runs nothing (T05)", async (_how, attestation) => {
  const asked: SandboxCommand[] = [];
  const ended = bashIn(temporaryWorkspace(), { command: "true" }, { ...refusing(asked), attestation });
  await expect(ended).rejects.toSatisfy(
    (error) =>
      error instanceof ToolDispatchError &&
      error.cause instanceof PortError &&
      error.cause.code === "runtime.shell_boundary_violation",
  );
  expect(asked).toEqual([]);
});

test("what a sandbox throws is an error of the run, not a result", async () => {
  const ended = bashIn(temporaryWorkspace(), { command: "true" }, refusing([]));
  await expect(ended).rejects.toBeInstanceOf(ToolDispatchError);
});

test("a call is given up only after every command has had its time (T04)", () => {
  expect(bashTool(directSandbox("/")).timeoutMs).toBeGreaterThan(600_000 + 5_000);
});

test("a workdir that is made into a link meanwhile is the sandbox's to refuse: the tool hands over a plain relative path", async () => {
  const root = temporaryWorkspace();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a/file"), "");
  const asked: SandboxCommand[] = [];
  await bashIn(root, { command: "true", workdir: "a/" }, refusing(asked)).catch(() => undefined);
  expect(asked.map(({ workdir }) => workdir)).toEqual(["a"]);
});
