import { appendFileSync, existsSync, readdirSync, statSync, chmodSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadIssueFile, sortedIssues, writeIssue } from "#kernel";
import { utf8 } from "#platform";
import { newStore, type TestStore, thrownBy } from "../../../tests/memory/manual-store.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

/** Rows of ours and of other tools, comments, a deleted issue, a lease. */
function grownStore(): TestStore {
  const store = newStore(root);
  writeFileSync(store.path, `# first\n{"id":"bd-9","zzz":[1.0,{"b":1}],"title":"theirs","metadata":{"b":1,"a":2}}\n`);
  for (const id of ["bd-2", "bd-10", "bd-1"]) store.must("issue.add", { title: id, id });
  appendFileSync(store.path, "  # second\n\n");
  store.must("issue.claim", { id: "bd-2", assignee: "al" });
  store.must("issue.update", { id: "bd-10", title: "ten" });
  store.must("issue.delete", { id: "bd-1" });
  return store;
}

describe("compaction (ENGINE 7, 11)", () => {
  test("writes the canonical form: comments first, one row per id in byte order, everything in them kept", () => {
    const store = grownStore();
    const before = loadIssueFile(Buffer.from(store.text()), utf8, store.path);
    if (!before.ok) throw new Error(before.message);
    const [ref, linesBefore, bytesBefore] = [store.store.load().snapshotRef, store.lines().length, store.text().length];
    const report = store.store.compact();
    const rows = sortedIssues([...before.issues.values(), ...before.tombstones.values()]).map(writeIssue);
    expect(store.lines()).toStrictEqual(["# first", "  # second", ...rows]);
    expect(report).toStrictEqual({ linesBefore, linesAfter: 6, bytesBefore, bytesAfter: store.text().length });
    expect(store.lines().map((line) => /"id":"([^"]*)"/.exec(line)?.[1])).toStrictEqual([
      undefined,
      undefined,
      "bd-1",
      "bd-10",
      "bd-2",
      "bd-9",
    ]);
    expect(store.lines()[2]).toContain('"tombstone":true');
    expect(store.lines()[4]).toMatch(/"rev":2,"by":"ann","token":1/);
    expect(store.lines()[5]).toContain('"zzz":[1.0,{"b":1}]');
    expect([store.store.load().snapshotRef, store.findings()]).toStrictEqual([ref, []]);
    expect(store.store.list({}).map(({ id }) => id)).toStrictEqual(["bd-10", "bd-2", "bd-9"]);
    // Done twice it changes nothing, not even the file's inode.
    const inode = statSync(store.path).ino;
    store.store.compact();
    expect(statSync(store.path).ino).toBe(inode);
  });

  test("is found by every reader and writer that had the file open, and goes on from there", () => {
    const store = grownStore();
    const other = store.again();
    other.must("issue.update", { id: "bd-10", title: "zehn" });
    store.store.compact();
    other.must("issue.close", { id: "bd-2" });
    store.must("issue.add", { title: "next" });
    expect(store.store.list({}).map(({ id, status }) => [id, status])).toStrictEqual([
      ["bd-10", "open"],
      ["bd-2", "closed"],
      ["bd-3", "open"],
      ["bd-9", "open"],
    ]);
    expect(store.findings()).toStrictEqual([]);
  });

  test("keeps the file's mode and leaves nothing beside it", () => {
    const store = grownStore();
    chmodSync(store.path, 0o640);
    store.store.compact();
    expect(statSync(store.path).mode & 0o777).toBe(0o640);
    expect(readdirSync(store.folder).filter((name) => name.includes(".tmp."))).toStrictEqual([]);
  });

  test("happens by itself when there are more than twice as many rows as ids, and loses no answer", () => {
    const store = newStore(root);
    store.must("issue.add", { title: "t", id: "bd-1" });
    store.must("issue.add", { title: "t", id: "bd-2" });
    let most = 0;
    for (let n = 0; n < 60; n++) {
      store.must("issue.update", { id: "bd-1", title: `t${n}` });
      most = Math.max(most, store.lines().length);
      expect(store.store.get("bd-1")?.title).toBe(`t${n}`);
    }
    expect([most > 4, most < 16, store.lines().length < 16]).toStrictEqual([true, true, true]);
    expect(store.store.get("bd-1")?.rev).toBe(61);
    expect(store.store.history("bd-1")).toHaveLength(61);
    expect(store.findings()).toStrictEqual([]);
  });

  test("with purge drops deleted issues for good; verify still holds, and the id is free again", () => {
    const store = grownStore();
    const ref = store.store.load().snapshotRef;
    expect(store.apply("issue.add", { title: "x", id: "bd-1" })).toMatchObject({ failure: { code: "issue_exists" } });
    store.purge();
    expect(store.text()).not.toContain("tombstone");
    expect([store.store.load().snapshotRef, store.findings()]).toStrictEqual([ref, []]);
    expect(store.must("issue.add", { title: "again" }).issue?.id).toBe("bd-1");
    expect(store.findings()).toStrictEqual([]);
    expect(store.store.repair().restorable).toStrictEqual([]);
    // The new one is watched as any other.
    writeFileSync(store.path, store.text().replaceAll(/^.*"id":"bd-1".*\n/gm, ""));
    expect(store.findings()).toHaveLength(1);
  });

  test("of a file that is not there is the contract's error and makes none", () => {
    const store = newStore(root);
    expect(thrownBy(() => store.store.compact())).toStrictEqual({
      code: "io",
      message: `line 0: I/O error: ${store.path}: No such file or directory (os error 2)`,
    });
    expect(existsSync(store.path)).toBe(false);
  });

  test("of a damaged file is the contract's error and changes nothing", () => {
    const store = grownStore();
    writeFileSync(store.path, `${store.text()}no row\n`);
    const before = store.text();
    expect(thrownBy(() => store.store.compact()).message).toMatch(/^line 11: parse error: /);
    expect(store.text()).toBe(before);
  });
});
