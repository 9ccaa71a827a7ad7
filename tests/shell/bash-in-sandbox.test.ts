import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test as every } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "#kernel";
import type { Settlement } from "#ports";
import { callTool } from "../../src/tools/boundary/call-tool.ts";
import { toResultDraft } from "../../src/tools/boundary/to-result-draft.ts";
import { callSetting } from "../../src/tools/call-setting.ts";
import { openSandbox } from "../../src/tools/sandbox/open-sandbox.ts";
import { bashTool } from "../../src/tools/shell/bash.ts";
import { toolSet } from "../../src/tools/tool-set.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { sessionIn } from "../tools/call-in.ts";
import { temporaryWorkspace } from "../tools/temporary-workspace.ts";

const missing = noWallsAtAll();
const test = every.skipIf(missing);
if (missing !== undefined) process.stderr.write(`skipped: ${missing}\n`);

interface Given {
  readonly root?: string;
  readonly signal?: AbortSignal;
}

/** One call of the shell tool in a real sandbox, as a model would make it. */
async function bash(args: JsonObject, given: Given = {}): Promise<Settlement> {
  const { root = temporaryWorkspace(), signal = new AbortController().signal } = given;
  const sandbox = await openSandbox({ root, profile: "workspace-write", network: "none" });
  onTestFinished(() => sandbox.close());
  const call = { toolCallId: "call-1", tool: "bash", argumentsText: JSON.stringify({ workdir: ".", ...args }) };
  return callTool(toolSet(bashTool(sandbox)).build(), call, callSetting({ workspace: sessionIn(root), signal }));
}

function field(payload: Json, name: string): Json | undefined {
  return isJsonObject(payload) ? payload[name] : undefined;
}

test("a command writes in its workspace and nowhere else, and answers in seed 004's form (T04, T05)", async () => {
  const root = temporaryWorkspace({ "sub/": "" });
  const command = "echo in > here; pwd; echo out > /usr/tusk-was-here";
  const { outcome, payload } = await bash({ command, workdir: "sub" }, { root });
  expect([outcome, existsSync(join(root, "sub/here")), existsSync("/usr/tusk-was-here")]).toEqual(["ok", true, false]);
  expect(payload).toEqual({
    command,
    shell: expect.stringMatching(/^\/bin\/(?:ba)?sh -lc$/),
    stdout: `${root}/sub\n`,
    stderr: expect.stringContaining("/usr/tusk-was-here"),
    exit_code: 1,
    success: false,
  });
});

test("nothing of our environment reaches a command, and nothing answers it (T05)", async () => {
  process.env["TUSK_CANARY"] = "canary-value";
  const { payload } = await bash({ command: "env; read -r line; echo read:$?; echo x > /dev/tty" });
  expect(field(payload, "stdout")).not.toContain("canary-value");
  expect(field(payload, "stdout")).toContain("read:1\n");
  expect(field(payload, "success")).toBe(false);
});

test("at the soft timeout a cleanup handler runs; what ignores it is killed (T04)", async () => {
  const soft = await bash({
    command: "trap 'echo cleared; exit 5' TERM; while :; do sleep 0.05; done",
    timeout_ms: 400,
  });
  expect(soft.payload).toMatchObject({
    stdout: "cleared\n",
    exit_code: 5,
    timed_out: true,
    timeout_kind: "soft",
  });
  const hard = await bash({ command: "trap '' TERM; while :; do sleep 0.05; done", timeout_ms: 100 });
  expect(hard.payload).toMatchObject({ exit_code: null, timed_out: true, timeout_kind: "hard" });
});

test("a command that ends while a daemon holds its pipe answers within 3 s, and the daemon is gone (T04)", async () => {
  const started = performance.now();
  const { payload } = await bash({ command: "setsid sh -c 'sleep 60; echo late' & echo done" });
  expect(payload).toMatchObject({ stdout: "done\n", exit_code: 0, success: true });
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("an abort ends it at once (T04)", async () => {
  const stop = new AbortController();
  const root = temporaryWorkspace();
  const settling = bash({ command: "sleep 1.5; touch late" }, { root, signal: stop.signal });
  await wait(900);
  stop.abort();
  const { outcome, shell } = await settling;
  await wait(1_500);
  expect([outcome, shell?.exit, existsSync(join(root, "late"))]).toEqual(["interrupted", { kind: "aborted" }, false]);
});

test("a flood is cut at the cap, to the byte (T05)", async () => {
  const { payload, shell } = await bash({ command: "yes" });
  expect(payload).toMatchObject({ exit_code: null, output: { limit_reached: true } });
  expect([shell?.exit.kind, shell?.stdout.totalBytes]).toEqual(["output_limit", 64 * 1024 * 1024]);
});

test("the row becomes the evidence that the gate asks for (T05)", async () => {
  const settlement = await bash({ command: "true" });
  const draft = toResultDraft(settlement, {
    seq: 1,
    injectionPoint: "tool_response",
    effects: ["shell"],
    root: "/repo",
  });
  expect(draft.shell).toEqual({
    commandDigest: settlement.shell?.commandDigest,
    workdir: "/repo",
    profile: "workspace-write",
    network: "none",
    exit: 0,
  });
});

test("a command that changed a protected path has failed, and its turn stops at the boundary (T05)", async () => {
  const root = temporaryWorkspace();
  const settled = await bash({ command: "mkdir -p sub/.git; echo done" }, { root });
  const draft = toResultDraft(settled, { seq: 1, injectionPoint: "tool", effects: ["shell"], root });
  expect([settled.outcome, settled.failure, settled.shell?.violations, draft.surface, draft.artifacts]).toEqual([
    "failed",
    {
      code: "Denied",
      retryable: false,
      message: "bash: the command changed what only a person may change: sub/.git",
    },
    ["sub/.git"],
    "bash",
    [{ path: `${root}/sub/.git` }],
  ]);
});
