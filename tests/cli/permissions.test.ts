import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectNoStackTrace, expectRefused, tusk } from "./program.ts";

const folder = temporaryFolder();
const RULES = {
  schema: 1,
  kind: "tusk.permissions.v1",
  id: "mine",
  rules: [{ id: "look", effect: "allow", why: "looks", tools: ["bash"], commands: [{ words: ["ls"] }], match: ["ls"] }],
};

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** The answer, which has the published form whatever it says (H07). */
function answer(kind: string, stdout: string): Record<string, unknown> {
  const reading = readJsonText(stdout, utf8);
  if (!reading.ok) throw new Error(`no JSON: ${stdout}`);
  expect(compileSchema(publishedSchema(kind) ?? false)(reading.value)).toEqual([]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("permissions check", () => {
  test.each([
    [["git status"], 0, "allow"],
    [["rm -rf src"], 1, "ask"],
    [["sudo ls"], 1, "deny"],
    [["npm test"], 1, "ask"],
    [["npm test", "--profile", "workspace-write"], 0, "allow"],
    [["--tool", "read", "--args", '{"path":"a"}'], 0, "allow"],
    [["--tool", "write", "--args", '{"path":"a"}'], 1, "deny"],
    [["--tool", "unheard", "--args", "{}"], 1, "deny"],
    [["--tool", "bash", "--args", '{"command":"cat ../x","workdir":"a"}'], 0, "allow"],
    [[`cat ${join(folder, "notes.md")}`, "--workspace", folder], 0, "allow"],
    [["cat /etc/shadow"], 1, "ask"],
  ])("%j ends with %i: %s (T08)", async (args, code, effect) => {
    const ended = await tusk(["permissions", "check", ...args, "--json"], { cwd: folder });
    expect({ code: ended.code, effect: answer("permissions-check.output", ended.stdout)["effect"] }).toEqual({
      code,
      effect,
    });
  });

  test("says what was said of every part (T08)", async () => {
    const ended = await tusk(["permissions", "check", "ls && sudo ls"], { cwd: folder });
    expect(ended).toEqual({
      code: 1,
      stdout:
        "deny by host.power of read-only\n  allow  ls: reads files and prints (read.files)\n  deny   sudo ls: it takes another user's rights, or changes the machine itself (host.power)\n",
      stderr: "",
    });
  });

  test("decides by a rule file, which denies what it does not know (T08)", async () => {
    const rules = file("mine.json", RULES);
    const [known, unknown] = await Promise.all(
      ["ls", "cat x"].map((command) =>
        tusk(["permissions", "check", command, "--rules", rules, "--json"], { cwd: folder }),
      ),
    );
    expect([known?.code, unknown?.code]).toEqual([0, 1]);
    expect(answer("permissions-check.output", unknown?.stdout ?? "")).toMatchObject({
      effect: "deny",
      ruleId: "otherwise",
      ruleSet: "mine",
    });
  });

  test("a question that cannot be used ends with 2", async () => {
    expectRefused(
      await tusk(["permissions", "check"], { cwd: folder }),
      "error: give a command, or a tool with --tool and --args",
    );
    expectRefused(
      await tusk(["permissions", "check", "ls", "--args", "{}"], { cwd: folder }),
      "error: give a command or --args, not both",
    );
    expectRefused(
      await tusk(["permissions", "check", "--args", "[]"], { cwd: folder }),
      "error: the arguments must be an object",
    );
    const broken = file("broken.json", { ...RULES, extra: 1 });
    const ended = await tusk(["permissions", "check", "ls", "--rules", broken], { cwd: folder });
    expect(ended.code).toBe(2);
    expectNoStackTrace(ended);
  });
});

describe("permissions lint", () => {
  test("a rule file that holds has a digest (T08)", async () => {
    const ended = await tusk(["permissions", "lint", file("good.json", RULES), "--json"], { cwd: folder });
    expect(ended.code).toBe(0);
    expect(answer("permissions-lint.output", ended.stdout)).toMatchObject({
      valid: true,
      ruleSet: { id: "mine", rules: 1, examples: 1 },
      problems: [],
    });
  });

  test.each<[string, unknown]>([
    ["an example that fails", { ...RULES, rules: [{ ...RULES.rules[0], match: ["rm x"] }] }],
    ["an unknown key", { ...RULES, extra: 1 }],
    ["a key twice", '{"schema":1,"schema":1}'],
    ["no JSON", "{"],
  ])("%s is an answer with exit code 1 (T08)", async (name, content) => {
    const ended = await tusk(["permissions", "lint", file(`${name}.json`, content), "--json"], { cwd: folder });
    expect(ended.code).toBe(1);
    expect(answer("permissions-lint.output", ended.stdout)["valid"]).toBe(false);
  });

  test("a file that is not there ends with 2", async () => {
    const ended = await tusk(["permissions", "lint", "none.json"], { cwd: folder });
    expect(ended.code).toBe(2);
    expectNoStackTrace(ended);
  });
});
