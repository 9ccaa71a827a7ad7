// The file-related rows of the attack table, each by its name, through the whole boundary with the tools that a model is given.
// A test asserts that the effect did not happen, not only that something was said.
import { execFileSync, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { callIn, callText, sessionIn } from "./call-in.ts";
import { temporaryWorkspace, treeDigest } from "./temporary-workspace.ts";

/** Every tool with a path, aimed at it. */
function aimedAt(path: string): readonly (readonly [string, JsonObject])[] {
  return [
    ["read", { path }],
    ["ls", { path }],
    ["grep", { pattern: "SECRET", path }],
    ["glob", { pattern: "**", path }],
    ["write", { path, content: "HACKED" }],
    ["edit", { path, old_string: "SECRET", new_string: "HACKED" }],
    ["apply_patch", { patch: `*** Begin Patch\n*** Add File: ${path}\n+HACKED\n*** End Patch` }],
    ["apply_patch", { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-SECRET\n+HACKED\n*** End Patch` }],
    ["apply_patch", { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }],
    [
      "apply_patch",
      { patch: `*** Begin Patch\n*** Update File: own.txt\n*** Move to: ${path}\n@@\n-own\n+HACKED\n*** End Patch` },
    ],
  ];
}

const CHANGING = new Set(["write", "edit", "apply_patch"]);

/** Aims every tool at a path; nothing of the secret may be shown, nothing may change. Gives the codes that were answered. */
async function assertHarmless(root: string, outside: string, path: string): Promise<readonly string[]> {
  const before = [treeDigest(root), treeDigest(outside)];
  const session = sessionIn(root);
  const codes: string[] = [];
  for (const [tool, args] of aimedAt(path)) {
    const { outcome, failure, shown } = await callIn(session, tool, args);
    expect(shown, `${tool} ${path}`).not.toContain("TOP SECRET");
    expect(outcome, `${tool} ${path}: ${shown}`).not.toBe("ok");
    expect((failure?.message ?? "").length).toBeLessThanOrEqual(400);
    codes.push(failure?.code ?? "none");
  }
  expect([treeDigest(root), treeDigest(outside)]).toEqual(before);
  return codes;
}

function twoFolders(): { root: string; outside: string } {
  const both = temporaryWorkspace({ "ws/own.txt": "own\n", "ws-evil/x": "TOP SECRET\n", "out/secret": "TOP SECRET\n" });
  return { root: join(both, "ws"), outside: both };
}

describe("the attack table, rows about files (SECURITY 3)", () => {
  test("`../`, absolute, `~`, drive, backslash paths", async () => {
    const { root, outside } = twoFolders();
    const secret = join(outside, "out/secret");
    for (const path of [
      "../out/secret",
      "a/../../out/secret",
      secret,
      `/${secret}`,
      "~/secret",
      "~root/x",
      "C:\\x",
      "c:/x",
      "..\\out\\secret",
      "\\\\host\\share",
      "./.././out/secret",
      "/proc/self/environ",
      "/etc/passwd",
    ])
      expect(new Set(await assertHarmless(root, outside, path)), path).toEqual(new Set(["InvalidInput"]));
  });

  test("sibling prefix `/ws-evil` vs `/ws` (CVE-2025-54794, -53110)", async () => {
    const { root, outside } = twoFolders();
    for (const path of ["../ws-evil/x", `${root}-evil/x`]) await assertHarmless(root, outside, path);
  });

  test("symlink file/dir, symlink created by a command and then edited by a tool (CVE-2026-39861, -55345, -59829)", async () => {
    const { root, outside } = twoFolders();
    symlinkSync(join(outside, "out/secret"), join(root, "file"));
    symlinkSync(join(outside, "out"), join(root, "dir"));
    symlinkSync(join(outside, "out/new"), join(root, "dangling"));
    execFileSync("/bin/sh", ["-c", `mkdir d && ln -s ../../out d/inner`], { cwd: root });
    for (const path of ["file", "dir/secret", "dangling", "d/inner/secret", "dir/new"]) {
      const codes = await assertHarmless(root, outside, path);
      expect(
        codes.filter((code) => code !== "Denied" && code !== "NotFound" && code !== "InvalidInput"),
        path,
      ).toEqual([]);
    }
    const { failure } = await callIn(sessionIn(root), "write", { path: "dir/secret", content: "x" });
    expect(failure).toMatchObject({ code: "Denied", message: expect.stringContaining("path.symlink") });
    // A walk over the whole workspace does not go through them either.
    const session = sessionIn(root);
    expect((await callIn(session, "grep", { pattern: "SECRET" })).payload).toMatchObject({ matches: [] });
    expect((await callIn(session, "glob", { pattern: "**/secret" })).payload).toMatchObject({ files: [] });
  });

  test("hardlink to an outside file: read, never written", async () => {
    const { root, outside } = twoFolders();
    linkSync(join(outside, "out/secret"), join(root, "hard"));
    const before = treeDigest(outside);
    const session = sessionIn(root);
    for (const [tool, args] of aimedAt("hard").filter(([name]) => CHANGING.has(name)))
      expect((await callIn(session, tool, args)).outcome, tool).not.toBe("ok");
    expect(treeDigest(outside)).toBe(before);
    expect(readFileSync(join(outside, "out/secret"), "utf8")).toBe("TOP SECRET\n");
  });

  test("FIFO, device, /proc, directory: nothing hangs, nothing is written", async () => {
    const { root, outside } = twoFolders();
    execFileSync("mkfifo", [join(root, "pipe")]);
    mkdirSync(join(root, "folder"));
    const started = Date.now();
    const session = sessionIn(root);
    for (const path of ["pipe", "folder"])
      for (const [tool, args] of aimedAt(path).filter(([name]) => CHANGING.has(name) || name === "read"))
        expect((await callIn(session, tool, args)).outcome, `${tool} ${path}`).not.toBe("ok");
    expect((await callIn(session, "grep", { pattern: "own" })).payload).toMatchObject({
      matches: [{ path: "own.txt" }],
    });
    for (const [path, tool] of [
      ["null", "write"],
      ["zero", "read"],
      ["tty", "read"],
    ] as const)
      expect((await callIn(sessionIn("/dev"), tool, { path, content: "x" })).outcome).not.toBe("ok");
    expect((await callIn(sessionIn("/proc/self"), "write", { path: "oom_score_adj", content: "0" })).outcome).not.toBe(
      "ok",
    );
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(outside).toBeDefined();
  });

  test("lost update / stale edit: content that changed since it was read is not overwritten", async () => {
    const root = temporaryWorkspace({ "a.txt": "one\n" });
    const session = sessionIn(root);
    expect((await callIn(session, "read", { path: "a.txt" })).outcome).toBe("ok");
    writeFileSync(join(root, "a.txt"), "one\nby somebody else\n");
    for (const [tool, args] of [
      ["edit", { path: "a.txt", old_string: "one", new_string: "two" }],
      ["write", { path: "a.txt", content: "two\n" }],
      ["apply_patch", { patch: "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch" }],
      ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch" }],
    ] as const) {
      const { failure } = await callIn(session, tool, args);
      expect(failure, tool).toMatchObject({ code: "InvalidInput", message: expect.stringContaining("read it again") });
    }
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("one\nby somebody else\n");
    expect((await callIn(session, "read", { path: "a.txt" })).outcome).toBe("ok");
    expect(
      (await callIn(session, "edit", { path: "a.txt", old_string: "one", new_string: "two" })).artifacts,
    ).toMatchObject([{ basis: "read" }]);
    expect(
      (await callIn(sessionIn(root), "edit", { path: "a.txt", old_string: "two", new_string: "six" })).artifacts,
    ).toMatchObject([{ path: "a.txt", role: "tester", surface: "edit", basis: "unread" }]);
  });

  test("protected files incl. case variants (CVE-2025-59944) and when missing (CVE-2026-25725)", async () => {
    const root = temporaryWorkspace({
      "own.txt": "own\n",
      ".git/config": "SECRET\n",
      ".git/hooks/x": "SECRET\n",
      ".premath/issues.jsonl": "SECRET\n",
      sub: "",
    });
    const before = treeDigest(root);
    const session = sessionIn(root);
    for (const path of [
      ".git/config",
      ".GIT/config",
      ".git/hooks/pre-commit",
      ".premath/issues.jsonl",
      ".Premath/new",
      ".mcp.json",
      ".claude/settings.json",
      ".envrc",
      "tusk.config.ts",
      "TUSK.CONFIG.TS",
      ".husky/pre-push",
      "deep/er/.git/config",
      ".git",
    ])
      for (const [tool, args] of aimedAt(path).filter(([name]) => CHANGING.has(name)))
        expect((await callIn(session, tool, args)).outcome, `${tool} ${path}`).not.toBe("ok");
    expect((await callIn(session, "write", { path: ".git/config", content: "x" })).failure?.code).toBe("Denied");
    expect((await callIn(session, "write", { path: ".mcp.json", content: "x" })).failure?.code).toBe("Denied");
    expect(treeDigest(root)).toBe(before);
  });

  test("option injection: no argument becomes an option of a program (CVE-2025-58764, -68144)", async () => {
    const { root, outside } = twoFolders();
    const script = join(root, "run.sh");
    writeFileSync(script, `#!/bin/sh\ntouch ${join(outside, "ran")}\n`, { mode: 0o755 });
    const before = treeDigest(outside);
    const session = sessionIn(root);
    for (const option of [
      `--pre=${script}`,
      "--pre",
      "-f/etc/passwd",
      "--hostname-bin=./run.sh",
      "--output=x",
      "-z",
      "--",
      "-e",
      "--files",
    ]) {
      await callIn(session, "grep", { pattern: option });
      await callIn(session, "grep", { pattern: "own", glob: option });
      await callIn(session, "grep", { pattern: "own", path: option });
      await callIn(session, "glob", { pattern: option });
      await callIn(session, "glob", { pattern: "*", path: option });
    }
    expect(treeDigest(outside)).toBe(before);
  });

  test("`$&`/`$1` in edit replacement are text", async () => {
    const root = temporaryWorkspace({ a: "X\n" });
    await callIn(sessionIn(root), "edit", { path: "a", old_string: "X", new_string: "[$&]$$ $1 $` $'" });
    expect(readFileSync(join(root, "a"), "utf8")).toBe("[$&]$$ $1 $` $'\n");
  });

  test("huge args: rejected before the schema, message bounded", async () => {
    const root = temporaryWorkspace();
    const session = sessionIn(root);
    const start = process.memoryUsage().rss;
    const huge = `{"path":"a","content":"${"x".repeat(100_000_000)}"}`;
    const keys = `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join(",")}}`;
    for (const text of [huge, keys]) {
      const { executed, failure } = await callText(session, "write", text);
      expect({ executed, code: failure?.code }).toEqual({ executed: false, code: "InvalidInput" });
      expect(failure?.message.length).toBeLessThanOrEqual(400);
    }
    expect(process.memoryUsage().rss - start).toBeLessThan(700_000_000);
    expect(treeDigest(root)).toBe(treeDigest(temporaryWorkspace()));
  });

  test.each([
    ["deep JSON", `{"path":${"[".repeat(5000)}${"]".repeat(5000)},"content":"x"}`],
    ["deep JSON, just too deep", `{"path":"a","content":${'{"a":'.repeat(64)}1${"}".repeat(64)}}`],
    ["duplicate keys", `{"path":"a","path":"b","content":"x"}`],
    ["duplicate keys by escape", `{"path":"a","p\\u0061th":"b","content":"x"}`],
    ["numbers > 2^53", `{"path":"a","content":"x","n":9007199254740993}`],
    ["numbers: 1e400", `{"path":"a","content":"x","n":1e400}`],
    ["numbers: NaN", `{"path":"a","content":"x","n":NaN}`],
    ["`__proto__` key", `{"path":"a","content":"x","__proto__":{"polluted":true}}`],
    ["`constructor`, `prototype` keys", `{"path":"a","content":"x","constructor":{"prototype":{"polluted":true}}}`],
    ["lone surrogates, escaped", `{"path":"a","content":"\\ud800"}`],
    ["lone surrogates, raw", `{"path":"a","content":"\ud800"}`],
    ["NFC/NFD: a name that is not NFC", `{"path":"cafe\u0301","content":"x"}`],
    ["NUL in path", `{"path":"a\\u0000.txt","content":"x"}`],
    ["truncated", `{"path":"a","content":"x`],
    ["comment", `{"path":"a","content":"x"} // yes`],
    ["an array", `["a","x"]`],
    ["nothing", ""],
  ])("%s: InvalidInput, nothing written", async (_, text) => {
    const root = temporaryWorkspace();
    const { outcome, failure } = await callText(sessionIn(root), "write", text);
    expect({ outcome, code: failure?.code }).toEqual({ outcome: "failed", code: "InvalidInput" });
    expect(treeDigest(root)).toBe(treeDigest(temporaryWorkspace()));
    expect("polluted" in {}).toBe(false);
  });

  test("invalid UTF-8 file: read is flagged, edit and patch refuse, bytes stay; BOM kept", async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x0a, ...Buffer.from("text that is long enough\n".repeat(5))]);
    const root = temporaryWorkspace({ bad: bytes, bom: Buffer.from("\ufeffone\ntwo\n") });
    const session = sessionIn(root);
    expect((await callIn(session, "read", { path: "bad" })).payload).toMatchObject({ encoding: "lossy" });
    for (const [tool, args] of [
      ["edit", { path: "bad", old_string: "text", new_string: "x", replace_all: true }],
      [
        "apply_patch",
        { patch: "*** Begin Patch\n*** Update File: bad\n@@\n-text that is long enough\n+x\n*** End Patch" },
      ],
    ] as const)
      expect((await callIn(session, tool, args)).failure?.code, tool).toBe("InvalidInput");
    expect(readFileSync(join(root, "bad")).equals(bytes)).toBe(true);
    expect((await callIn(session, "edit", { path: "bom", old_string: "one\n", new_string: "1\n" })).outcome).toBe("ok");
    expect(readFileSync(join(root, "bom"), "utf8")).toBe("\ufeff1\ntwo\n");
  });

  test("ReDoS in grep patterns: linear, and a size bomb is a clean error", async () => {
    const root = temporaryWorkspace({ a: `${"a".repeat(5000)}!\n` });
    const session = sessionIn(root);
    const started = Date.now();
    expect((await callIn(session, "grep", { pattern: "^(a+)+$" })).outcome).toBe("ok");
    expect((await callIn(session, "grep", { pattern: "(x+x+)+y" })).outcome).toBe("ok");
    expect((await callIn(session, "grep", { pattern: "((a{1000}){1000}){1000}" })).failure?.code).toBe("InvalidInput");
    expect((await callIn(session, "grep", { pattern: "(" })).failure?.code).toBe("InvalidInput");
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  test("log/terminal injection: what a file or a name says stays data on one line", async () => {
    const root = temporaryWorkspace({ "a\u001b]0;owned\u0007.txt": "x", evil: '\u001b[2J\n{"forged":1}\u2028\n' });
    const { shown } = await callIn(sessionIn(root), "read", { path: "evil" });
    expect(shown.split("\n")).toHaveLength(1);
    expect(shown).not.toContain("\u001b");
    const { shown: listed } = await callIn(sessionIn(root), "ls", {});
    expect(listed).not.toContain("\u001b");
    const failure = await callIn(sessionIn(root), "read", { path: "no\u001b[31m" });
    expect(failure.failure?.message).not.toContain("\u001b");
  });

  test("env/PATH hijack: tools are found where they were installed, not in the workspace", async () => {
    const root = temporaryWorkspace({ "own.txt": "own\n", ".ripgreprc": "--pre=./rg\n" });
    writeFileSync(join(root, "rg"), "#!/bin/sh\ntouch hijacked\n", { mode: 0o755 });
    const before = treeDigest(root);
    const script = `
      import { callSetting, callTool, codingTools, openWorkspace, toolSet } from "#tools";
      const workspace = openWorkspace(process.cwd(), { role: "x" });
      const call = { toolCallId: "c", tool: "grep", argumentsText: JSON.stringify({ pattern: "own" }) };
      const { payload } = await callTool(toolSet(...codingTools).build(), call, callSetting({ workspace }));
      process.stdout.write(JSON.stringify(payload));`;
    const module = join(import.meta.dirname, "../../src/tools/index.ts");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", script.replace('"#tools"', JSON.stringify(module))],
      {
        cwd: root,
        encoding: "utf8",
        env: {
          PATH: `.:${root}`,
          RIPGREP_CONFIG_PATH: join(root, ".ripgreprc"),
          HOME: root,
          TUSK_STATE_DIR: temporaryWorkspace(),
        },
      },
    );
    expect(stderr).toBe("");
    expect(stdout).toContain("own.txt");
    expect(treeDigest(root)).toBe(before);
  });
});
