// What only a person may change, in forms that a plain list of names would miss (SECURITY, traps; T05).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ChildEnd, COMBINATIONS, place, ran, start } from "./sandbox-order.ts";

const OPEN = { profile: "workspace-write", network: "none" } as const;

function git(folder: string, ...words: readonly string[]): string {
  const identity = ["-c", "user.name=x", "-c", "user.email=x@x.invalid", "-c", "protocol.file.allow=always"];
  return execFileSync("git", ["-c", "safe.directory=*", ...identity, "-C", folder, ...words], { encoding: "utf8" });
}

describe.each(COMBINATIONS)("protected paths: $name", ({ user, backend, skipped }) => {
  const run = async (base: string, root: string, ...commands: readonly string[]): Promise<readonly ChildEnd[]> => {
    if (user === "nobody") execFileSync("chown", ["-R", "65534:65534", root]);
    const order = { options: { root, backend, ...OPEN }, commands: commands.map((command) => ({ command })) };
    return ran(await start(user, base, order).report);
  };

  test.skipIf(skipped)("a repository cannot be made where there is none", async () => {
    const { root, base } = place(user);
    const [end] = await run(base, root, "git init -q . ; echo x > .git/config; mkdir -p .git/hooks; ls -A .git");
    expect(end?.stdout.text).toBe("");
    expect([end?.row.violations, readdirSync(root)]).toEqual([[], []]);
  });

  test.skipIf(skipped)("what a protected link leads to is closed, and what appears at its end is told", async () => {
    const { root, base } = place(user, { "ws/real/config": "own\n" });
    symlinkSync("real", join(root, ".git"));
    symlinkSync("later.json", join(root, ".mcp.json"));
    const ends = await run(base, root, "echo HACKED > real/config; echo HACKED > .git/config", "echo {} > later.json");
    expect(readFileSync(join(root, "real/config"), "utf8")).toBe("own\n");
    expect(ends.map(({ row }) => row.violations)).toEqual([[], [".mcp.json"]]);
  });

  test.skipIf(skipped)("setting a folder's time back hides nothing", async () => {
    const { root, base } = place(user, { "ws/sub/file": "" });
    const ends = await run(base, root, "true", "mkdir sub/.git; touch -d 2001-01-01 sub");
    expect(ends.map(({ row }) => row.violations)).toEqual([[], ["sub/.git"]]);
  });

  test.skipIf(skipped)("a submodule's .git is closed wherever it lies, and its repository too", async () => {
    const { root, base } = place(user, { "lib/file": "x" });
    for (const folder of [root, join(base, "lib")]) git(folder, "init", "-q", "-b", "main");
    git(join(base, "lib"), "add", ".");
    git(join(base, "lib"), "commit", "-qm", "one");
    git(root, "submodule", "add", "-q", join(base, "lib"), "node_modules/lib");
    const before = readFileSync(join(root, "node_modules/lib/.git"), "utf8");
    const hack =
      "echo 'gitdir: ../../evil' > node_modules/lib/.git; echo HACKED >> .git/modules/node_modules/lib/config";
    const [end] = await run(base, root, `${hack}; mv node_modules/lib/.git x; git -C node_modules/lib log --oneline`);
    expect(readFileSync(join(root, "node_modules/lib/.git"), "utf8")).toBe(before);
    expect(readFileSync(join(root, ".git/modules/node_modules/lib/config"), "utf8")).not.toContain("HACKED");
    expect(end?.stdout.text).toMatch(/^[0-9a-f]+ one\n$/);
  });

  test.skipIf(skipped)("a worktree works where /tmp is the sandbox's own, and its repository is closed", async () => {
    const { base } = place(user);
    const folder = `/tmp/tusk-worktree-${process.pid}-${backend}-${user}`;
    const [main, root] = [join(folder, "main"), join(folder, "tree")];
    mkdirSync(main, { recursive: true });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    git(main, "init", "-q", "-b", "main");
    git(main, "commit", "-q", "--allow-empty", "-m", "one");
    git(main, "worktree", "add", "-q", root);
    if (user === "nobody") execFileSync("chown", ["-R", "65534:65534", folder]);
    const command = `git log --oneline; echo HACKED >> ${main}/.git/config; ls -A ${main}; ls -A ${dirname(main)}`;
    const [end] = await run(base, root, command);
    expect(end?.stdout.text).toMatch(/^[0-9a-f]+ one\n\.git\nmain\ntree\n$/);
    expect(readFileSync(join(main, ".git/config"), "utf8")).not.toContain("HACKED");
  });

  test.skipIf(skipped)("what is put in the place of a protected file while a command runs is told", async () => {
    const { root, base } = place(user, { "ws/.envrc": "own\n" });
    const going = run(base, root, "touch started; while [ ! -e moved ]; do sleep 0.05; done");
    while (!existsSync(join(root, "started"))) await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(root, "other"), "new\n");
    execFileSync("mv", [join(root, "other"), join(root, ".envrc")]);
    writeFileSync(join(root, "moved"), "");
    const [end] = await going;
    expect(end?.row.violations).toEqual([".envrc"]);
  });

  test.skipIf(skipped)("output can be opened by name, as scripts do", async () => {
    const { root, base } = place(user);
    const [end] = await run(
      base,
      root,
      "echo a > /dev/stdout; echo b > /dev/stderr; echo c > /dev/fd/2; echo d >> /proc/self/fd/1",
    );
    expect([end?.stdout.text, end?.stderr.text]).toEqual(["a\nd\n", "b\nc\n"]);
  });

  test.skipIf(skipped)("the same command in the same workspace has the same digests in every sandbox", async () => {
    const { root, base } = place(user, { "ws/.git/config": "" });
    const [first] = await run(base, root, "true");
    const [second] = await run(base, root, "true");
    const digests = ({ row }: ChildEnd) => [row.profileDigest, row.capabilityProbeDigest];
    expect(first && digests(first)).toEqual(second && digests(second));
  });

  test.skipIf(skipped)(
    "what a link leads to, a repository, and what stands deep cannot be swapped unseen",
    async () => {
      const { root, base } = place(user, {
        "ws/tools/claude/settings.json": "own\n",
        "ws/meta/gitdata/config": "own\n",
        "ws/zpkg/.git/config": "own\n",
      });
      symlinkSync("tools/claude", join(root, ".claude"));
      writeFileSync(join(root, ".git"), "gitdir: meta/gitdata\n");
      const ends = await run(
        base,
        root,
        "mv tools t2 && mkdir -p tools/claude && echo EVIL > tools/claude/settings.json",
        "cp -r meta m2; mv meta m3; mv m2 meta; echo EVIL >> meta/gitdata/config",
        "mv zpkg old; mkdir -p zpkg/.git; echo EVIL > zpkg/.git/config; seq 2500 | sed s/^/d/ | xargs mkdir; mkdir node_modules; mv old node_modules/",
      );
      expect(ends.map(({ row }) => row.violations.length > 0)).toEqual([true, true, true]);
    },
  );

  test.skipIf(skipped)("hooks and settings that git is pointed to are closed, however that is written", async () => {
    const { root, base } = place(user, {
      "ws/.git/config": '[core] hooksPath = "scripts"/hooks ; ours\n[include]\n\tpath = ../cfg/git.inc\n',
      "ws/scripts/hooks/x": "own\n",
      "ws/cfg/git.inc": "[core]\n",
    });
    const command = "echo EVIL > scripts/hooks/pre-commit; echo EVIL > scripts/hooks/x; echo EVIL >> cfg/git.inc";
    const [end] = await run(base, root, command);
    expect(readdirSync(join(root, "scripts/hooks"))).toEqual(["x"]);
    expect(readFileSync(join(root, "cfg/git.inc"), "utf8")).toBe("[core]\n");
    expect(end?.row.violations).toEqual([]);
  });

  test.skipIf(skipped)("the end of a command is told whatever it does to the limits of the first process", async () => {
    const { root, base } = place(user);
    const [end] = await run(base, root, "(setsid sleep 300 &); prlimit --pid 1 --nofile=0:0; exit 5");
    expect(end?.exit).toEqual({ kind: "exited", code: 5 });
  });

  test.skipIf(skipped)("no pipe of a command keeps a name that another could open", async () => {
    const { root, base } = place(user);
    const [end] = await run(base, root, "ls -A /tmp; ls /proc/self/fd");
    expect(end?.stdout.text).toBe("home\n0\n1\n2\n3\n");
  });
});
