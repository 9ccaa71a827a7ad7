import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newStore, TestStore, thrownBy } from "../../../tests/memory/manual-store.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();
const isRoot = process.getuid?.() === 0;

/** A store that runs `work` while it holds the lock, in the middle of its next commit. */
function holding(work: (store: TestStore) => void): TestStore {
  let armed = false;
  const store: TestStore = newStore(root, {
    at: (point) => {
      if (!armed || point !== "event") return;
      armed = false;
      work(store);
    },
  });
  store.must("issue.add", { title: "one", id: "bd-1" });
  armed = true;
  return store;
}

describe("the lock (ENGINE 3)", () => {
  test("keeps a second store of the same process out, which says so after its patience, and lets it in afterwards", () => {
    let busy: unknown;
    let waited = 0;
    const store = holding((held) => {
      const other = held.again({ patienceMs: 60 });
      const start = performance.now();
      busy = thrownBy(() => other.apply("issue.add", { title: "second" }));
      waited = performance.now() - start;
      expect(held.again().store.list({})).toHaveLength(1);
    });
    store.must("issue.add", { title: "first" });
    expect(busy).toStrictEqual({
      code: "lock_busy",
      message: `issue-memory lock busy: ${join(store.folder, "lock.db")}`,
    });
    expect(waited).toBeGreaterThanOrEqual(60);
    store.again().must("issue.add", { title: "second" });
    expect(store.store.list({}).map(({ title }) => title)).toStrictEqual(["one", "first", "second"]);
    expect(store.findings()).toStrictEqual([]);
  });

  test("is freed when the change fails", () => {
    const store = holding(() => {
      throw new Error("a bug");
    });
    expect(() => store.apply("issue.add", { title: "first" })).toThrow("a bug");
    store.again({ patienceMs: 0 }).must("issue.add", { title: "second" });
  });

  test("is never unlinked by a store, and one file serves all", () => {
    const store = holding(() => undefined);
    const inode = statSync(join(store.folder, "lock.db")).ino;
    for (let n = 0; n < 3; n++) store.again().must("issue.add", { title: `t${n}` });
    store.store.compact();
    store.store.close();
    expect(statSync(join(store.folder, "lock.db")).ino).toBe(inode);
  });

  test("that is deleted while it is held: another store makes a new one, and no row of either is lost", () => {
    const store = holding((held) => {
      rmSync(join(held.folder, "lock.db"));
      held.again({ patienceMs: 500 }).must("issue.add", { title: "second", id: "bd-9" });
    });
    store.must("issue.add", { title: "first", id: "bd-8" });
    const ids = ["bd-1", "bd-8", "bd-9"];
    expect([...store.store.load().issues.keys()]).toStrictEqual(ids);
    for (const each of [store, store.again()]) expect(each.store.list({}).map(({ id }) => id)).toStrictEqual(ids);
    store.again().must("issue.update", { id: "bd-9", title: "third" });
    store.must("issue.update", { id: "bd-8", title: "fourth" });
    expect(
      store
        .again()
        .store.list({})
        .map(({ title }) => title),
    ).toStrictEqual(["one", "fourth", "third"]);
  });

  test("that is deleted while it is held: of two claims of one issue one stands, and only its holder can complete (K14)", () => {
    const store = holding((held) => {
      rmSync(join(held.folder, "lock.db"));
      held.again({ patienceMs: 500 }).must("issue.claim", { id: "bd-1", assignee: "bo", leaseId: "l-bo" });
    });
    store.apply("issue.claim", { id: "bd-1", assignee: "al", leaseId: "l-al" });
    const standing = store.again().store.load().issues.get("bd-1");
    expect(store.store.get("bd-1")).toStrictEqual(standing);
    const completed = ["al", "bo"].filter(
      (assignee) => store.again().apply("issue.close", { id: "bd-1", assignee, leaseId: `l-${assignee}` }).ok,
    );
    expect(completed).toStrictEqual([standing?.assignee]);
  });

  test("that cannot be opened is the contract's error, with its path", () => {
    const store = newStore(root);
    mkdirSync(join(store.folder, "lock.db"));
    const { code, message } = thrownBy(() => store.apply("issue.add", { title: "x" }));
    expect([code, message]).toStrictEqual([
      "lock_io",
      expect.stringMatching(`^failed to acquire issue-memory lock ${join(store.folder, "lock.db")}: .+`),
    ]);
    expect(readdirSync(store.folder)).toStrictEqual(["lock.db"]);
  });

  test("below a file instead of a folder is the contract's error", () => {
    writeFileSync(join(root, "plain"), "");
    const store = new TestStore(join(root, "plain", "issues.jsonl"));
    expect(thrownBy(() => store.apply("issue.add", { title: "x" }))).toStrictEqual({
      code: "lock_io",
      message: expect.stringMatching("^failed to acquire issue-memory lock .*: File exists \\(os error 17\\)$"),
    });
  });

  test.skipIf(isRoot)(
    "in a folder that may not be written is the contract's error (skipped for root, who may write everywhere)",
    () => {
      const store = newStore(root);
      writeFileSync(store.path, `{"id":"bd-1","title":"one"}\n`);
      chmodSync(store.folder, 0o500);
      const { code, message } = thrownBy(() => store.apply("issue.add", { title: "x" }));
      expect([code, message]).toStrictEqual([
        "lock_io",
        expect.stringContaining(`failed to acquire issue-memory lock ${join(store.folder, "lock.db")}: `),
      ]);
      expect(store.store.list({})).toHaveLength(1);
      chmodSync(store.folder, 0o700);
    },
  );

  test("that is garbage is the contract's error, and nothing is written", () => {
    const store = holding(() => undefined);
    const before = store.text();
    writeFileSync(join(store.folder, "lock.db"), "garbage ".repeat(1000));
    expect(thrownBy(() => store.again({ patienceMs: 50 }).apply("issue.add", { title: "x" })).code).toBe("lock_io");
    expect(store.text()).toBe(before);
  });
});
