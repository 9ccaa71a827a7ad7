import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newStore, type TestStore, thrownBy } from "../../../tests/memory/manual-store.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

function twoIssues(): TestStore {
  const store = newStore(root);
  store.must("issue.add", { title: "one", id: "bd-1" });
  store.must("issue.add", { title: "zwei é", id: "bd-2" });
  return store;
}

function quarantined({ folder }: TestStore): readonly string[] {
  const home = join(folder, "quarantine");
  return readdirSync(home).map((name) => readFileSync(join(home, name), "utf8"));
}

describe("a torn last line of the file (ENGINE 4)", () => {
  test("is passed over by reads, which say so, and moved to quarantine by the next change, at every place of the row", () => {
    const whole = Buffer.from(twoIssues().text());
    const start = whole.indexOf("\n") + 1;
    // Some places all over the row, and the one inside the character of two bytes.
    const accent = whole.indexOf("é") + 1;
    for (const cut of [
      start + 1,
      start + 2,
      start + 9,
      accent,
      accent + 1,
      accent + 60,
      whole.length - 3,
      whole.length - 2,
    ]) {
      for (const kept of [true, false]) {
        const store = twoIssues();
        const torn = Buffer.from(store.text()).subarray(start, cut);
        truncateSync(store.path, cut);
        if (!kept) rmSync(store.indexPath);
        expect(store.store.list({}).map(({ id }) => id)).toStrictEqual(["bd-1"]);
        expect(store.noticeKinds()).toStrictEqual(["torn_tail"]);
        store.must("issue.update", { id: "bd-1", title: "uno" });
        expect(store.noticeKinds()).toContain("torn_tail");
        expect(store.lines()).toHaveLength(2);
        const [name] = readdirSync(join(store.folder, "quarantine"));
        expect(readFileSync(join(store.folder, "quarantine", name ?? ""))).toStrictEqual(
          Buffer.concat([torn, Buffer.from("\n")]),
        );
        // While the index remembers that the change was whole once, verify misses it, and repair brings it back.
        expect(store.findings()).toStrictEqual(
          kept ? [expect.stringContaining("the file lacks revision 1 of bd-2")] : [],
        );
        expect(store.noticeKinds().includes("event_voided")).toBe(!kept);
        expect(store.restore().restored).toStrictEqual(kept ? ["bd-2"] : []);
        expect(store.findings()).toStrictEqual([]);
      }
    }
  });

  test("that lacks only its newline is a row and stays", () => {
    for (const kept of [true, false]) {
      const store = twoIssues();
      const before = store.text();
      truncateSync(store.path, Buffer.byteLength(before) - 1);
      if (!kept) rmSync(store.indexPath);
      expect(store.store.list({})).toHaveLength(2);
      store.must("issue.update", { id: "bd-1", title: "uno" });
      expect(store.text().startsWith(before)).toBe(true);
      expect([store.lines().length, store.notices, store.findings()]).toStrictEqual([3, [], []]);
    }
  });

  test("of another tool, appended behind rows the index knows, does not hide the whole ones before it", () => {
    const store = twoIssues();
    appendFileSync(store.path, `{"id":"bd-3","title":"three"}\n{"id":"bd-4","ti`);
    store.must("issue.update", { id: "bd-3", title: "drei" });
    expect(store.store.list({}).map(({ title }) => title)).toStrictEqual(["one", "zwei é", "drei"]);
    expect(quarantined(store)).toStrictEqual([`{"id":"bd-4","ti\n`]);
    expect(store.findings()).toStrictEqual([]);
  });

  test("is healed at the end only: the same bytes in the middle are the contract's error", () => {
    const store = twoIssues();
    writeFileSync(store.path, `{"id":"bd-4","ti\n${store.text()}`);
    expect(thrownBy(() => store.apply("issue.add", { title: "x" })).message).toMatch(/^line 1: parse error: /);
    expect(readdirSync(store.folder)).not.toContain("quarantine");
  });
});

describe("a torn last line of the log", () => {
  test.each([true, false])("is moved to quarantine, and the chain goes on (index kept: %s)", (kept) => {
    const store = twoIssues();
    const log = store.logPath();
    const torn = `{"schema":"tusk.issue.log.v1","seq":3,"pre`;
    appendFileSync(log, torn);
    if (!kept) rmSync(store.indexPath);
    expect(store.findings()).toStrictEqual([]);
    const next = store.again();
    next.must("issue.update", { id: "bd-1", title: "uno" });
    expect(next.noticeKinds()).toStrictEqual(["torn_tail"]);
    expect(quarantined(next)).toStrictEqual([`${torn}\n`]);
    expect(next.findings()).toStrictEqual([]);
    expect(next.store.verify().events).toBe(4);
  });
});
