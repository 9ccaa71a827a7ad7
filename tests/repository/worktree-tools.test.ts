import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openRepository } from "#platform";
import type { Worktree } from "#ports";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const TUSK = join(ROOT, "bin/tusk");
const LIMIT_MS = 120_000;
let own: GitRepository;
let worktree: Worktree;

beforeAll(async () => {
  own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  worktree = await repository.openWorktree("bd-7");
  // As the state folder says it: nothing of this is the main worktree's.
  writeFileSync(join(own.state, ".gitignore"), "worktrees/\n");
});

const call = (name: string, args: object): Promise<{ readonly stdout: string }> =>
  runProcess(TUSK, ["tool", "call", name, "--workspace", worktree.path, "--json", "--args", JSON.stringify(args)], {
    timeout: LIMIT_MS,
  });

test(
  "the tools work in the worktree of an issue, though the state folder above it is protected and ignored",
  async () => {
    expect((await call("grep", { pattern: "two" })).stdout).toContain('"src/b.txt"');
    expect((await call("glob", { pattern: "**/*.txt" })).stdout).toContain('"src/b.txt"');
    expect((await call("write", { path: "new.txt", content: "x\n" })).stdout).toContain('"created": true');
    expect((await call("edit", { path: "a.txt", old_string: "one", new_string: "1" })).stdout).toContain(
      '"outcome": "ok"',
    );
    expect((await call("write", { path: ".premath/issues.jsonl", content: "x\n" })).stdout).toContain('"Denied"');
    expect(own.git(["status", "--short"], worktree.path)).toBe("M a.txt\n?? new.txt");
  },
  LIMIT_MS,
);

const reason = noWallsAtAll();
test.skipIf(reason !== undefined)(
  `git can be read and not written in the sandbox of a worktree${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  async () => {
    const line = "touch made; git status --short --branch; git log --format=%s; git add made";
    const words = ["sandbox", "run", "--profile", "workspace-write", "--workspace", worktree.path, "--", line];
    const { stdout, stderr } = await runProcess(TUSK, words, { timeout: LIMIT_MS });
    expect(stdout).toContain("## tusk/bd-7\n");
    expect(stdout).toContain("?? made\n");
    expect(stdout).toContain("first\n");
    expect(stderr).toContain("index.lock': Read-only file system");
  },
  LIMIT_MS,
);
