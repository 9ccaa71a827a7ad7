import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadIssueFile, snapshotRef } from "#kernel";
import { sha256, utf8 } from "#platform";
import { PortError } from "#ports";
import { ManualClock, newStore, TestStore } from "./manual-store.ts";

// In memory where there is such a place: thousands of synced files are not what is tested here.
const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "tusk-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const PLACES = 1000;
const CONTRACT =
  /^(?:line \d+: parse error: |corrupted substrate: .*: contains (?:NUL byte\(s\)|non-UTF-8 byte sequence\(s\))$)/;

/** Numbers that a seed repeats exactly. */
function diceOf(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

let original: Buffer = Buffer.alloc(0);
let reference = "";
let home = "";

/** Sixty issues with a history: claims, edges, deletions, texts with every kind of character. */
beforeAll(() => {
  const store = newStore(root);
  home = store.folder;
  for (let n = 1; n <= 60; n++)
    store.must("issue.add", { title: `Issue "${n}" é\u{1F600}\n#{`, id: `bd-${n}`, priority: n % 5 });
  for (let n = 2; n <= 16; n++)
    store.must("dep.add", { issueId: `bd-${n}`, dependsOnId: `bd-${n - 1}`, type: "blocks" });
  for (let n = 31; n <= 45; n++) store.must("issue.claim", { id: `bd-${n}`, assignee: "al" });
  for (let n = 41; n <= 45; n++) store.must("issue.close", { id: `bd-${n}` });
  for (let n = 55; n <= 58; n++) store.must("issue.delete", { id: `bd-${n}` });
  original = readFileSync(store.path);
  reference = store.store.load().snapshotRef;
  store.store.close();
});

/** A copy of the store whose file has these bytes; the copies share their place, one after the other. */
function copyWith(bytes: Uint8Array): TestStore {
  const folder = join(root, "copy");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const part of ["log", "cache"]) cpSync(join(home, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, "issues.jsonl"), bytes);
  return new TestStore(join(folder, "issues.jsonl"), { clock: new ManualClock("2026-06-01T00:00:00Z") });
}

/** The text of the error, or the snapshot ref that was read. */
function reading(store: TestStore): { readonly ref: string } | { readonly error: string } {
  try {
    const { snapshotRef: ref, issues } = store.store.load();
    expect(store.store.list({}).map(({ id }) => id)).toStrictEqual([...issues.keys()]);
    return { ref };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return { error: error.message };
  }
}

function quarantinedBytes({ folder }: TestStore): Buffer {
  const place = join(folder, "quarantine");
  return existsSync(place)
    ? Buffer.concat(readdirSync(place).map((name) => readFileSync(join(place, name))))
    : Buffer.alloc(0);
}

/** Everything that must hold for a damaged file, whatever the damage is. */
function examine(damaged: Buffer, where: string): void {
  const store = copyWith(damaged);
  const file = loadIssueFile(damaged, utf8, store.path);
  const read = reading(store);
  expect([where, read]).toStrictEqual([
    where,
    file.ok ? { ref: snapshotRef(file.issues.values(), sha256) } : { error: file.message },
  ]);
  if ("error" in read) expect([where, read.error]).toStrictEqual([where, expect.stringMatching(CONTRACT)]);
  // What differs in any row is named, if anything was read at all.
  const { findings, snapshotRef: seen } = store.store.verify();
  if ("error" in read || seen !== reference) expect([where, findings.length > 0]).toStrictEqual([where, true]);
  const isHarmless = damaged.length === original.length - 1 && original.subarray(0, -1).equals(damaged);
  // A past row that became a comment is no row any more, and no answer needs it.
  if (damaged.length === original.length && !/^#/m.test(damaged.toString("latin1")))
    expect([where, findings.length > 0]).toStrictEqual([where, true]);
  expect(readFileSync(store.path).equals(damaged)).toBe(true);

  // Repair keeps every whole row, byte for byte, and loses no byte of the rest.
  store.store.repair();
  const mended = readFileSync(store.path);
  expect([where, loadIssueFile(mended, utf8, store.path).ok]).toStrictEqual([where, true]);
  const kept = new Set(mended.toString("latin1").split("\n"));
  const whole = new Set(original.toString("latin1").split("\n"));
  const lines = damaged.toString("latin1").split("\n");
  expect([where, lines.filter((line) => whole.has(line) && !kept.has(line))]).toStrictEqual([where, []]);
  const held = quarantinedBytes(store).toString("latin1");
  for (const line of lines)
    if (!kept.has(line))
      for (const part of partsOf(line, kept))
        expect([where, held]).toStrictEqual([where, expect.stringContaining(part)]);
  if (isHarmless) expect(held).toBe("");

  // And what the log has comes back.
  store.restore();
  expect([where, store.store.load().snapshotRef]).toStrictEqual([where, reference]);
  // Verifying is dear: every fourth time.
  if (damaged.length % 4 === 0 || where.endsWith("0")) expect([where, store.findings()]).toStrictEqual([where, []]);
  store.store.close();
}

/** What is left of a line when the rows that were found in it are taken out. */
function partsOf(line: string, kept: ReadonlySet<string>): readonly string[] {
  let rest = [line];
  for (const row of kept) if (row !== "" && line.includes(row)) rest = rest.flatMap((part) => part.split(row));
  return rest.filter((part) => part !== "");
}

test("cut at five hundred places: the contract's error or the healed tail, never an answer that verify lets pass (M01, M14)", () => {
  const dice = diceOf(4);
  for (let n = 0; n < PLACES / 2; n++) {
    const at = dice(original.length);
    examine(original.subarray(0, at), `cut at ${at}`);
  }
}, 180_000);

test("flipped at five hundred places: found, and repaired without touching another row (M01, M14)", () => {
  const dice = diceOf(44);
  for (let n = 0; n < PLACES / 2; n++) {
    const at = dice(original.length);
    const flipped = Buffer.from(original);
    const byte = original[at] ?? 0;
    // Any other byte, or one bit, or one that leaves JSON whole.
    flipped[at] = [(byte + 1 + dice(255)) & 0xff, byte ^ (1 << dice(8)), 0x30 + dice(75)][n % 3] ?? 0;
    if (flipped[at] === byte) continue;
    examine(flipped, `byte ${at}: ${byte} -> ${flipped[at]}`);
  }
}, 180_000);

test("flipped at every newline and every first byte of some rows", () => {
  for (let at = original.indexOf("\n"), n = 0; n < 12; at = original.indexOf("\n", at + 1), n++)
    for (const [place, byte] of [
      [at, [0x20, 0x0d, 0x09, 0x2c, 0x00, 0xff][n % 6] ?? 0],
      [at + 1, [0x23, 0x0a, 0x5b, 0x20, 0x3c, 0x80][n % 6] ?? 0],
    ] as const) {
      const flipped = Buffer.from(original);
      flipped[place] = byte;
      examine(flipped, `byte ${place} -> ${byte}`);
    }
});
