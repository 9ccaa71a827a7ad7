import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digestText, mutationDigest } from "#kernel";
import { sha256 } from "#platform";
import { newStore, overrideFor, TestStore } from "../../../tests/memory/manual-store.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

function someStore(): TestStore {
  const store = newStore(root);
  store.must("issue.add", { title: "one", id: "bd-1" });
  store.must("issue.add", { title: "two", id: "bd-2" });
  store.must("issue.claim", { id: "bd-1", assignee: "al" });
  store.must("issue.update", { id: "bd-2", title: "zwei" });
  store.must("issue.close", { id: "bd-1" });
  return store;
}

function edit(path: string, change: (lines: string[]) => readonly string[]): void {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  writeFileSync(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

describe("the log: one chain per clone, every change in it (M02, M14)", () => {
  test("says who changed what under which permit, from which row to which", () => {
    const store = newStore(root);
    const first = { action: "issue.add", args: { title: "one", id: "bd-1" } } as const;
    store.store.mutate(first, overrideFor(first, "ann"));
    const second = { action: "issue.close", args: { id: "bd-1", reason: "done" } } as const;
    store.clock.advance(5);
    const permit = overrideFor(second, "bob");
    store.store.mutate(second, permit);
    const [row1 = "", row2 = ""] = store.lines();
    const log = readFileSync(store.logPath(), "utf8").trim().split("\n");
    const rows = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ seq, prev, kind }) => [seq, prev, kind])).toStrictEqual([
      [0, undefined, "opened"],
      [1, digestText(sha256, log[0] ?? ""), "changed"],
      [2, digestText(sha256, log[1] ?? ""), "changed"],
    ]);
    expect(rows[2]).toStrictEqual({
      self: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      schema: "tusk.issue.log.v1",
      seq: 2,
      prev: digestText(sha256, log[1] ?? ""),
      kind: "changed",
      at: "2026-03-01T12:00:05Z",
      mutation: mutationDigest(second, sha256),
      action: "issue.close",
      actor: "bob",
      issue: "bd-1",
      rev: 2,
      before: digestText(sha256, row1),
      after: digestText(sha256, row2),
      permit: {
        kind: "human_override",
        mutationDigest: mutationDigest(second, sha256),
        actor: "bob",
        reason: "a test",
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
      row: JSON.parse(row2),
    });
    expect(
      store.store
        .history("bd-1")
        .map(({ actor, action, rev, standing, before }) => [actor, action, rev, standing, before]),
    ).toStrictEqual([
      ["ann", "issue.add", 1, "past", undefined],
      ["bob", "issue.close", 2, "current", digestText(sha256, row1)],
    ]);
  });

  test("verify counts everything and finds nothing wrong", () => {
    const store = someStore();
    const ref = store.store.load().snapshotRef;
    expect(store.store.verify()).toStrictEqual({
      issues: 2,
      rows: 5,
      events: 6,
      pending: 0,
      chains: [{ clone: expect.stringMatching(/^[0-9a-f]{12}$/), events: 6, forks: 0 }],
      snapshotRef: ref,
      replayedSnapshotRef: ref,
      findings: [],
    });
  });

  test("a copy of the whole folder is another clone with a chain of its own, and both hold", () => {
    const store = someStore();
    const copy = join(root, "copy", ".premath");
    cpSync(store.folder, copy, { recursive: true });
    const other = new TestStore(join(copy, "issues.jsonl"), { clock: store.clock });
    other.must("issue.update", { id: "bd-2", title: "due" });
    store.must("issue.update", { id: "bd-2", title: "deux" });
    expect(readdirSync(join(copy, "log"))).toHaveLength(2);
    expect(readdirSync(join(store.folder, "log"))).toHaveLength(1);
    expect([other.findings(), store.findings()]).toStrictEqual([[], []]);
    expect(new Set(other.store.history("bd-2").map(({ clone }) => clone)).size).toBe(2);
  });
});

describe("verify names the first bad row (M14)", () => {
  const logHarms: Readonly<
    Record<string, { readonly first: number; readonly harm: (lines: string[]) => readonly string[] }>
  > = {
    "a changed byte in a row's text": {
      first: 3,
      harm: (lines) => lines.with(2, (lines[2] ?? "").replace('"title":"two"', '"title":"Two"')),
    },
    "a changed actor": {
      first: 3,
      harm: (lines) => lines.with(2, (lines[2] ?? "").replace('"actor":"ann"', '"actor":"bob"')),
    },
    "a changed number": { first: 3, harm: (lines) => lines.with(2, (lines[2] ?? "").replace('"seq":2', '"seq":7')) },
    "a removed row": { first: 3, harm: (lines) => lines.toSpliced(2, 1) },
    "a removed first row": { first: 1, harm: (lines) => lines.slice(1) },
    "two rows in the wrong order": { first: 3, harm: (lines) => lines.toSpliced(2, 2, lines[3] ?? "", lines[2] ?? "") },
    "a row that says nothing": { first: 3, harm: (lines) => lines.toSpliced(2, 0, "{}") },
    "a row twice": { first: 5, harm: (lines) => lines.toSpliced(4, 0, lines[2] ?? "") },
    "a row of another log": {
      first: 3,
      harm: (lines) => {
        const other = readFileSync(someStore().logPath(), "utf8").split("\n")[4] ?? "";
        return lines.toSpliced(2, 0, other.replace("ann", "eve"));
      },
    },
    "an invented row behind the last": {
      first: 7,
      harm: (lines) => [...lines, (lines[5] ?? "").replace('"seq":5', '"seq":6')],
    },
  };

  test.each(Object.keys(logHarms))("in the log: %s", (name) => {
    const store = someStore();
    const log = store.logPath();
    const { first, harm } = logHarms[name] ?? { first: 0, harm: (lines) => lines };
    edit(log, harm);
    expect(store.store.verify().findings.find(({ file }) => file === log)?.line).toBe(first);
  });

  const fileHarms: Readonly<
    Record<
      string,
      { readonly lines: readonly (readonly [string, number])[]; readonly harm: (lines: string[]) => readonly string[] }
    >
  > = {
    "a changed row that stands": {
      lines: [
        ["issues.jsonl", 4],
        ["log", 5],
      ],
      harm: (lines) => lines.with(3, (lines[3] ?? "").replace("zwei", "drei")),
    },
    "a changed row that is past": {
      lines: [["issues.jsonl", 2]],
      harm: (lines) => lines.with(1, (lines[1] ?? "").replace("two", "TWO")),
    },
    "a removed row that stands": { lines: [["log", 6]], harm: (lines) => lines.slice(0, 4) },
    "an added row": {
      lines: [["issues.jsonl", 6]],
      harm: (lines) => [...lines, (lines[3] ?? "").replace('"rev":2', '"rev":3')],
    },
    "an added issue": { lines: [["issues.jsonl", 1]], harm: (lines) => [`{"id":"bd-7","title":"x"}`, ...lines] },
    "a row with a space behind it": {
      lines: [
        ["issues.jsonl", 4],
        ["log", 5],
      ],
      harm: (lines) => lines.with(3, `${lines[3]} `),
    },
    "everything gone": {
      lines: [
        ["log", 5],
        ["log", 6],
      ],
      harm: () => [],
    },
  };

  test.each(Object.keys(fileHarms))("in the file: %s", (name) => {
    const store = someStore();
    const { lines = [], harm = (same: string[]) => same } = fileHarms[name] ?? {};
    edit(store.path, harm);
    const log = store.logPath();
    const found = store.store
      .verify()
      .findings.map(({ file, line }) => [file === log ? "log" : file === store.path ? "issues.jsonl" : file, line]);
    expect(found).toStrictEqual(lines);
  });

  test("rows that only changed places are the same file", () => {
    const store = someStore();
    edit(store.path, (lines) => lines.toReversed());
    expect(store.findings()).toStrictEqual([]);
    expect(store.store.get("bd-2")?.title).toBe("zwei");
  });

  test("rows of another tool are watched from the next change on", () => {
    const store = newStore(root);
    writeFileSync(
      store.path,
      `{"id":"__proto__","title":"odd"}\n{"id":"bd-1","title":"one"}\n{"id":"bd-1","title":"two"}\n`,
    );
    store.must("issue.add", { title: "mine" });
    expect(store.findings()).toStrictEqual([]);
    edit(store.path, (lines) => lines.with(0, `{"id":"__proto__","title":"odD"}`));
    expect(store.findings()).toHaveLength(2);
  });
});

describe("a change whose writer died between event and row did not happen (ENGINE 3, 10)", () => {
  function killedStore(): TestStore {
    let isArmed = false;
    const store = newStore(root, {
      at: (point) => {
        if (isArmed && point === "event") throw new Error("killed");
      },
    });
    store.must("issue.add", { title: "one", id: "bd-1" });
    isArmed = true;
    expect(() => store.apply("issue.close", { id: "bd-1" })).toThrow("killed");
    isArmed = false;
    return store;
  }

  test("to verify, to history and to repair --restore, before anybody has settled it", () => {
    const store = killedStore();
    expect(store.store.verify()).toMatchObject({ pending: 1, findings: [] });
    expect(store.store.history("bd-1").map(({ rev, standing }) => [rev, standing])).toStrictEqual([
      [1, "current"],
      [2, "voided"],
    ]);
    expect(store.restore()).toMatchObject({ restored: [] });
    expect(store.store.get("bd-1")?.status).toBe("open");
  });

  test("also in a copy of the folder, which is another clone", () => {
    const store = killedStore();
    const copy = join(root, "torn-copy", ".premath");
    cpSync(store.folder, copy, { recursive: true });
    const other = new TestStore(join(copy, "issues.jsonl"), { clock: store.clock });
    other.must("issue.add", { title: "two", id: "bd-2" });
    expect(other.findings()).toStrictEqual([]);
    expect(other.restore()).toMatchObject({ restored: [] });
  });

  test("but one that was seen through and is gone from the file was lost, and comes back", () => {
    const store = newStore(root);
    store.must("issue.add", { title: "one", id: "bd-1" });
    store.must("issue.close", { id: "bd-1" });
    edit(store.path, (lines) => lines.slice(0, 1));
    expect(store.store.verify()).toMatchObject({
      pending: 0,
      findings: [{ problem: "the file lacks revision 2 of bd-1" }],
    });
    expect(store.restore()).toMatchObject({ restored: ["bd-1"] });
    expect(store.store.get("bd-1")?.status).toBe("closed");
  });
});

test("which came later within one log is told by its place, not by a clock that goes back", () => {
  const store = newStore(root);
  writeFileSync(store.path, '{"id":"x-1","title":"foreign"}\n');
  store.must("issue.add", { title: "one", id: "bd-1" });
  store.clock.advance(-3600);
  store.must("issue.close", { id: "x-1" });
  store.store.compact();
  expect(store.findings()).toStrictEqual([]);
  edit(store.path, (lines) => lines.map((line) => (line.includes("x-1") ? '{"id":"x-1","title":"foreign"}' : line)));
  expect(store.findings().length).toBeGreaterThan(0);
});
