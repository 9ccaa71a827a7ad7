import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { at } from "../../../tests/support/sample-issue.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { FileLock } from "../lock/file-lock.ts";
import { underLock } from "./artifact-lock.ts";
import { ledgerFiles } from "./ledger-file.ts";
import { sessionFiles } from "./session-file.ts";

const root = temporaryFolder();
const clock = { now: () => at("2026-11-15T19:37:04.5Z") };
const sessions = sessionFiles(clock);
const ledgers = ledgerFiles(clock);
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(root, "artifacts-"));
});

const names = (): readonly string[] => readdirSync(folder).filter((name) => !name.endsWith(".lock.db"));
const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof Error && "code" in error ? [error.code, error.message.replaceAll(folder, "D")] : error;
  }
  return undefined;
};

describe("session files (M03)", () => {
  test("a write makes its folders, is whole, and is what it says", () => {
    const path = join(folder, "a/b/s.json");
    const session = sessions.write(path, { issueId: "bd-1", issuesPath: "none" });
    expect(sessions.read(path)).toStrictEqual(session);
    expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(session, null, 2)}\n`);
    expect(readdirSync(join(folder, "a/b")).toSorted()).toStrictEqual(["s.json", "s.json.lock.db"]);
  });

  test("the issues are named by their digest; what is no issue file has none (contract 2.1)", () => {
    const refOf = (issuesPath: string): string | undefined =>
      sessions.write(join(folder, "s.json"), { issuesPath }).issuesSnapshotRef;
    const issues = join(folder, "issues.jsonl");
    writeFileSync(issues, "");
    const empty = "iss1_e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(refOf(` ${issues} `)).toBe(empty);
    const row =
      '{"id":"bd-1","title":"A","status":"open","priority":2,"issue_type":"task","created_at":"2026-02-01T00:00:00Z","updated_at":"2026-02-01T00:00:00Z","ephemeral":false}\n';
    writeFileSync(issues, row.replace("A", "older") + row);
    expect(refOf(issues)).toBe(`iss1_${createHash("sha256").update(row).digest("hex")}`);
    writeFileSync(issues, "no issue\n");
    makeFifo(join(folder, "fifo"));
    expect([refOf(issues), refOf(folder), refOf(join(folder, "none")), refOf(join(folder, "fifo"))]).toStrictEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a file that is no session stays as it is, and a refusal leaves nothing behind", () => {
    const path = join(folder, "s.json");
    writeFileSync(path, "{");
    expect(thrown(() => sessions.write(path, {}))).toStrictEqual([
      "invalid",
      "failed to parse harness session artifact D/s.json: EOF while parsing an object at line 1 column 1",
    ]);
    expect(readdirSync(folder)).toStrictEqual(["s.json"]);
    expect(readFileSync(path, "utf8")).toBe("{");
  });

  test("a link keeps leading to its file, and both names mean one lock", () => {
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real/s.json"), readyText());
    symlinkSync("real/s.json", join(folder, "link.json"));
    sessions.write(join(folder, "link.json"), { sessionId: "by-link" });
    expect(sessions.read(join(folder, "real/s.json"))?.sessionId).toBe("by-link");
    expect(readdirSync(join(folder, "real")).toSorted()).toStrictEqual(["s.json", "s.json.lock.db"]);
    expect(names()).toStrictEqual(["link.json", "real"]);
  });

  test.each<[string, (path: string) => void, string, readonly [string, string]]>([
    [
      "a folder in its place",
      (path) => mkdirSync(path),
      "s.json",
      ["unreadable", "failed to read harness session artifact D/s.json: Is a directory (os error 21)"],
    ],
    [
      "a file where its folder should be",
      (path) => writeFileSync(path, ""),
      "s.json/x/y.json",
      ["io", "failed to create harness session directory D/s.json/x: Not a directory (os error 20)"],
    ],
    [
      "no name",
      () => undefined,
      "",
      ["io", "failed to write harness session artifact : No such file or directory (os error 2)"],
    ],
    [
      "the name of a folder",
      () => undefined,
      "new/",
      ["io", "failed to write harness session artifact D/new/: Is a directory (os error 21)"],
    ],
    [
      "a FIFO",
      makeFifo,
      "s.json",
      [
        "unreadable",
        "failed to read harness session artifact D/s.json: it is a FIFO; give a file, or /dev/stdin to read a pipe",
      ],
    ],
  ])("%s cannot be written", (_, make, path, expected) => {
    make(join(folder, "s.json"));
    expect(thrown(() => sessions.write(path === "" ? "" : `${folder}/${path}`, {}))).toStrictEqual(expected);
  });

  test("what killed writers left is taken away by the next one", () => {
    const path = join(folder, "s.json");
    writeFileSync(`${path}.tmp.1.2`, "half");
    writeFileSync(join(folder, "other.json.tmp.1.2"), "of others");
    sessions.write(path, {});
    expect(names().toSorted()).toStrictEqual(["other.json.tmp.1.2", "s.json"]);
  });

  test("a missing file is none to read, and an error to load", () => {
    const path = join(folder, "s.json");
    expect(sessions.read(path)).toBeUndefined();
    expect(thrown(() => sessions.load(path))).toStrictEqual([
      "missing",
      "failed to read harness session artifact D/s.json: No such file or directory (os error 2)",
    ]);
  });
});

describe("feature ledger files (M05)", () => {
  const pending = { featureId: "a", status: "pending" } as const;

  test("a strict write leaves a ledger that holds, or changes nothing and says why", () => {
    const path = join(folder, "f.json");
    ledgers.write(path, { featureId: "a", status: "in_progress" }, { strict: true });
    const before = readFileSync(path, "utf8");
    expect(
      thrown(() => ledgers.write(path, { featureId: "b", status: "in_progress" }, { strict: true })),
    ).toStrictEqual([
      "refused",
      "failed to write harness feature ledger D/f.json: it would be rejected: harness_feature_ledger.in_progress.non_contractible (at most one feature may be in_progress)",
    ]);
    expect(thrown(() => ledgers.write(path, { featureId: "b", status: "completed" }, { strict: true }))).toStrictEqual([
      "refused",
      "failed to write harness feature ledger D/f.json: it would be rejected: harness_feature_ledger.completed_missing_verification_ref feature=b (completed feature requires at least one verificationRef)",
    ]);
    expect(readFileSync(path, "utf8")).toBe(before);
    ledgers.write(path, { featureId: "b", status: "in_progress" });
    expect(ledgers.read(path)?.features).toHaveLength(2);
  });

  test("a strict write to no ledger that is refused makes nothing, no folder either", () => {
    expect(
      thrown(() => ledgers.write(join(folder, "x/f.json"), { featureId: "b", status: "completed" }, { strict: true })),
    ).toMatchObject(["refused", expect.any(String)]);
    expect(readdirSync(folder)).toStrictEqual([]);
  });

  test("what is wrong with the file comes before what is wrong with the change, as in the reference", () => {
    const path = join(folder, "f.json");
    const blank = { ...pending, featureId: " " };
    expect(thrown(() => ledgers.write(path, blank))).toStrictEqual(["argument", "feature-id must be non-empty"]);
    writeFileSync(path, "[]");
    expect(thrown(() => ledgers.write(path, blank))).toStrictEqual([
      "invalid",
      "failed to read harness feature ledger D/f.json: unable to parse D/f.json: invalid type: sequence, expected an object at line 1 column 0",
    ]);
  });

  test("a reader does not wait for a writer, and a writer waits for another only so long", () => {
    const path = join(folder, "f.json");
    ledgers.write(path, pending);
    const lock = new FileLock(`${path}.lock.db`);
    expect(lock.tryTake()).toBe("taken");
    expect(ledgers.read(path)?.features).toHaveLength(1);
    expect(underLock(`${path}.lock.db`, () => "ran", 20)).toStrictEqual({ ok: false, trouble: { kind: "busy" } });
    lock.close();
    expect(underLock(`${path}.lock.db`, () => "ran", 20)).toStrictEqual({ ok: true, value: "ran" });
  });

  test("a lock that is deleted while it is held is taken once more before anything is written", () => {
    const path = join(folder, "f.json");
    let deletions = 0;
    const careless = ledgerFiles({
      now: () => {
        deletions += 1;
        // The first reading looks at the change only; the lock is held at the second.
        if (deletions === 2) rmSync(`${path}.lock.db`);
        return clock.now();
      },
    });
    careless.write(path, pending);
    expect([deletions, careless.read(path)?.features.length]).toStrictEqual([3, 1]);
    const stubborn = ledgerFiles({
      now: () => {
        rmSync(`${path}.lock.db`, { force: true });
        return clock.now();
      },
    });
    expect(thrown(() => stubborn.write(path, { ...pending, status: "blocked" }))).toStrictEqual([
      "io",
      "failed to lock harness feature ledger D/f.json: its lock is deleted again and again",
    ]);
    expect(careless.read(path)?.features[0]?.status).toBe("pending");
  });

  test("what is next, or why there is nothing", () => {
    const path = join(folder, "f.json");
    expect(ledgers.next(path)).toBeUndefined();
    ledgers.write(path, { featureId: "a", status: "completed" });
    expect(thrown(() => ledgers.next(path))).toStrictEqual([
      "invalid",
      "failed to compute next feature from D/f.json: ledger rejected: harness_feature_ledger.completed_missing_verification_ref",
    ]);
    expect(thrown(() => ledgers.next(folder))).toStrictEqual([
      "unreadable",
      "failed to compute next feature from D: unable to read D: Is a directory (os error 21)",
    ]);
  });
});

function readyText(): string {
  const members = { sessionId: "x", state: "active", startedAt: "a", updatedAt: "b" };
  return JSON.stringify({ schema: 1, sessionKind: "premath.harness.session.v1", ...members });
}
