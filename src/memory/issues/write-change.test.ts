import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newStore, type TestStore } from "../../../tests/memory/manual-store.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import type { CommitPoint } from "./store-options.ts";

const root = temporaryFolder();

/** A process that dies: nothing it was about to do happens. */
class Death extends Error {}

/** A store whose writer does `work` once at a point of its next commit. */
function interrupted(at: CommitPoint, work: (store: TestStore) => void): TestStore {
  let armed = false;
  const store: TestStore = newStore(root, {
    at: (point) => {
      if (!armed || point !== at) return;
      armed = false;
      work(store);
    },
  });
  store.must("issue.add", { title: "one", id: "bd-1" });
  store.must("issue.add", { title: "two", id: "bd-2" });
  armed = true;
  return store;
}

function die(): void {
  throw new Death("killed");
}

const UPDATE = { action: "issue.update", args: { id: "bd-1", title: "uno", request: "r-1" } } as const;

describe("a writer that dies between two steps (ENGINE 3, 10)", () => {
  test.each([true, false])(
    "after the event: the next writer voids it, and the mutation can be applied again (index kept: %s)",
    (kept) => {
      const store = interrupted("event", die);
      const before = store.text();
      expect(() => store.repeat(UPDATE)).toThrow(Death);
      expect(store.text()).toBe(before);
      expect(store.store.get("bd-1")?.title).toBe("one");
      if (!kept) rmSync(store.indexPath);
      const next = store.again();
      next.clock.advance(1);
      expect(next.repeat(UPDATE)).toMatchObject({ ok: true, changed: true });
      expect(next.noticeKinds()).toStrictEqual(["event_voided"]);
      expect(next.repeat(UPDATE)).toMatchObject({ ok: false, failure: { code: "mutation_already_applied" } });
      expect(next.store.history("bd-1").map(({ rev, standing }) => [rev, standing])).toStrictEqual([
        [1, "past"],
        [2, "voided"],
        [2, "current"],
      ]);
      expect(next.findings()).toStrictEqual([]);
    },
  );

  test.each(["row", "index"] as const)(
    "after the row (at %s): everybody sees it, the index catches up, nobody applies it twice",
    (point) => {
      for (const kept of [true, false]) {
        const store = interrupted(point, die);
        expect(() => store.repeat(UPDATE)).toThrow(Death);
        if (!kept) rmSync(store.indexPath);
        expect(store.again().store.get("bd-1")?.title).toBe("uno");
        expect(store.again().store.list({})[0]?.title).toBe("uno");
        const next = store.again();
        expect(next.repeat(UPDATE)).toMatchObject({ ok: false, failure: { code: "mutation_already_applied" } });
        expect(next.store.list({})[0]?.title).toBe("uno");
        expect(next.noticeKinds()).toStrictEqual([]);
        next.must("issue.update", { id: "bd-1", title: "eins" });
        expect(next.store.history("bd-1").map(({ rev, standing }) => [rev, standing])).toStrictEqual([
          [1, "past"],
          [2, "past"],
          [3, "current"],
        ]);
        expect(next.findings()).toStrictEqual([]);
      }
    },
  );

  test("an import of many rows is there whole or not at all", () => {
    const rows = ["bd-2", "bd-3", "bd-4"].map(
      (id) =>
        `{"id":"${id}","title":"imported","updated_at":"2027-01-01T00:00:00Z","created_at":"2026-01-01T00:00:00Z"}`,
    );
    for (const mode of ["merge", "replace"] as const)
      for (const point of ["event", "row", "index"] as const)
        for (const kept of [true, false]) {
          const store = interrupted(point, die);
          const before = store.store.load().snapshotRef;
          const mutation = { action: "issue.import", args: { mode, source: "test", rows, request: "i" } } as const;
          expect(() => store.repeat(mutation)).toThrow(Death);
          const isDone = point === "index";
          const seen = store.again();
          expect(seen.store.load().snapshotRef === before).toBe(!isDone);
          if (!kept) rmSync(store.indexPath);
          seen.clock.advance(1);
          seen.must("issue.add", { title: "next" });
          expect([mode, point, kept, seen.findings()]).toStrictEqual([mode, point, kept, []]);
          // What did not happen protects nothing and hides nothing: a row that goes is still missed.
          const text = seen.text();
          writeFileSync(seen.path, text.replaceAll(/^.*"id":"bd-2".*\n/gm, ""));
          expect([mode, point, kept, seen.findings().length]).toStrictEqual([mode, point, kept, 1]);
          writeFileSync(seen.path, text);
          expect(seen.repeat(mutation).ok).toBe(!isDone);
          expect(seen.findings()).toStrictEqual([]);
        }
  });
});

describe("the file is swapped between append and check (ENGINE 5)", () => {
  test("for another one: the change is made to that one", () => {
    const other = `{"id":"bd-1","title":"other"}\n{"id":"bd-9","title":"nine"}\n`;
    const store = interrupted("row", ({ folder, path }) => {
      writeFileSync(join(folder, "other"), other);
      renameSync(join(folder, "other"), path);
    });
    expect(store.repeat(UPDATE)).toMatchObject({ ok: true, changed: true, issue: { title: "uno" } });
    expect(store.text().startsWith(other)).toBe(true);
    expect(store.store.list({}).map(({ id, title }) => [id, title])).toStrictEqual([
      ["bd-1", "uno"],
      ["bd-9", "nine"],
    ]);
    expect(store.noticeKinds()).toContain("event_voided");
  });

  test("for one in which the change is no longer possible: it is refused, and that file is as it came", () => {
    const other = `{"id":"bd-9","title":"nine"}\n`;
    const store = interrupted("row", ({ folder, path }) => {
      writeFileSync(join(folder, "other"), other);
      renameSync(join(folder, "other"), path);
    });
    expect(store.repeat(UPDATE)).toStrictEqual({
      ok: false,
      failure: { code: "issue_not_found", message: "issue not found: bd-1" },
    });
    expect(store.text()).toBe(other);
  });

  test("for a copy that has the new row already: the change was made, once", () => {
    const store = interrupted("row", ({ folder, path }) => {
      copyFileSync(path, join(folder, "other"));
      renameSync(join(folder, "other"), path);
    });
    expect(store.repeat(UPDATE)).toMatchObject({ ok: true, changed: true, issue: { title: "uno", rev: 2 } });
    expect(store.lines()).toHaveLength(3);
    expect(store.findings()).toStrictEqual([]);
  });

  test("before the row is written (at the event): nothing is lost either", () => {
    const store = interrupted("event", ({ folder, path }) => {
      writeFileSync(join(folder, "other"), `{"id":"bd-1","title":"other"}\n`);
      renameSync(join(folder, "other"), path);
    });
    expect(store.repeat(UPDATE)).toMatchObject({ ok: true, changed: true });
    expect(store.store.get("bd-1")?.title).toBe("uno");
    expect(store.store.list({})).toHaveLength(1);
  });

  test("for ever: it gives up in the end, and says so", () => {
    let n = 0;
    const store: TestStore = newStore(root, {
      at: (point) => {
        if (point !== "row" || n === 0) return;
        writeFileSync(join(store.folder, "other"), `{"id":"bd-1","title":"other ${n++}"}\n`);
        renameSync(join(store.folder, "other"), store.path);
      },
    });
    store.must("issue.add", { title: "one", id: "bd-1" });
    n = 1;
    expect(() => store.repeat(UPDATE)).toThrow("is replaced faster than it can be written");
    expect(store.store.get("bd-1")?.title).toMatch(/^other/);
  });
});

describe("another tool appends at the same time, without the lock", () => {
  test.each(["event", "row", "index"] as const)("at %s: both rows are in the file and in the index", (point) => {
    const store = interrupted(point, ({ path }) => appendFileSync(path, `{"id":"bd-7","title":"theirs"}\n`));
    store.repeat(UPDATE);
    const expected = [
      ["bd-1", "uno"],
      ["bd-2", "two"],
      ["bd-7", "theirs"],
    ];
    for (const each of [store, store.again()])
      expect(each.store.list({}).map(({ id, title }) => [id, title])).toStrictEqual(expected);
    store.must("issue.update", { id: "bd-2", title: "two" });
    expect(
      store
        .again()
        .store.list({})
        .map(({ id, title }) => [id, title]),
    ).toStrictEqual(expected);
    expect(store.store.get("bd-7")?.title).toBe("theirs");
    expect(store.findings()).toStrictEqual([]);
  });
});

test("a log that git replaced under an open store is written to where it is now", () => {
  const store = interrupted("event", () => undefined);
  const log = store.logPath();
  writeFileSync(`${log}.new`, readFileSync(log));
  renameSync(`${log}.new`, log);
  store.must("issue.update", { id: "bd-1", title: "uno" });
  expect(store.findings()).toStrictEqual([]);
  rmSync(log);
  store.must("issue.update", { id: "bd-2", title: "due" });
  expect(readFileSync(log, "utf8").split("\n")).toHaveLength(3);
});
