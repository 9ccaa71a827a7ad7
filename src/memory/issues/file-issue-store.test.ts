import { appendFileSync, copyFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { loadIssueFile, snapshotRef } from "#kernel";
import { sha256, utf8 } from "#platform";
import { filesBelow, newStore, type TestStore, thrownBy } from "../../../tests/memory/manual-store.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

/** Three issues, one waiting for another, one claimed. */
function someStore(): TestStore {
  const store = newStore(root);
  store.must("issue.add", { title: "one", id: "bd-1" });
  store.must("issue.add", { title: "two", id: "bd-2", priority: 0 });
  store.must("issue.add", { title: "three", id: "bd-3" });
  store.must("dep.add", { issueId: "bd-2", dependsOnId: "bd-1", type: "blocks" });
  store.must("issue.claim", { id: "bd-3", assignee: "al" });
  return store;
}

/** Everything a reader can ask. */
function answers({ store }: TestStore): unknown {
  const { issues, lines, snapshotRef: ref } = store.load();
  return {
    issues: [...issues],
    lines,
    ref,
    list: store.list({}),
    open: store.list({ status: "open" }),
    als: store.list({ assignee: "al" }),
    ready: store.ready(),
    first: store.ready(1),
    one: store.get("bd-3"),
    none: store.get("bd-9"),
    ids: store.idsFrom("bd-", 2),
  };
}

describe("the file is the only authority (ENGINE 1, M01)", () => {
  test("a change appends one row and leaves every byte before it", () => {
    const store = someStore();
    const before = store.text();
    store.must("issue.update", { id: "bd-1", title: "uno" });
    const after = store.text();
    expect(after.slice(0, before.length)).toBe(before);
    const added = after.slice(before.length);
    expect([added.split("\n").length, added.endsWith("\n")]).toStrictEqual([2, true]);
    expect(JSON.parse(added)).toMatchObject({ id: "bd-1", title: "uno", rev: 2, by: "ann" });
  });

  test("no read writes, makes or replaces any file, whatever state the index is in", () => {
    const store = someStore();
    const damage: readonly (() => void)[] = [
      () => undefined,
      () => appendFileSync(store.path, `{"id":"bd-7","title":"torn`),
      () => writeFileSync(store.indexPath, "no database at all"),
      () => rmSync(join(store.folder, "cache"), { recursive: true }),
      () => rmSync(join(store.folder, "log"), { recursive: true }),
    ];
    for (const harm of damage) {
      harm();
      const before = filesBelow(store.folder);
      answers(store.again());
      store.again().store.history("bd-1");
      store.again().store.verify();
      expect(filesBelow(store.folder)).toStrictEqual(before);
    }
  });

  test("reads of a file without index and log make neither", () => {
    const store = newStore(root);
    writeFileSync(store.path, `{"id":"bd-1","title":"one"}\n`);
    answers(store);
    store.store.verify();
    expect(Object.keys(filesBelow(store.folder))).toStrictEqual(["issues.jsonl"]);
  });
});

describe("the index is rebuilt when it is missing or wrong, and answers are the same (ENGINE 2)", () => {
  const harms: Readonly<Record<string, (store: TestStore) => void>> = {
    deleted: ({ indexPath }) => rmSync(indexPath),
    "cache deleted": ({ folder }) => rmSync(join(folder, "cache"), { recursive: true }),
    emptied: ({ indexPath }) => truncateSync(indexPath, 0),
    "cut in the middle": ({ indexPath }) => truncateSync(indexPath, 5000),
    garbage: ({ indexPath }) => writeFileSync(indexPath, "x".repeat(9000)),
    "garbage behind a good head": ({ indexPath }) => {
      truncateSync(indexPath, 4096);
      appendFileSync(indexPath, Buffer.alloc(60_000, 7));
    },
    "of another version": (store) => setMeta(store, "version", 0),
    "from another start of the machine": (store) => setMeta(store, "boot", "another"),
    "without a version": (store) => inIndex(store, "DELETE FROM meta WHERE key = 'version'"),
    "without its state": (store) => inIndex(store, "DELETE FROM meta WHERE key = 'state'"),
    "pointing at other rows": (store) => inIndex(store, "UPDATE issue SET offset = 0, length = 20"),
    "of another store": (store) => copyFileSync(someStore().indexPath, store.indexPath),
    "without tables": (store) => inIndex(store, "DROP TABLE issue"),
    "with a left-over journal": ({ indexPath }) => writeFileSync(`${indexPath}-journal`, "garbage"),
  };

  test.each(Object.keys(harms))("%s", (name) => {
    const store = someStore();
    const expected = answers(store);
    harms[name]?.(store);
    expect(answers(store)).toStrictEqual(expected);
    expect(answers(store.again())).toStrictEqual(expected);
    // A writer that was open meanwhile, and one that comes anew.
    store.must("issue.add", { title: "four" });
    store.again().must("issue.add", { title: "five", id: "bd-5" });
    expect(store.store.list({}).map(({ id }) => id)).toStrictEqual(["bd-1", "bd-2", "bd-3", "bd-4", "bd-5"]);
    expect(store.store.list({})).toStrictEqual(store.again().store.list({}));
    expect(store.findings()).toStrictEqual([]);
  });

  test("harm to the index between two changes of one open store", () => {
    for (const name of Object.keys(harms)) {
      const store = someStore();
      harms[name]?.(store);
      expect(store.must("issue.claim_next", { assignee: "bo" }).issue?.id).toBe("bd-1");
      expect(store.findings()).toStrictEqual([]);
    }
  });
});

function setMeta(store: TestStore, key: string, value: string | number): void {
  inIndex(store, `UPDATE meta SET value = '${value}' WHERE key = '${key}'`);
}

function inIndex({ indexPath }: TestStore, sql: string): void {
  const db = new DatabaseSync(indexPath);
  db.exec(sql);
  db.close();
}

describe("a replaced file wins (ENGINE 5)", () => {
  const swaps: Readonly<Record<string, (store: TestStore) => void>> = {
    "another file renamed over it": ({ path, folder }) => {
      writeFileSync(join(folder, "other"), `{"id":"bd-1","title":"other","status":"closed"}\n`);
      renameSync(join(folder, "other"), path);
    },
    "edited in place, the same length": (store) =>
      writeFileSync(store.path, store.text().replaceAll('"title":"one"', '"title":"eno"')),
    "edited in place, longer": (store) =>
      writeFileSync(store.path, store.text().replaceAll('"title":"one"', '"title":"one and more"')),
    truncated: (store) => truncateSync(store.path, store.text().indexOf("\n") + 1),
    emptied: ({ path }) => truncateSync(path, 0),
    "appended to by another tool": ({ path }) =>
      appendFileSync(path, `{"id":"bd-2","title":"zwei"}\n{"id":"bd-8","title":"acht"}\n`),
    "rewritten by the reference: no keys of ours, sorted": (store) => {
      const { issues } = store.store.load();
      const rows = [...issues.values()].map(({ rev: _rev, by: _by, token: _token, ...issue }) => JSON.stringify(issue));
      writeFileSync(store.path, rows.map((row) => `${row}\n`).join(""));
    },
  };

  test.each(Object.keys(swaps))("%s", (name) => {
    for (const open of [true, false]) {
      const store = someStore();
      swaps[name]?.(store);
      const file = loadIssueFile(Buffer.from(store.text()), utf8, store.path);
      if (!file.ok) throw new Error(file.message);
      const reader = open ? store : store.again();
      expect(reader.store.list({}).map(({ id, title }) => [id, title])).toStrictEqual(
        [...file.issues.values()].map(({ id, title }) => [id, title]),
      );
      reader.must("issue.add", { title: "after" });
      const after = [...file.issues.keys(), ""].length;
      expect(reader.store.list({})).toHaveLength(after);
      expect(reader.store.load().issues.size).toBe(after);
      expect(store.again().store.list({})).toStrictEqual(reader.store.list({}));
    }
  });

  test("what another tool rewrote is taken over, and verify holds again", () => {
    const store = someStore();
    swaps["rewritten by the reference: no keys of ours, sorted"]?.(store);
    store.must("issue.update", { id: "bd-2", title: "after" });
    expect(store.findings()).toStrictEqual([]);
    expect(store.store.verify()).toMatchObject({ snapshotRef: store.store.load().snapshotRef, issues: 3 });
    // From now on it is watched again: the row of bd-2 may not go.
    const text = store.text();
    writeFileSync(store.path, text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1));
    expect(store.findings()).toHaveLength(1);
  });
});

describe("bad input gives the contract's error and leaves everything as it was (contract memory 1.1)", () => {
  test("NUL is found before invalid UTF-8, both before parsing, by reads and changes alike", () => {
    const store = someStore();
    const good = store.text();
    const cases = [
      [Buffer.from(`${good}{"id":"bd-7\0","title":"x"}\n`), "contains NUL byte(s)"],
      [Buffer.concat([Buffer.from(good), Buffer.from([0xff, 0x0a])]), "contains non-UTF-8 byte sequence(s)"],
      [Buffer.concat([Buffer.from([0xff, 0x0a, 0x00]), Buffer.from(good)]), "contains NUL byte(s)"],
    ] as const;
    for (const [bytes, words] of cases) {
      writeFileSync(store.path, bytes);
      const before = filesBelow(store.folder)["issues.jsonl"];
      const error = { code: "corrupt", message: `corrupted substrate: ${store.path}: ${words}` };
      expect(thrownBy(() => store.store.load())).toStrictEqual(error);
      expect(thrownBy(() => store.store.list({}))).toStrictEqual(error);
      expect(thrownBy(() => store.store.ready())).toStrictEqual(error);
      expect(thrownBy(() => store.store.get("bd-1"))).toStrictEqual(error);
      expect(thrownBy(() => store.apply("issue.add", { title: "x" }))).toStrictEqual(error);
      expect(thrownBy(() => store.again().apply("issue.claim_next", { assignee: "x" }))).toStrictEqual(error);
      expect(thrownBy(() => store.store.compact())).toStrictEqual(error);
      expect(filesBelow(store.folder)["issues.jsonl"]).toBe(before);
    }
    writeFileSync(store.path, good);
    store.must("issue.update", { id: "bd-1", title: "fine again" });
    expect(store.findings()).toStrictEqual([]);
  });

  test("a bad row names its line, to reads and changes", () => {
    const store = someStore();
    writeFileSync(store.path, `# a comment\n\n${store.text()}{"id":"bd-7"}\n`);
    const messages = [
      thrownBy(() => store.store.load()),
      thrownBy(() => store.store.list({})),
      thrownBy(() => store.apply("issue.add", { title: "x" })),
      thrownBy(() => store.again().apply("issue.add", { title: "x" })),
    ];
    for (const { code, message } of messages)
      expect([code, message]).toStrictEqual(["corrupt", expect.stringMatching(/^line 8: parse error: /)]);
  });

  test("ids with odd characters are found, listed by bytes and abbreviated", () => {
    const store = newStore(root);
    const ids = [
      "\u{1F600}",
      "\uFFFD",
      "é",
      "a%b",
      "a_b",
      "a'b",
      'a"b',
      "A",
      "a b",
      "bd-10",
      "bd-2",
      "../x",
      "__proto__",
    ];
    for (const id of ids) store.must("issue.add", { title: id, id });
    const sorted = ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    for (const each of [store, store.again()]) {
      expect(each.store.list({}).map(({ id }) => id)).toStrictEqual(sorted);
      expect(each.store.ready().items.map(({ id }) => id)).toStrictEqual(sorted);
      expect(ids.map((id) => each.store.get(id)?.title)).toStrictEqual(ids);
      expect(each.store.idsFrom("a", 9)).toStrictEqual(["a b", 'a"b', "a%b", "a'b", "a_b"]);
      expect(each.store.idsFrom("\u{1F600}", 9)).toStrictEqual(["\u{1F600}"]);
    }
    rmSync(store.indexPath);
    expect(store.store.idsFrom("a", 2)).toStrictEqual(["a b", 'a"b']);
    expect(store.apply("issue.add", { title: "x", id: "a\nb" })).toMatchObject({
      ok: false,
      failure: { code: "invalid_id" },
    });
    expect(store.findings()).toStrictEqual([]);
  });

  test("a description of a megabyte is one row like any other", () => {
    const store = newStore(root);
    const description = `${"é\n\u2028".repeat(200_000)}end`;
    store.must("issue.add", { title: "big", description });
    store.must("issue.update", { id: "bd-1", title: "still big" });
    expect(store.again().store.get("bd-1")?.description).toBe(description);
    rmSync(store.indexPath);
    expect(store.again().store.get("bd-1")?.title).toBe("still big");
    expect(store.findings()).toStrictEqual([]);
  });
});

test("the snapshot ref is the kernel's over the file, and replaying the log gives the same (M01)", () => {
  const store = someStore();
  store.must("issue.close", { id: "bd-1" });
  store.must("issue.delete", { id: "bd-3" });
  const file = loadIssueFile(Buffer.from(store.text()), utf8, store.path);
  const ref = file.ok ? snapshotRef(file.issues.values(), sha256) : "";
  const { snapshotRef: seen, replayedSnapshotRef, findings } = store.store.verify();
  expect([store.store.load().snapshotRef, seen, replayedSnapshotRef, findings]).toStrictEqual([ref, ref, ref, []]);
});

test("an edit in place far above the end is noticed also when another tool appended rows in the same breath", () => {
  const store = newStore(root);
  store.must("issue.add", { title: "one", id: "bd-1" });
  store.must("issue.add", { title: "big", id: "bd-2", description: "x".repeat(9000) });
  writeFileSync(store.path, `${store.text().replace('"title":"one"', '"title":"eno"')}{"id":"bd-3","title":"three"}\n`);
  store.must("issue.update", { id: "bd-2", title: "two" });
  expect(store.store.list({}).map(({ title }) => title)).toStrictEqual(["eno", "two", "three"]);
});
