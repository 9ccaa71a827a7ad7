import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { ownerName } from "../process-owner.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();

describe("a move of the checkout that was killed", () => {
  let own: GitRepository;
  let commits: { readonly from: string; readonly to: string };
  const lock = (): string => join(own.root, ".git/index.lock");
  const reopen = (): Promise<unknown> => openRepository(own.root, { stateFolder: own.state });
  const seen = (): readonly string[] => [own.git(["rev-parse", "HEAD"]), own.git(["status", "--short"])];

  /** Leaves the lock of a process of another start of the machine, which says what it was doing. */
  function leaveLock(): void {
    const { from, to } = commits;
    const [fromTree, toTree] = [own.git(["rev-parse", `${from}^{tree}`]), own.git(["rev-parse", `${to}^{tree}`])];
    const held = { owner: "00000000.0.1.1", fromTree, toTree, ref: "refs/heads/main", from, to };
    writeFileSync(lock(), `tusk moves this checkout; the next tusk here finishes it\n${JSON.stringify(held)}\n`);
  }

  beforeEach(() => {
    own = gitRepository(folder);
    const from = own.git(["rev-parse", "HEAD"]);
    own.write("a.txt", "after\n");
    own.write("new/c.txt", "after\n");
    rmSync(join(own.root, "src/b.txt"));
    own.git(["add", "-A"]);
    own.git(["commit", "-qm", "after"]);
    commits = { from, to: own.git(["rev-parse", "HEAD"]) };
    own.git(["reset", "-q", "--hard", from]);
    own.write("mine.txt", "a person's\n");
  });

  test.each<{ readonly what: string; readonly leave: () => void }>([
    { what: "before the first file", leave: () => undefined },
    { what: "after one that went", leave: () => rmSync(join(own.root, "src"), { recursive: true }) },
    { what: "after one that changed", leave: () => own.write("a.txt", "after\n") },
    { what: "after one that came", leave: () => own.write("new/c.txt", "after\n") },
    {
      what: "after all files",
      leave: () => {
        own.git(["checkout", "-q", commits.to, "--", "a.txt", "new"]);
        rmSync(join(own.root, "src"), { recursive: true });
        own.git(["reset", "-q"]);
      },
    },
    { what: "after the index", leave: () => own.git(["read-tree", "-m", "-u", commits.from, commits.to]) },
    {
      what: "after the ref",
      leave: () => {
        own.git(["read-tree", "-m", "-u", commits.from, commits.to]);
        own.git(["update-ref", "refs/heads/main", commits.to]);
      },
    },
  ])("$what is finished", async ({ leave }) => {
    leave();
    leaveLock();
    await reopen();
    expect(seen()).toEqual([commits.to, "?? mine.txt"]);
    expect(existsSync(lock())).toBe(false);
  });

  test("before it had the lock leaves nothing: its draft goes, and that of one who lives stays", async () => {
    const draft = (owner: string): string => join(own.root, ".git", `tusk-lock.${owner}`);
    const [gone, living] = [draft("00000000.0.1.1"), draft(ownerName())];
    for (const path of [gone, living]) writeFileSync(path, "");
    await reopen();
    expect([existsSync(gone), existsSync(living)]).toEqual([false, true]);
  });

  test("is finished around a file that the person has changed since: that stays", async () => {
    own.write("new/c.txt", "after\n");
    own.write("a.txt", "the person's\n");
    leaveLock();
    await reopen();
    expect(seen()).toEqual([commits.to, "M a.txt\n?? mine.txt"]);
    expect(readFileSync(join(own.root, "a.txt"), "utf8")).toBe("the person's\n");
  });

  test("goes back where the branch is elsewhere by now", async () => {
    own.write("a.txt", "after\n");
    own.write("new/c.txt", "after\n");
    own.git(["commit", "-q", "--allow-empty", "-m", "elsewhere"]);
    const elsewhere = own.git(["rev-parse", "HEAD"]);
    leaveLock();
    await reopen();
    expect(seen()).toEqual([elsewhere, "?? mine.txt"]);
  });
});
