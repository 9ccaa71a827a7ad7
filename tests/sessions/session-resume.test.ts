import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { compileSchema, publishedSchema } from "#kernel";
import { openFileJournal } from "#memory";
import { tusk } from "../cli/program.ts";
import { steppingClock } from "../journal/journals.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { agentModule, cutSession, folderWithPackage } from "./agent-folder.ts";
import { recordState } from "./recorded-state.ts";

const folder = temporaryFolder();
const GO_ON = "go on with: tusk session resume s1 --agent <module>\n";
let home = "";

beforeEach(() => {
  home = folderWithPackage(folder);
});

const resume = (...args: readonly string[]) => tusk(["session", "resume", ...args], { cwd: home });
const fits = (value: unknown): readonly unknown[] =>
  compileSchema(publishedSchema("session-resume.output") ?? false)(value as never);

describe("tusk session resume, without an agent", () => {
  test("settles what a kill left: a call that may have run is interrupted, and the state verifies (R11)", async () => {
    await cutSession(home, "tool.settled");
    const { code, stdout, stderr } = await resume("s1");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^mended: .*\n/);
    expect(stdout.replace(/^mended: .*\n/, "")).toBe(
      "session s1: step 1 was cut off, and has an end now\n" +
        "  tc-1-1 add: interrupted; nobody knows whether it took effect, and it is not run again\n" +
        GO_ON,
    );
    expect((await tusk(["verify"], { cwd: home })).code).toBe(0);
    expect((await resume("s1")).stdout).toBe(`session s1: nothing is open (Open)\n${GO_ON}`);
  });

  test("a call that nobody had permitted was not run", async () => {
    await cutSession(home, "tools.requested");
    const { code, stdout } = await resume("s", "--json");
    const data: unknown = JSON.parse(stdout);
    expect([code, stdout.trimEnd().split("\n").length, fits(data)]).toEqual([0, 1, []]);
    expect(data).toMatchObject({
      action: "session.resume",
      sessionId: "s1",
      step: 1,
      settled: [{ toolCallId: "tc-1-1", tool: "add", outcome: "not_run" }],
      phase: "Open",
    });
    expect((await tusk(["verify"], { cwd: home })).code).toBe(0);
  });

  test("a session that has ended is not written to", async () => {
    await recordState(home, "s1");
    const path = join(home, ".premath/sessions/s1.jsonl");
    const before = readFileSync(path);
    expect(await resume("s1")).toEqual({
      code: 0,
      stdout: `session s1: nothing is open (Completed)\n${GO_ON.replace("\n", " --input <text>\n")}`,
      stderr: "",
    });
    expect(readFileSync(path)).toEqual(before);
  });

  test("flags of the agent need one; a session that is not there is named with those that are", async () => {
    await recordState(home, "s1");
    expect(await resume("s1", "--input", "x")).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: --input is for the agent that goes on; name it with --agent\n",
    });
    expect(await resume("t")).toEqual({ code: 1, stdout: "", stderr: "error: there is no session t; there are: s1\n" });
  });
});

describe("tusk session resume --agent", () => {
  test.each(["function", "options"] as const)("goes on with what a module exports: %s", async (exported) => {
    await cutSession(home, "tool.settled");
    const { code, stdout, stderr } = await resume("s1", "--agent", agentModule(home, exported));
    expect(stdout.split("\n")).toEqual([
      "step 2",
      '  * tc-2-1 add {"a":5,"b":2.5}',
      "  = tc-2-1 add ok: 7.5",
      "step 3",
      '  * tc-3-1 add {"a":-1,"b":1}',
      '  = tc-3-1 add failed: {"code":"InvalidInput","message":"add: only from 0; received: a (number), b (number)","retryable":false}',
      "step 4",
      "  < Done.",
      "settled before, in step 1:",
      "  tc-1-1 add: interrupted; nobody knows whether it took effect, and it is not run again",
      "Completed (4 steps, 16 left)",
      "",
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    expect((await tusk(["verify"], { cwd: home })).code).toBe(0);
  });

  test("--json: one event a line, the result last", async () => {
    await cutSession(home, "tool.settled");
    const { code, stdout } = await resume("s1", "--agent", agentModule(home, "function"), "--json", "--steps", "9");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line): { readonly kind?: string } => JSON.parse(line));
    expect([code, lines[0]?.kind, lines.at(-2)?.kind]).toEqual([0, "StepStarted", "Completed"]);
    expect(fits(lines.at(-1))).toEqual([]);
    expect(lines.at(-1)).toMatchObject({
      phase: "Completed",
      settled: [{ toolCallId: "tc-1-1" }],
      run: { steps: 4, output: "Done.", budgetLeft: { steps: 6 } },
    });
  });

  test("a completed session wants to hear what is next", async () => {
    await recordState(home, "s1");
    const module = agentModule(home, "function");
    expect(await resume("s1", "--agent", module)).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: session s1 is completed\n",
    });
    expect((await resume("s1", "--agent", module, "--input", "And now?")).stdout).toContain("Completed (7 steps");
  });

  test("a run that fails says so, and its exit code is 1", async () => {
    await cutSession(home, "tool.settled");
    const { code, stdout } = await resume("s1", "--agent", agentModule(home, "function"), "--steps", "1");
    expect([code, stdout.split("\n").at(-2)]).toEqual([
      1,
      "Failed: BudgetExceeded: the budget is used up: steps (3 steps, 0 left)",
    ]);
  });

  test("Ctrl-C ends the run cleanly: the session stands as Interrupted and holds (R07)", async () => {
    await cutSession(home, "tool.settled");
    writeFileSync(
      join(home, "slow.mjs"),
      'import { agent } from "tusk-harness";\nimport { hang, scriptedModel } from "tusk-harness/testing";\n' +
        "export default ({ journal }) => agent({ model: scriptedModel([hang()]), budget: 3, journal });\n",
    );
    const child = spawn(join(ROOT, "bin/tusk"), ["session", "resume", "s1", "--agent", "slow.mjs"], { cwd: home });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      if (printed === "step 2\n") child.kill("SIGINT");
    });
    const code = await new Promise((done) => void child.on("close", done));
    expect([code, printed.split("\n").slice(0, 2), printed.split("\n").at(-2)]).toEqual([
      1,
      ["step 2", "  x cancelled: the run was cancelled while the model answered"],
      "Interrupted: the run was cancelled while the model answered (2 steps, 18 left)",
    ]);
    expect((await tusk(["session", "list"], { cwd: home })).stdout).toContain("Interrupted");
    expect((await tusk(["verify"], { cwd: home })).code).toBe(0);
  });

  test.each([
    ["is not there", undefined, /failed to read .*none\.mjs/],
    ["throws", 'throw new Error("no key");', /it throws while it loads at line 1: Error: no key/],
    ["exports nothing", "export const x = 1;", /its default export makes no agent/],
    ["makes no agent", "export default () => 7;", /its default export makes no agent/],
    ["makes one that cannot be", "export default { budget: 0 };", /the agent cannot be made: /],
  ])("a module that %s is unusable, and the session is as it was", async (_, code, said) => {
    const path = await cutSession(home, "tool.settled");
    const before = readFileSync(path);
    if (code !== undefined) writeFileSync(join(home, "none.mjs"), code);
    const ended = await resume("s1", "--agent", "none.mjs");
    expect([ended.code, ended.stdout, said.test(ended.stderr)]).toEqual([2, "", true]);
    expect(readFileSync(path)).toEqual(before);
  });

  test("a module that sees no library is told to install it", async () => {
    await cutSession(home, "tool.settled");
    writeFileSync(join(folder, "lonely.mjs"), "export default {};");
    const ended = await resume("s1", "--agent", join(folder, "lonely.mjs"));
    expect([ended.code, ended.stderr.includes("tusk-harness cannot be found from there")]).toEqual([2, true]);
  });
});

describe("a journal that is refused", () => {
  test.each([[[]], [["--agent", "agent.mjs"]]])("busy: another run has it (%j)", async (more) => {
    agentModule(home, "options");
    const path = await cutSession(home, "tool.settled");
    const held = await openFileJournal({ path, sessionId: "s1", clock: steppingClock(), sync: "never" });
    const ended = await resume("s1", ...more);
    await held.close();
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toMatch(/^error: session s1 cannot be taken up: .*s1\.jsonl: another writer has it\n$/);
  });

  test.each([[[]], [["--agent", "agent.mjs"]]])("damaged: it says where, and changes nothing (%j)", async (more) => {
    agentModule(home, "function");
    const path = await cutSession(home, "tool.settled");
    writeFileSync(path, readFileSync(path, "utf8").replace("How much is 1 + 2?", "How much is 1 + 3?"));
    const before = readFileSync(path);
    const ended = await resume("s1", ...more);
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toMatch(
      /^error: session s1 cannot be taken up: .* line 4 at byte \d+: .* cut the file to \d+ bytes\.\n$/,
    );
    expect(readFileSync(path)).toEqual(before);
  });
});
