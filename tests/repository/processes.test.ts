import { join } from "node:path";
import { expect, test } from "vitest";
import { gitRepository } from "../support/git-repository.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const CHILD = join(ROOT, "tests/repository/worker-child.ts");
/** `TUSK_REPOSITORY_SCALE=8x10` is the full measure. */
const [WORKERS = 4, ISSUES = 3] = (process.env["TUSK_REPOSITORY_SCALE"] ?? "4x3").split("x").map(Number);
const LIMIT_MS = WORKERS * ISSUES * 20_000;

test(
  `${WORKERS} processes with ${ISSUES} issues each merge into one target: every commit is there once, the history is a line, nothing is broken (M12)`,
  async () => {
    const { root, git, write } = gitRepository(folder);
    write("mine.txt", "a person's\n");
    const issuesOf = (worker: number): readonly string[] =>
      Array.from({ length: ISSUES }, (_, at) => `w${worker}-${at}`);
    const workers = Array.from({ length: WORKERS }, (_, at) => at);
    const ends = await Promise.all(
      workers.map((at) => runProcess(process.execPath, [CHILD, root, ...issuesOf(at)], { timeout: LIMIT_MS })),
    );
    expect(ends.map(({ stderr }) => stderr)).toEqual(workers.map(() => ""));
    const merged = git(["log", "--format=%(trailers:key=Tusk-Issue,valueonly)", "main"])
      .split("\n")
      .filter((line) => line !== "");
    expect(merged.toSorted()).toEqual(workers.flatMap(issuesOf).toSorted());
    expect(git(["rev-list", "--min-parents=2", "main"])).toBe("");
    expect(git(["status", "--short"])).toBe("?? mine.txt");
    expect(git(["fsck", "--strict", "--no-dangling"])).toBe("");
    expect(git(["branch", "--list"])).toBe("* main");
    expect(git(["worktree", "list"]).split("\n")).toHaveLength(1);
  },
  LIMIT_MS,
);
