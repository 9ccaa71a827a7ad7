// What a profile promises beside its walls (T05, DESIGN 10): who may change what, what is told, and what is refused.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { digestText } from "#kernel";
import { sha256 } from "#platform";
import { openSandbox } from "#tools";
import { type ChildOrder, COMBINATIONS, eventually, place, ran, start } from "./sandbox-order.ts";

const OPEN = { profile: "workspace-write", network: "none" } as const;
const LIMITS = { softMs: 20_000, hardMs: 1000, maxBytes: 1_000_000, headBytes: 20_000, tailBytes: 20_000 };

/** What every command finds in its environment (docs/shell.md). */
const ENV_NAMES = [
  "GIT_CONFIG_COUNT",
  ...["KEY", "VALUE"].flatMap((part) => [0, 1, 2, 3, 4].map((at) => `GIT_CONFIG_${part}_${at}`)),
  ..."GIT_OPTIONAL_LOCKS GIT_PAGER GIT_TERMINAL_PROMPT HOME LANG PAGER PATH TERM TMPDIR".split(" "),
];

function git(root: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-c", "safe.directory=*", "-C", root, ...words], { encoding: "utf8" });
}

describe.each(COMBINATIONS)("profiles: $name", ({ user, backend, skipped }) => {
  const run = async (
    base: string,
    order: Omit<ChildOrder, "options"> & { options: Omit<ChildOrder["options"], "backend"> },
  ) => start(user, base, { ...order, options: { ...order.options, backend } }).report;

  test.skipIf(skipped)("the self-test at the start tries each wall and says what it saw", async () => {
    const { root, base } = place(user);
    const { attestation, backend: row } = await run(base, { options: { root, ...OPEN }, commands: [] });
    expect(attestation).toEqual([
      { probe: "write_outside", expected: "denied", observed: "denied" },
      { probe: "write_workspace", expected: "allowed", observed: "allowed" },
      { probe: "write_protected", expected: "denied", observed: "denied" },
      { probe: "read_masked", expected: "denied", observed: "denied" },
      { probe: "write_kernel", expected: "denied", observed: "denied" },
      { probe: "nested_namespace", expected: "denied", observed: "denied" },
      { probe: "connect_out", expected: "denied", observed: "denied" },
      { probe: "kill_double_fork", expected: "killed", observed: "killed" },
    ]);
    expect(row).toMatchObject({
      name: backend,
      version: expect.stringMatching(/^\d+\./),
      digest: expect.stringMatching(/^sha256:/),
    });
    expect(readdirSync(root)).toEqual([]);
    // Of the workspace itself and no other.
    expect(readdirSync(join(base, "state/sandboxes"))).toHaveLength(1);
  });

  test.skipIf(skipped).each([
    { name: "read-only", options: { profile: "read-only", network: "none" } as const },
    { name: "separated from editing", options: { ...OPEN, shellMayEdit: false } },
  ])("a shell that is $name changes nothing in the workspace, and has a /tmp all the same", async ({ options }) => {
    const { root, base } = place(user, { "ws/file": "own\n" });
    const commands = [
      {
        command:
          "echo x > new; echo x > file; rm file; mkdir folder; chmod 777 file; echo kept > /tmp/kept; echo x > ~/x && echo home",
      },
      { command: "cat /tmp/kept; ls -A ~; cat file" },
    ];
    const ends = ran(await run(base, { options: { root, ...options }, commands }));
    expect(ends.map(({ stdout }) => stdout.text)).toEqual(["home\n", "kept\nown\n"]);
    expect(readdirSync(root)).toEqual(["file"]);
    expect(readFileSync(join(root, "file"), "utf8")).toBe("own\n");
  });

  test.skipIf(skipped)("the evidence row is whole, and the command's digest is that of its text", async () => {
    const { root, base } = place(user, { "ws/sub/file": "own\n" });
    const command = "echo out; echo err >&2; exit 3";
    const [end] = ran(await run(base, { options: { root, ...OPEN }, commands: [{ command, workdir: "sub" }] }));
    const stream = {
      retainedTail: expect.any(Number),
      retainedHead: expect.any(Number),
      encoding: "utf-8",
      invalidUtf8Bytes: 0,
    };
    const digest: unknown = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    expect(end?.row).toEqual({
      workdir: "sub",
      workdirReal: join(root, "sub"),
      sandboxProfile: "workspace-write",
      network: "none",
      profileDigest: digest,
      backend: { name: backend, version: expect.any(String), digest },
      capabilityProbeDigest: digest,
      argvDigest: digest,
      commandDigest: digestText(sha256, command),
      envNames: ENV_NAMES,
      limits: LIMITS,
      exit: { kind: "exited", code: 3 },
      stdout: { ...stream, totalBytes: 4, digest: digestText(sha256, "out\n") },
      stderr: { ...stream, totalBytes: 4, digest: digestText(sha256, "err\n") },
      violations: [],
      survivorsKilled: 0,
      durationMs: expect.any(Number),
    });
    expect(end?.shell).toBe(existsSync("/bin/bash") ? "/bin/bash -lc" : "/bin/sh -lc");
  });

  test.skipIf(skipped)("a folder to work in is inside, and reached without links (CVE-2025-59532)", async () => {
    const { root, base, out } = place(user, { "ws/sub/file": "own\n" });
    symlinkSync(out, join(root, "link"));
    const commands = ["..", "/", out, "link", "missing", "sub/../..", ""].map((workdir) => ({
      command: "pwd",
      workdir,
    }));
    const { ends } = await run(base, { options: { root, ...OPEN }, commands });
    expect(ends.map(({ error }) => error)).toEqual([
      "InvalidInput",
      "InvalidInput",
      "InvalidInput",
      "Denied",
      "NotFound",
      "InvalidInput",
      "InvalidInput",
    ]);
  });

  test.skipIf(skipped)(
    "what a name table cannot hold is found after the command, and is a violation with its path",
    async () => {
      const { root, base } = place(user, { "ws/sub/file": "own\n", "ws/own/x": "", "ws/tusk.config.ts": "own\n" });
      symlinkSync("own", join(root, ".codex"));
      const { ends } = await run(base, {
        options: { root, ...OPEN },
        commands: [
          { command: "echo x > lefthook.yml" },
          { command: "mkdir -p sub/deep/.git && rm lefthook.yml" },
          { command: "rm .codex; mkdir .codex" },
          { command: "echo x >> tusk.config.ts; rm tusk.config.ts; mv tusk.config.ts y; true" },
        ],
      });
      expect(ends.map((end) => (end.error === undefined ? end.row.violations : end.error))).toEqual([
        ["lefthook.yml"],
        ["sub/deep/.git"],
        [".codex"],
        [],
      ]);
      expect(readFileSync(join(root, "tusk.config.ts"), "utf8")).toBe("own\n");
    },
  );

  test.skipIf(skipped)("repositories inside, and the folder that a .git file names, are closed as well", async () => {
    const { root, base } = place(user, {
      "ws/.git": "gitdir: .bare\n",
      "ws/.bare/config": "own\n",
      "ws/sub/inner/.git/config": "own\n",
      "ws/sub/.vscode/tasks.json": "own\n",
    });
    const paths = [".git", ".bare/config", "sub/inner/.git/config", "sub/.vscode/tasks.json"];
    const command = paths.map((path) => `echo HACKED >> ${path}; rm -rf ${path}`).join("; ");
    const before = paths.map((path) => readFileSync(join(root, path), "utf8"));
    ran(await run(base, { options: { root, ...OPEN }, commands: [{ command: `${command}; true` }] }));
    expect(paths.map((path) => readFileSync(join(root, path), "utf8"))).toEqual(before);
  });

  test.skipIf(skipped)(
    "names stay held while any sandbox runs, also when another one ends meanwhile (SECURITY, traps)",
    async () => {
      const { root, base } = place(user);
      const options = { root, backend, ...OPEN };
      const held = "echo HACKED > .mcp.json; mkdir .vscode/x; echo HACKED > .envrc";
      const long = start(user, base, {
        options,
        commands: [{ command: `touch begun; while [ ! -e go ]; do sleep 0.05; done; ${held}; true` }],
      });
      expect(await eventually(() => existsSync(join(root, "begun")))).toBe(true);
      const clear = { command: `rmdir .mcp.json .vscode; rm -rf .mcp.json .vscode .envrc; ${held}; true` };
      ran(await start(user, base, { options, commands: [clear] }).report);
      expect(readdirSync(root)).toContain(".mcp.json");
      writeFileSync(join(root, "go"), "");
      ran(await long.report);
      expect(readdirSync(root)).toEqual(["begun", "go"]);
    },
  );

  test.skipIf(skipped)("git sees nothing of the held names, neither during a command nor after it", async () => {
    const { root, base } = place(user, { "ws/file": "own\n" });
    git(root, "init", "-q");
    git(root, "add", ".");
    if (user === "nobody") execFileSync("chown", ["-R", "65534:65534", root]);
    const command = "touch /tmp/begun; git status --porcelain; sleep 1";
    const { report } = start(user, base, { options: { root, backend, ...OPEN }, commands: [{ command }] });
    expect(await eventually(() => existsSync(join(root, ".mcp.json")))).toBe(true);
    const during = git(root, "status", "--porcelain");
    const [end] = ran(await report);
    expect([during, end?.stdout.text, git(root, "status", "--porcelain")]).toEqual(Array(3).fill("A  file\n"));
    expect(readdirSync(root)).toEqual([".git", "file"]);
  });

  test.skipIf(skipped)("what somebody puts into a held name meanwhile is kept", async () => {
    const { root, base } = place(user);
    const command = "touch begun; while [ ! -e go ]; do sleep 0.05; done";
    const { report } = start(user, base, { options: { root, backend, ...OPEN }, commands: [{ command }] });
    expect(await eventually(() => existsSync(join(root, "begun")))).toBe(true);
    writeFileSync(join(root, ".vscode/settings.json"), "{}");
    writeFileSync(join(root, "go"), "");
    ran(await report);
    expect(readdirSync(root)).toEqual([".vscode", "begun", "go"]);
    expect(readdirSync(join(root, ".vscode"))).toEqual(["settings.json"]);
  });

  test.skipIf(skipped)("the network is there when it is asked for", async () => {
    const { root, base } = place(user);
    const server = createServer((socket) => socket.end("hello\n"));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const options = { root, profile: "workspace-write", network: "full" } as const;
    const [end] = ran(await run(base, { options, commands: [{ command: `cat < /dev/tcp/127.0.0.1/${port}` }] }));
    expect(end?.stdout.text).toBe("hello\n");
  });

  test.skipIf(skipped)("a workspace below /tmp, with an odd name, works as any other", async () => {
    const { base } = place(user);
    const root = `/tmp/tusk sandbox's #${process.pid}\\${backend}-${user}`;
    mkdirSync(join(root, ".git"), { recursive: true });
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    if (user === "nobody") execFileSync("chown", ["-R", "65534:65534", root]);
    const command = "pwd; echo x > inside; echo x > .git/x; ls -A /tmp | sort | tr '\\n' ' '";
    const [end] = ran(await run(base, { options: { root, ...OPEN }, commands: [{ command }] }));
    expect(end?.stdout.text).toBe(`${root}\nhome ${root.slice("/tmp/".length)} `);
    expect(readdirSync(root)).toEqual([".git", "inside"]);
    expect(readdirSync(join(root, ".git"))).toEqual([]);
  });

  // Making such mounts takes root, in a mount space of its own.
  test.skipIf(skipped || process.getuid?.() !== 0)(
    "mounts inside a workspace are writable, and one that nobody can get to does not keep walls from standing",
    async () => {
      const { root, base } = place(user, { "ws/volume/x": "" });
      mkdirSync(join(base, "closed/mount"), { recursive: true });
      chmodSync(join(base, "closed"), 0o700);
      const mounts =
        'mount --bind "$1" "$1"; mount -t tmpfs -o mode=777 x "$1/volume"; mount -t tmpfs x "$2"; cd "$1"; shift 2; exec "$@"';
      const around = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", mounts, "sh", root, join(base, "closed/mount")];
      const command = "echo x > own && echo x > volume/new && cat volume/new";
      const order = { options: { root, backend, ...OPEN }, commands: [{ command }] };
      const [end] = ran(await start(user, base, order, { around }).report);
      expect(end?.stdout.text).toBe("x\n");
      expect(readdirSync(join(root, "volume"))).toEqual(["x"]);
      expect(readdirSync(root)).toEqual(["own", "volume"]);
    },
  );

  test.skipIf(skipped)("a text that no shell can be given is refused before anything is started", async () => {
    const { root, base } = place(user);
    const commands = ["a\0b", "x".repeat(200_000)].map((command) => ({ command }));
    const { ends } = await run(base, { options: { root, ...OPEN }, commands });
    expect(ends.map(({ error }) => error)).toEqual(["InvalidInput", "InvalidInput"]);
  });
});

describe("without walls of ours", () => {
  test.each(["danger-full-access", "external-sandbox"] as const)(
    "%s is refused where its commands are to reach no network: nothing of ours would keep them from it (T05)",
    async (profile) => {
      const { root } = place("own");
      await expect(openSandbox({ root, profile, network: "none" })).rejects.toMatchObject({
        code: "runtime.shell_boundary_violation",
      });
    },
  );

  test.each(["danger-full-access", "external-sandbox"] as const)(
    "%s runs commands as they are, and says so",
    async (profile) => {
      const { root, base } = place("own");
      const options = { root, profile, network: "full" } as const;
      const { report } = start("own", base, {
        options,
        commands: [{ command: "echo x > ../out/new; env | cut -d= -f1 | sort | tr '\\n' ' '" }],
      });
      const { backend, attestation, ends } = await report;
      expect([backend.name, attestation]).toEqual([
        "none",
        [{ probe: "kill_double_fork", expected: "killed", observed: "killed" }],
      ]);
      expect(ends).toMatchObject([
        { exit: { kind: "exited", code: 0 }, row: { sandboxProfile: profile, backend: { name: "none" } } },
      ]);
      expect(readdirSync(join(base, "out"))).toEqual(["new", "secret"]);
    },
  );
});

test.each(["/nowhere/at/all", "/", "/tmp", "/usr", "/proc/self/cwd/../..", "/dev/shm"])(
  "%s is no workspace: it is refused with the boundary's class",
  async (root) => {
    await expect(openSandbox({ root, profile: "workspace-write", network: "none" })).rejects.toMatchObject({
      port: "sandbox",
      code: "runtime.shell_boundary_violation",
    });
  },
);
