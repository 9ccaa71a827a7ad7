import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findIssuesPath } from "#platform";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ManualClock, TestStore } from "./manual-store.ts";

const root = temporaryFolder();
const hasGit = spawnSync("git", ["--version"]).status === 0;

/** A clone with a store in it, on a clock that all clones share. */
class Clone {
  readonly folder: string;
  readonly store: TestStore;
  constructor(folder: string, clock: ManualClock) {
    this.folder = folder;
    this.store = new TestStore(join(folder, ".premath", "issues.jsonl"), { clock });
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "core.autocrlf=false", ...args], {
      cwd: this.folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  }

  commit(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-qm", message);
  }

  /** Takes in what another clone has committed. */
  mergeFrom(other: Clone): void {
    this.git("pull", "-q", "--no-rebase", "--no-edit", other.folder, "main");
  }
}

/** A repository with three issues, committed, and what git must know about the files. */
function firstClone(isLogged: boolean = true): Clone {
  const folder = mkdtempSync(join(root, "git-"));
  const clone = new Clone(folder, new ManualClock());
  mkdirSync(join(folder, ".premath"));
  clone.git("init", "-q", "-b", "main");
  writeFileSync(
    join(folder, ".premath", ".gitattributes"),
    "issues.jsonl merge=union -text\nlog/*.jsonl merge=union -text\n",
  );
  writeFileSync(join(folder, ".premath", ".gitignore"), "cache/\nlock.db*\nquarantine/\n*.tmp.*\n");
  if (isLogged) for (const id of ["bd-1", "bd-2", "bd-3"]) clone.store.must("issue.add", { title: id, id });
  else writeFileSync(clone.store.path, `{"id":"bd-1","title":"bd-1"}\n{"id":"bd-2","title":"bd-2"}\n`);
  clone.commit("first");
  return clone;
}

function cloneOf(first: Clone): Clone {
  const folder = `${first.folder}-${readdirSync(root).length}`;
  first.git("clone", "-q", first.folder, folder);
  return new Clone(folder, first.store.clock);
}

function titles({ store }: Clone): readonly (readonly [string, string, string])[] {
  return store.store.list({}).map(({ id, title, status }) => [id, title, status]);
}

/** Both clones say the same, every way it can be asked, and both hold. */
function expectEqual(one: Clone, other: Clone): void {
  expect([one.store.findings(), other.store.findings()]).toStrictEqual([[], []]);
  const [left, right] = [one.store.store.verify(), other.store.store.verify()];
  expect([left.snapshotRef, left.replayedSnapshotRef, right.replayedSnapshotRef]).toStrictEqual([
    right.snapshotRef,
    right.snapshotRef,
    right.snapshotRef,
  ]);
  expect(titles(one)).toStrictEqual(titles(other));
}

describe.skipIf(!hasGit)("two clones and git (ENGINE 8; skipped where there is no git)", () => {
  test("changes of different issues merge without conflict, nothing is lost, verify holds in both", () => {
    const one = firstClone();
    const other = cloneOf(one);
    one.store.must("issue.update", { id: "bd-1", title: "one" });
    one.store.must("issue.add", { title: "new here", id: "bd-10" });
    one.commit("here");
    other.store.must("issue.close", { id: "bd-2" });
    other.store.must("issue.add", { title: "new there", id: "bd-11" });
    other.commit("there");
    one.mergeFrom(other);
    other.mergeFrom(one);
    expectEqual(one, other);
    expect(titles(one)).toStrictEqual([
      ["bd-1", "one", "open"],
      ["bd-10", "new here", "open"],
      ["bd-11", "new there", "open"],
      ["bd-2", "bd-2", "closed"],
      ["bd-3", "bd-3", "open"],
    ]);
    // Both go on from there, in the stores that were open all the time.
    one.store.must("issue.close", { id: "bd-11" });
    other.store.must("issue.close", { id: "bd-10" });
    one.commit("here again");
    other.commit("there again");
    other.mergeFrom(one);
    one.mergeFrom(other);
    expectEqual(one, other);
    expect(one.store.store.verify().chains).toHaveLength(2);
  });

  test("of changes of the same issue the newer row stands, whichever side merges, and history shows both", () => {
    for (const direction of ["one first", "other first"]) {
      const one = firstClone();
      const other = cloneOf(one);
      one.store.must("issue.update", { id: "bd-1", title: "older" });
      one.commit("here");
      other.store.must("issue.update", { id: "bd-1", title: "newer" });
      other.commit("there");
      const third = cloneOf(one);
      if (direction === "one first") {
        one.mergeFrom(other);
        other.mergeFrom(one);
      } else {
        other.mergeFrom(one);
        one.mergeFrom(other);
      }
      third.git("pull", "-q", "--no-rebase", "--no-edit", other.folder, "main");
      expectEqual(one, other);
      expectEqual(one, third);
      for (const clone of [one, other, third])
        expect(
          clone.store.store.history("bd-1").map(({ rev, standing, row }) => [rev, standing, row.title]),
        ).toStrictEqual([
          [1, "past", "bd-1"],
          [2, "superseded", "older"],
          [2, "current", "newer"],
        ]);
      // The loser writes next: it builds on what stands, and voids nothing.
      one.store.must("issue.update", { id: "bd-1", priority: 0 });
      expect(one.store.store.get("bd-1")).toMatchObject({ title: "newer", priority: 0, rev: 3 });
      expect(one.store.store.history("bd-1").map(({ standing }) => standing)).toStrictEqual([
        "past",
        "superseded",
        "past",
        "current",
      ]);
      expect([one.store.findings(), one.store.noticeKinds()]).toStrictEqual([[], []]);
    }
  });

  test("two claims of one issue: one stands, and only its holder completes it (K14)", () => {
    const one = firstClone();
    const other = cloneOf(one);
    one.store.must("issue.claim", { id: "bd-1", assignee: "al", leaseId: "l-al" });
    one.commit("here");
    other.store.must("issue.claim", { id: "bd-1", assignee: "bo", leaseId: "l-bo" });
    other.commit("there");
    one.mergeFrom(other);
    expect(one.store.apply("issue.close", { id: "bd-1", assignee: "al", leaseId: "l-al" })).toMatchObject({
      failure: { code: "lease_owner_mismatch" },
    });
    expect(one.store.apply("issue.close", { id: "bd-1", assignee: "bo", leaseId: "l-bo" }).ok).toBe(true);
    expect(one.store.findings()).toStrictEqual([]);
  });

  test("a mutation that another clone has applied is refused after the merge (M02)", () => {
    const one = firstClone();
    const other = cloneOf(one);
    const close = { action: "issue.close", args: { id: "bd-2", request: "same" } } as const;
    expect(other.store.repeat(close).ok).toBe(true);
    other.commit("there");
    one.mergeFrom(other);
    expect(one.store.repeat(close)).toMatchObject({ ok: false, failure: { code: "mutation_already_applied" } });
    expect(one.store.again().repeat(close)).toMatchObject({ ok: false, failure: { code: "mutation_already_applied" } });
  });

  test("compaction on one side, changes on the other: nothing of either is lost", () => {
    for (const direction of ["one first", "other first"]) {
      const one = firstClone();
      for (let n = 0; n < 4; n++) one.store.must("issue.update", { id: "bd-1", title: `t${n}` });
      one.commit("grown");
      const other = cloneOf(one);
      one.store.must("issue.update", { id: "bd-2", title: "before compaction" });
      one.store.store.compact();
      one.commit("compacted");
      other.store.must("issue.update", { id: "bd-1", title: "meanwhile" });
      other.store.must("issue.delete", { id: "bd-3" });
      other.commit("there");
      const [first, second] = direction === "one first" ? [one, other] : [other, one];
      first.mergeFrom(second);
      second.mergeFrom(first);
      expectEqual(one, other);
      expect(titles(one)).toStrictEqual([
        ["bd-1", "meanwhile", "open"],
        ["bd-2", "before compaction", "open"],
      ]);
      one.store.store.compact();
      one.commit("again");
      other.mergeFrom(one);
      // The loser's events are settled: a file without its past rows voids nothing.
      other.store.must("issue.update", { id: "bd-2", title: "after" });
      expect([other.store.findings(), other.store.noticeKinds()]).toStrictEqual([[], []]);
    }
  });

  test("both sides compact and delete what the other changed: deleted stays deleted when it is newer", () => {
    const one = firstClone();
    const other = cloneOf(one);
    one.store.must("issue.update", { id: "bd-1", title: "changed" });
    one.store.store.compact();
    one.commit("here");
    other.store.must("issue.delete", { id: "bd-1" });
    other.store.store.compact();
    other.commit("there");
    one.mergeFrom(other);
    other.mergeFrom(one);
    expectEqual(one, other);
    expect(titles(one).map(([id]) => id)).toStrictEqual(["bd-2", "bd-3"]);
  });

  test("a branch switched inside one clone forks its log; merged it holds, and the fork is reported", () => {
    for (const open of [true, false]) {
      const clone = firstClone();
      const store = (): TestStore => (open ? clone.store : clone.store.again());
      clone.git("checkout", "-qb", "side");
      store().must("issue.update", { id: "bd-1", title: "on the side" });
      store().must("issue.update", { id: "bd-2", title: "on the side" });
      clone.commit("side");
      clone.git("checkout", "-q", "main");
      expect(store().store.get("bd-1")?.title).toBe("bd-1");
      store().must("issue.update", { id: "bd-1", title: "on main" });
      store().must("issue.add", { title: "main only", id: "bd-9" });
      clone.commit("main");
      expect(store().findings()).toStrictEqual([]);
      clone.git("merge", "-q", "--no-edit", "side");
      expect(store().findings()).toStrictEqual([]);
      expect(store().store.verify().chains).toStrictEqual([{ clone: expect.any(String), events: 8, forks: 1 }]);
      const merged = [
        ["bd-1", "on main", "open"],
        ["bd-2", "on the side", "open"],
        ["bd-3", "bd-3", "open"],
        ["bd-9", "main only", "open"],
      ];
      expect(titles(clone)).toStrictEqual(merged);
      store().must("issue.update", { id: "bd-3", title: "after" });
      expect(store().findings()).toStrictEqual([]);
      expect(
        store()
          .store.history("bd-1")
          .map(({ standing }) => standing),
      ).toStrictEqual(["past", "superseded", "current"]);
      expect(store().store.verify().chains[0]?.forks).toBe(1);
      // And the other way round.
      const twin = cloneOf(clone);
      twin.git("checkout", "-qb", "other", "HEAD^2");
      twin.git("merge", "-q", "--no-edit", "origin/main");
      expect(twin.store.findings()).toStrictEqual([]);
    }
  });

  test("the same, when the loser of the two is the last row of the merged log", () => {
    const clone = firstClone();
    clone.git("checkout", "-qb", "side");
    clone.store.must("issue.update", { id: "bd-1", title: "older" });
    clone.commit("side");
    clone.git("checkout", "-q", "main");
    clone.store.must("issue.update", { id: "bd-1", title: "newer" });
    clone.commit("main");
    clone.git("merge", "-q", "--no-edit", "side");
    clone.store.again().must("issue.update", { id: "bd-2", title: "next" });
    expect(titles(clone).slice(0, 2)).toStrictEqual([
      ["bd-1", "newer", "open"],
      ["bd-2", "next", "open"],
    ]);
    expect(clone.store.store.history("bd-1").map(({ standing, row }) => [standing, row.title])).toStrictEqual([
      ["past", "bd-1"],
      ["superseded", "older"],
      ["current", "newer"],
    ]);
    expect(clone.store.findings()).toStrictEqual([]);
  });

  test("branches that have no row of the log in common are one clone's all the same", () => {
    const clone = firstClone(false);
    clone.git("checkout", "-qb", "side");
    clone.store.must("issue.update", { id: "bd-1", title: "on the side" });
    clone.commit("side");
    clone.git("checkout", "-q", "main");
    clone.store.must("issue.update", { id: "bd-2", title: "on main" });
    clone.commit("main");
    clone.git("merge", "-q", "--no-edit", "side");
    expect(clone.store.findings()).toStrictEqual([]);
    expect(titles(clone)).toStrictEqual([
      ["bd-1", "on the side", "open"],
      ["bd-2", "on main", "open"],
    ]);
    clone.store.must("issue.close", { id: "bd-1" });
    expect(clone.store.findings()).toStrictEqual([]);
  });

  test("a branch switched while the log is not in git: nothing is voided, and switching back is as before", () => {
    const clone = firstClone();
    appendFileSync(join(clone.folder, ".premath", ".gitignore"), "log/\n");
    clone.git("rm", "-rq", "--cached", ".premath/log");
    clone.commit("no log");
    clone.git("checkout", "-qb", "side");
    clone.store.must("issue.update", { id: "bd-1", title: "on the side" });
    clone.commit("side");
    clone.git("checkout", "-q", "main");
    clone.store.must("issue.update", { id: "bd-2", title: "on main" });
    expect(clone.store.noticeKinds()).not.toContain("event_voided");
    clone.commit("main");
    clone.git("merge", "-q", "--no-edit", "side");
    expect(clone.store.findings()).toStrictEqual([]);
    expect(clone.store.store.get("bd-1")?.title).toBe("on the side");
  });

  test("conflict markers that are left in the file are passed over and reported, and repair takes them out", () => {
    const one = firstClone();
    writeFileSync(join(one.folder, ".premath", ".gitattributes"), "");
    one.commit("no union");
    const other = cloneOf(one);
    one.store.must("issue.update", { id: "bd-1", title: "older" });
    one.git("commit", "-qam", "here");
    other.store.must("issue.update", { id: "bd-1", title: "newer" });
    other.git("commit", "-qam", "there");
    expect(() => one.mergeFrom(other)).toThrow();
    expect(one.store.text()).toMatch(/^<{7} /m);
    expect(titles(one)[0]).toStrictEqual(["bd-1", "newer", "open"]);
    expect(one.store.noticeKinds()).toContain("conflict_markers");
    one.store.must("issue.update", { id: "bd-2", title: "on" });
    expect(titles(one).map(([, title]) => title)).toStrictEqual(["newer", "on", "bd-3"]);
    const report = one.store.store.repair();
    expect(report.quarantined.map(({ problem }) => problem)).toStrictEqual([
      "a conflict marker",
      "a conflict marker",
      "a conflict marker",
    ]);
    expect(one.store.text()).not.toMatch(/^[<>=]{7}/m);
    expect(titles(one).map(([, title]) => title)).toStrictEqual(["newer", "on", "bd-3"]);
  });

  test("a checkout of an older version is that version, and a change of it is a change of that", () => {
    const clone = firstClone();
    clone.store.must("issue.update", { id: "bd-1", title: "later" });
    clone.commit("later");
    clone.git("checkout", "-q", "HEAD~1", "--", ".premath");
    expect(clone.store.store.get("bd-1")?.title).toBe("bd-1");
    clone.store.must("issue.update", { id: "bd-1", priority: 0 });
    expect(clone.store.store.get("bd-1")).toMatchObject({ title: "bd-1", priority: 0, rev: 2 });
    expect(clone.store.findings()).toStrictEqual([]);
  });
});

describe.skipIf(!hasGit)("one live file for all worktrees (ENGINE 9)", () => {
  test("from a linked worktree the store is the main one's; index and lock live beside it", () => {
    const main = firstClone();
    const tree = join(root, "linked");
    main.git("worktree", "add", "-q", tree);
    mkdirSync(join(tree, "deep", "er"), { recursive: true });
    for (const here of [tree, join(tree, "deep", "er")]) expect(findIssuesPath(undefined, here)).toBe(main.store.path);
    const linked = new TestStore(findIssuesPath(undefined, tree), { clock: main.store.clock });
    linked.must("issue.claim", { id: "bd-1", assignee: "al" });
    expect(main.store.apply("issue.claim", { id: "bd-1", assignee: "bo" })).toMatchObject({
      failure: { code: "lease_contention_active" },
    });
    expect(readdirSync(join(tree, ".premath")).toSorted()).toStrictEqual([
      ".gitattributes",
      ".gitignore",
      "issues.jsonl",
      "log",
    ]);
    expect(readFileSync(join(tree, ".premath", "issues.jsonl"), "utf8")).not.toContain("assignee");
    expect(main.store.findings()).toStrictEqual([]);
  });
});

test("through a link the store is the one behind it: one index, one lock, one log (ENGINE 3)", () => {
  const folder = mkdtempSync(join(root, "real-"));
  const real = new TestStore(join(folder, "issues.jsonl"));
  real.must("issue.add", { title: "one" });
  const elsewhere = mkdtempSync(join(root, "elsewhere-"));
  symlinkSync(real.path, join(elsewhere, "issues.jsonl"));
  symlinkSync(folder, join(elsewhere, "folder"));
  for (const path of [join(elsewhere, "issues.jsonl"), join(elsewhere, "folder", "issues.jsonl")]) {
    const linked = new TestStore(path, { clock: real.clock });
    linked.must("issue.add", { title: "through a link" });
    linked.store.compact();
  }
  expect(readdirSync(elsewhere).toSorted()).toStrictEqual(["folder", "issues.jsonl"]);
  expect(real.store.list({})).toHaveLength(3);
  expect(readdirSync(folder).toSorted()).toStrictEqual(["cache", "issues.jsonl", "lock.db", "log"]);
  expect([readdirSync(join(folder, "log")).length, real.findings()]).toStrictEqual([1, []]);
});
