import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { expectRefused, premath, tusk } from "./program.ts";

const folder = temporaryFolder();
const TEXT = "one\ntwo\n";
const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** A workspace of its own with one file in it. */
function workspace(): string {
  const root = mkdtempSync(join(folder, "ws-"));
  writeFileSync(join(root, "notes.md"), TEXT);
  return root;
}

function call(root: string, tool: string, args: object, ...flags: readonly string[]): Promise<Ended> {
  return tusk(["tool", "call", tool, "--args", JSON.stringify(args), "--workspace", root, ...flags]);
}

/** The answer, which has the published form whatever it says (H07). */
function answer(stdout: string): unknown {
  const reading = readJsonText(stdout, utf8);
  if (!reading.ok) throw new Error(`no JSON: ${stdout}`);
  expect(compileSchema(publishedSchema("tool-call.output") ?? false)(reading.value)).toEqual([]);
  return JSON.parse(stdout);
}

const EDIT = { filePath: "notes.md", old_string: "two", new_string: "three", replace_all: "false" };
const REPAIRED = { path: "notes.md", old_string: "two", new_string: "three", replace_all: false };
const ROW = {
  path: "notes.md",
  before: digestOf(TEXT),
  after: digestOf("one\nthree\n"),
  role: "agent",
  surface: "edit",
  basis: "unread",
};

const NO_WALLS = noWallsAtAll();

describe.concurrent(`tool call bash${NO_WALLS === undefined ? "" : ` (skipped: ${NO_WALLS})`}`, () => {
  const BASH = { command: "cat notes.md; cp notes.md copy.md; exit 3", workdir: "." };

  test.skipIf(NO_WALLS)("runs a command in a sandbox, and its row stands beside the result (T04, T05)", async () => {
    const root = workspace();
    const { code, stdout, stderr } = await call(root, "bash", BASH, "--json");
    expect({ code, stderr, answer: answer(stdout) }).toMatchObject({
      code: 0,
      stderr: "",
      answer: {
        executed: true,
        outcome: "ok",
        result: { stdout: TEXT, exit_code: 3, success: false },
        shell: {
          workdirReal: root,
          sandboxProfile: "workspace-write",
          network: "none",
          exit: { kind: "exited", code: 3 },
          stdout: { totalBytes: TEXT.length, digest: digestOf(TEXT) },
        },
      },
    });
    expect(readFileSync(join(root, "copy.md"), "utf8")).toBe(TEXT);
  });

  test.skipIf(NO_WALLS)("--profile and --network say how far it reaches", async () => {
    const root = workspace();
    const { stdout } = await call(root, "bash", BASH, "--profile", "read-only", "--network", "full", "--json");
    expect(answer(stdout)).toMatchObject({
      result: { stderr: expect.stringContaining("Read-only file system") },
      shell: { sandboxProfile: "read-only", network: "full" },
    });
    expect(readdirSync(root)).toEqual(["notes.md"]);
  });

  test.skipIf(NO_WALLS)("text for people says what walls it ran in", async () => {
    const { stdout } = await call(workspace(), "bash", BASH);
    expect(stdout).toMatch(/\n {2}ran in workspace-write, network none \((?:bwrap|unshare) [\d.]+\), \d+ ms\n$/);
  });

  test("a command has no dry run", async () => {
    const root = workspace();
    const sentence = "error: a command has no dry run: the profile read-only lets it change nothing";
    expectRefused(await call(root, "bash", BASH, "--dry-run"), sentence);
    expect(readdirSync(root)).toEqual(["notes.md"]);
  });

  test("a folder that no walls can stand around is refused under its class, and arguments need no walls", async () => {
    const { code, stdout, stderr } = await call("/tmp", "bash", BASH);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: runtime\.shell_boundary_violation: /);
    const unfit = await call("/tmp", "bash", { workdir: "." }, "--json");
    expect(answer(unfit.stdout)).toMatchObject({ executed: false, failure: { code: "InvalidInput" } });
  });
});

describe.concurrent("tool call --permissions asks the rules first, as for a model", () => {
  const REMOVE = { command: "rm notes.md", workdir: "." };

  test.skipIf(NO_WALLS)("what they would ask a person is answered by no, and nothing runs (T08)", async () => {
    const root = workspace();
    const { code, stdout } = await call(root, "bash", REMOVE, "--permissions", "workspace-write", "--json");
    expect({ code, answer: answer(stdout) }).toMatchObject({
      code: 1,
      answer: {
        executed: false,
        outcome: "denied",
        permission: { permitted: false, evidence: { decision: "expired", ruleId: "otherwise" } },
        failure: { code: "Denied", message: expect.stringContaining("none was given (otherwise") },
      },
    });
    expect(readdirSync(root)).toEqual(["notes.md"]);
  });

  test.skipIf(NO_WALLS)("--approve is a person's answer, and a row (T08)", async () => {
    const root = workspace();
    const flags = ["--permissions", "workspace-write", "--approve", "--json"];
    const { code, stdout } = await call(root, "bash", REMOVE, ...flags);
    expect({ code, answer: answer(stdout) }).toMatchObject({
      code: 0,
      answer: {
        executed: true,
        permission: {
          permitted: true,
          evidence: { decision: "approved", approvalRef: expect.stringMatching(/^sha256:/) },
          approval: { decision: "approved", scope: "once", toolCallId: "call-1" },
        },
      },
    });
    expect(readdirSync(root)).toEqual([]);
  });

  test("what they deny is denied, approved or not (T08)", async () => {
    const root = workspace();
    const { stdout } = await call(root, "edit", EDIT, "--permissions", "read-only", "--approve");
    expect(stdout).toBe(
      [
        "edit: denied (not run)",
        "  repaired  filePath (alias)",
        "  repaired  replace_all (string_boolean)",
        "  permission: deny by tools.read-only (this session may read and not change)",
        "  Denied: edit was not run: the rules of this session deny it (tools.read-only: this session may read and not change)",
        "  not retryable as it is: it is not allowed here, whatever the arguments say",
        "",
      ].join("\n"),
    );
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe(TEXT);
  });

  test("what they allow runs", async () => {
    const { code } = await call(workspace(), "edit", EDIT, "--permissions", "workspace-write");
    expect(code).toBe(0);
  });

  test("rules that are not there, and an answer to no question, end with 2", async () => {
    const root = workspace();
    expectRefused(
      await call(root, "edit", EDIT, "--permissions", "gone.json"),
      "error: failed to read rules gone.json: No such file or directory (os error 2)",
    );
    expectRefused(
      await call(root, "edit", EDIT, "--approve"),
      "error: --approve answers what rules ask: name them with --permissions",
    );
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe(TEXT);
  });
});

describe.concurrent("tool call", () => {
  test("runs the tool and answers with everything that evidence asks for (T01, T07)", async () => {
    const root = workspace();
    const { code, stdout, stderr } = await call(root, "edit", EDIT, "--json");
    expect({ code, stderr, answer: answer(stdout) }).toEqual({
      code: 0,
      stderr: "",
      answer: {
        executed: true,
        valid: true,
        args: REPAIRED,
        repairs: [
          { rule: "alias", field: "filePath" },
          { rule: "string_boolean", field: "replace_all" },
        ],
        outcome: "ok",
        result: expect.objectContaining({ path: "notes.md" }),
        shown: expect.stringContaining('"path":"notes.md"'),
        reads: [],
        artifacts: [ROW],
      },
    });
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe("one\nthree\n");
  });

  test("--dry-run says what would change, and changes nothing", async () => {
    const root = workspace();
    const { code, stdout } = await call(root, "edit", EDIT, "--dry-run", "--json");
    expect({ code, answer: answer(stdout) }).toMatchObject({
      code: 0,
      answer: { executed: false, valid: true, outcome: "ok", artifacts: [ROW], dryRun: true },
    });
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe(TEXT);
  });

  test("arguments that cannot be used are an answer with exit code 1, and nothing runs (T02, T03)", async () => {
    const root = workspace();
    const { code, stdout, stderr } = await call(root, "edit", { ...EDIT, zz: 1 }, "--json");
    const read = answer(stdout);
    expect({ code, stderr, answer: read }).toMatchObject({
      code: 1,
      stderr: "",
      answer: { executed: false, valid: false, repairs: [], outcome: "failed", failure: { code: "InvalidInput" } },
    });
    expect(read).not.toHaveProperty("args");
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe(TEXT);
  });

  test("arguments that are no JSON are InvalidInput, not a usage error (T01)", async () => {
    const { code, stdout } = await tusk(["tool", "call", "read", "--args", "{path}", "--workspace", folder, "--json"]);
    expect({ code, answer: answer(stdout) }).toMatchObject({ code: 1, answer: { failure: { code: "InvalidInput" } } });
  });

  test("a failure of the tool keeps its code, and the arguments were valid (T03)", async () => {
    const { code, stdout } = await call(workspace(), "read", { path: "none.md" }, "--json");
    expect({ code, answer: answer(stdout) }).toMatchObject({
      code: 1,
      answer: { executed: true, valid: true, outcome: "failed", failure: { code: "NotFound", retryable: false } },
    });
  });

  test("the workspace is the current folder when none is named, and arguments may come from standard input", async () => {
    const { code, stdout } = await tusk(["tool", "call", "read", "--args-file", "-", "--json"], {
      cwd: workspace(),
      input: '{"path": "notes.md"}',
    });
    expect({ code, answer: answer(stdout) }).toMatchObject({ code: 0, answer: { result: { content: TEXT } } });
  });

  test("a long answer comes in pages that fit, so that nothing of it is cut (T07)", async () => {
    const root = workspace();
    for (let at = 0; at < 200; at++) writeFileSync(join(root, `${at}${"x".repeat(240)}`), "");
    const { code, stdout } = await call(root, "ls", {}, "--json");
    const read = answer(stdout) as { readonly shown: string };
    expect(code).toBe(0);
    expect(Buffer.byteLength(read.shown)).toBeLessThanOrEqual(32_768);
    expect(read).toMatchObject({ result: { total: 201, next_offset: expect.any(Number) } });
    expect(read).not.toHaveProperty("truncation");
  });

  test.each([
    ["an unknown tool", ["raed", "--args", "{}"], "there is no tool raed; did you mean read?"],
    ["a missing workspace", ["read", "--args", "{}", "--workspace", "/none"], "the workspace /none is missing"],
    [
      "a workspace that is a file",
      ["read", "--args", "{}", "--workspace", "/dev/null"],
      "the workspace /dev/null is no folder",
    ],
    ["no arguments", ["read"], "--args <JSON> or --args-file <PATH> is required"],
  ])("%s is unusable", async (_, args, sentence) => {
    expectRefused(await tusk(["tool", "call", ...args]), `error: ${sentence}`);
  });

  test("text for people has the result, the repairs and the changes, the same under both names (H06)", async () => {
    const args = (root: string) => ["tool", "call", "edit", "--args", JSON.stringify(EDIT), "--workspace", root];
    const ended = await tusk(args(workspace()));
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toMatch(/^edit: ok\n {2}repaired {2}filePath \(alias\)\n/);
    expect(ended.stdout).toContain("\n-two\n+three\n");
    expect(ended.stdout).toContain(`\n  changed  notes.md  ${ROW.before} -> ${ROW.after}  (not read before)\n`);
    expect(await premath(args(workspace()))).toEqual(ended);
  });

  test("text of a failure says what to do", async () => {
    const { code, stdout } = await call(workspace(), "edit", {});
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^edit: failed \(not run\)\n {2}InvalidInput: edit: [^\n]+\n {2}not retryable as it is: [^\n]+'tusk tool show edit'/,
    );
  });
});
