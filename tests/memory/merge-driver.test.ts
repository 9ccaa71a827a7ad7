import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tusk } from "../cli/program.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ManualClock, TestStore } from "./manual-store.ts";

const root = temporaryFolder();
const hasGit = spawnSync("git", ["--version"]).status === 0;
const env = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
const UNKNOWN = "no log knows this row of bd-1: it was changed or added outside";

/** A clone that merges field by field, with a store in it. */
class Clone {
  readonly folder: string;
  readonly store: TestStore;
  constructor(folder: string, clock: ManualClock) {
    this.folder = folder;
    this.store = new TestStore(join(folder, ".premath", "issues.jsonl"), { clock });
  }

  git(...args: readonly string[]): string {
    const names = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "core.autocrlf=false"];
    return execFileSync("git", [...names, ...args], {
      cwd: this.folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env,
    });
  }

  commit(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-qm", message);
  }

  mergeFrom(other: Clone): void {
    this.git("pull", "-q", "--no-rebase", "--no-edit", other.folder, "main");
  }

  snapshotRef(): string {
    return this.store.store.load().snapshotRef;
  }
}

async function initialized(folder: string): Promise<void> {
  const ended = await tusk(["init", "--merge-driver"], { cwd: folder, env });
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
}

/** Two clones of one repository with one issue. */
async function twoClones(): Promise<readonly [Clone, Clone]> {
  const folder = mkdtempSync(join(root, "git-"));
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: folder, env });
  await initialized(folder);
  const one = new Clone(folder, new ManualClock());
  one.store.must("issue.add", { title: "first", id: "bd-1" });
  one.commit("first");
  one.git("clone", "-q", folder, `${folder}-other`);
  await initialized(`${folder}-other`);
  return [one, new Clone(`${folder}-other`, one.store.clock)];
}

/** A copy of a clone, that merges the other way round. */
async function copyOf(clone: Clone): Promise<Clone> {
  const folder = `${clone.folder}-${readdirSync(root).length}`;
  clone.git("clone", "-q", clone.folder, folder);
  await initialized(folder);
  return new Clone(folder, clone.store.clock);
}

describe.skipIf(!hasGit)(
  "git merges two edits of one issue field by field (ENGINE 8; skipped where there is no git)",
  () => {
    test("edits of different fields both stand, in either direction; verify names the merged row until a change takes it over", async () => {
      const [one, other] = await twoClones();
      one.store.must("issue.update", { id: "bd-1", title: "here" });
      one.commit("here");
      other.store.must("issue.update", { id: "bd-1", priority: 0 });
      other.store.must("issue.add", { title: "there", id: "bd-2" });
      other.commit("there");
      const [twin, third] = [await copyOf(one), await copyOf(other)];
      one.mergeFrom(other);
      third.mergeFrom(twin);
      for (const clone of [one, third])
        expect(clone.store.store.get("bd-1")).toMatchObject({ title: "here", priority: 0, status: "open" });
      expect(third.snapshotRef()).toBe(one.snapshotRef());
      expect(one.store.store.get("bd-1")).not.toHaveProperty("rev");
      expect(one.store.findings()).toStrictEqual([`${one.store.lines().length}: ${UNKNOWN}`]);
      one.store.must("issue.update", { id: "bd-2", title: "any change" });
      expect(one.store.findings()).toStrictEqual([]);
      one.store.must("issue.update", { id: "bd-1", owner: "al" });
      expect(one.store.store.get("bd-1")).toMatchObject({ title: "here", priority: 0, owner: "al", rev: 4 });
      expect([one.store.findings(), one.store.again().findings()]).toStrictEqual([[], []]);
    });

    test("two clones that merge each other's commits make the same row, and their merges merge", async () => {
      const [one, other] = await twoClones();
      one.store.must("issue.update", { id: "bd-1", title: "here" });
      one.commit("here");
      other.store.must("issue.update", { id: "bd-1", priority: 0 });
      other.commit("there");
      const [before, after] = [await copyOf(one), await copyOf(other)];
      one.mergeFrom(after);
      other.mergeFrom(before);
      expect(other.store.lines().at(-1)).toBe(one.store.lines().at(-1));
      expect(other.snapshotRef()).toBe(one.snapshotRef());
      // Each takes the row over in a log of its own, and goes on.
      one.store.must("issue.update", { id: "bd-1", notes: "here" });
      one.commit("here again");
      other.store.must("issue.update", { id: "bd-1", owner: "bo" });
      other.commit("there again");
      one.mergeFrom(other);
      expect(one.store.store.get("bd-1")).toMatchObject({ title: "here", priority: 0, notes: "here", owner: "bo" });
      one.store.must("issue.add", { title: "next" });
      expect(one.store.findings()).toStrictEqual([]);
      one.commit("both");
      other.mergeFrom(one);
      expect([other.store.findings(), other.snapshotRef()]).toStrictEqual([[], one.snapshotRef()]);
    });

    test("of two changes of the status the newer stands with all that belongs to it; other fields of the older stay", async () => {
      const [one, other] = await twoClones();
      one.store.must("issue.claim", { id: "bd-1", assignee: "al" });
      one.store.must("issue.update", { id: "bd-1", title: "here" });
      one.commit("here");
      other.store.must("issue.claim", { id: "bd-1", assignee: "bo" });
      other.store.must("issue.close", { id: "bd-1" });
      other.commit("there");
      const [twin, third] = [await copyOf(one), await copyOf(other)];
      one.mergeFrom(other);
      third.mergeFrom(twin);
      for (const { store } of [one, third]) {
        const { title, status, assignee, lease, token } = store.store.get("bd-1") ?? {};
        expect([title, status, assignee, lease, token]).toStrictEqual(["here", "closed", "bo", undefined, 1]);
      }
      expect(third.snapshotRef()).toBe(one.snapshotRef());
    });

    test("where one clone has no driver, its union is read as before: the merged row stands there too", async () => {
      const [one, other] = await twoClones();
      const plain = new Clone(`${one.folder}-plain`, one.store.clock);
      one.git("clone", "-q", one.folder, plain.folder);
      one.store.must("issue.update", { id: "bd-1", title: "here" });
      one.commit("here");
      other.store.must("issue.update", { id: "bd-1", priority: 0 });
      other.commit("there");
      one.mergeFrom(other);
      plain.store.must("issue.add", { title: "plain", id: "bd-3" });
      plain.commit("plain");
      expect(plain.git("check-attr", "merge", ".premath/issues.jsonl")).toBe(".premath/issues.jsonl: merge: union\n");
      plain.mergeFrom(one);
      expect(plain.store.store.get("bd-1")).toMatchObject({ title: "here", priority: 0 });
    });

    test("a side that cannot be read is a conflict: git says so and our file is as it was", async () => {
      const [one, other] = await twoClones();
      one.store.must("issue.update", { id: "bd-1", title: "here" });
      one.commit("here");
      appendFileSync(other.store.path, "no row\n");
      other.commit("there");
      const before = one.store.text();
      expect(() => one.mergeFrom(other)).toThrow(
        "failed to merge issues: theirs cannot be read: line 2: parse error: ",
      );
      expect(one.store.text()).toBe(before);
      expect(one.git("status", "--porcelain", ".premath/issues.jsonl")).toBe("UU .premath/issues.jsonl\n");
    });
  },
);

describe("issue merge-driver", () => {
  const files = (texts: readonly string[]): readonly string[] => {
    const folder = mkdtempSync(join(root, "files-"));
    return texts.map((text, at) => {
      writeFileSync(join(folder, `${at}`), text);
      return join(folder, `${at}`);
    });
  };
  const row = (members: string): string => `{"id":"bd-1",${members},"created_at":"2026-02-01T00:00:00Z"`;

  test("writes the merge to the second file and says nothing", async () => {
    const rows = [
      `${row('"title":"a"')},"updated_at":"2026-02-01T00:00:00Z","rev":1}\n`,
      `${row('"title":"b"')},"updated_at":"2026-02-01T00:00:01Z","rev":2}\n`,
      `${row('"title":"a","priority":0')},"updated_at":"2026-02-01T00:00:02Z","rev":2}\n`,
    ];
    const paths = files(rows);
    expect(await tusk(["issue", "merge-driver", ...paths])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual([
      rows[0],
      `${rows[1]}${rows[2]}{"id":"bd-1","title":"b","status":"open","priority":0,"issue_type":"task","created_at":"2026-02-01T00:00:00Z","updated_at":"2026-02-01T00:00:02Z","ephemeral":false}\n`,
      rows[2],
    ]);
    expect(readdirSync(join(paths[0] ?? "", ".."))).toEqual(["0", "1", "2"]);
  });

  test("fails in one sentence and leaves the second file as it was", async () => {
    const paths = files(["", "{}\n", ""]);
    const bad = await tusk(["issue", "merge-driver", ...paths]);
    expect([bad.code, bad.stdout, bad.stderr.split("\n").length]).toEqual([1, "", 2]);
    expect(bad.stderr).toMatch(/^error: failed to merge issues: ours cannot be read: line 1: parse error: /);
    expect(readFileSync(paths[1] ?? "", "utf8")).toBe("{}\n");
    const missing = `${paths[0]}-missing`;
    expect(await tusk(["issue", "merge-driver", paths[0] ?? "", paths[1] ?? "", missing])).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: failed to read ${missing}: No such file or directory (os error 2)\n`,
    });
  });
});

describe.skipIf(!hasGit)("init --merge-driver", () => {
  const git = (folder: string, ...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", env });

  test("tells this clone's git once, keeps what its list has, and counts before the committed attributes", async () => {
    const folder = mkdtempSync(join(root, "init-"));
    git(folder, "init", "-q");
    const list = join(folder, ".git/info/attributes");
    mkdirSync(join(folder, ".git/info"), { recursive: true });
    writeFileSync(list, "*.png binary");
    await initialized(folder);
    const { code, stdout } = await tusk(["init", "--merge-driver", "--json"], { cwd: folder, env });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { action: "init", mergeDriver: "./.git/info/attributes" }]);
    expect(readFileSync(list, "utf8")).toBe("*.png binary\n.premath/issues.jsonl merge=tusk-issues\n");
    expect(git(folder, "config", "--get-all", "merge.tusk-issues.driver")).toBe(
      `'${ROOT}/bin/tusk' issue merge-driver %O %A %B\n`,
    );
    expect(git(folder, "check-attr", "merge", ".premath/issues.jsonl")).toContain("merge: tusk-issues");
    expect(readFileSync(join(folder, ".premath/.gitattributes"), "utf8")).toContain("issues.jsonl merge=union -text\n");
  });

  test("in a folder below the root it names that folder's file; in a worktree it tells the common list", async () => {
    const folder = mkdtempSync(join(root, "init-"));
    git(folder, "init", "-q", "-b", "main");
    git(folder, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "x", "--allow-empty");
    git(folder, "worktree", "add", "-q", "tree");
    mkdirSync(join(folder, "tree/below"));
    await initialized(join(folder, "tree/below"));
    expect(readFileSync(join(folder, ".git/info/attributes"), "utf8")).toMatch(
      /^below\/\.premath\/issues\.jsonl merge=tusk-issues$/m,
    );
    expect(git(folder, "config", "--local", "merge.tusk-issues.name")).toBe("issues, merged field by field\n");
  });

  test("outside a repository it says so and makes nothing", async () => {
    const folder = mkdtempSync(join(root, "none-"));
    const outside = { ...env, GIT_CEILING_DIRECTORIES: root };
    const ended = await tusk(["init", "--merge-driver"], { cwd: folder, env: outside });
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: cannot set up the merge driver in \.: fatal: not a git repository.*\n$/),
    });
    expect(readdirSync(folder)).toEqual([]);
    const missing = await tusk(["init", "new", "--merge-driver"], { cwd: folder, env: outside });
    expect([missing.code, missing.stderr, existsSync(join(folder, "new"))]).toEqual([
      1,
      "error: cannot set up the merge driver in new: there is no such folder\n",
      false,
    ]);
  });
});
