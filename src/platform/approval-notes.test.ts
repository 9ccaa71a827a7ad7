import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { approvalNotes } from "./approval-notes.ts";
import { digestBytes } from "./sha256.ts";

const { isGiven, note } = approvalNotes;
const one = digestBytes(Buffer.from("one"));
const other = digestBytes(Buffer.from("other"));
let folder = "";
const kept = (): string => join(folder, "state/given-approvals");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tusk-approvals-test-"));
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("TUSK_STATE_DIR", join(folder, "state"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("an answer is known in the workspace it was given in, and in no other one (T08)", () => {
  expect(isGiven("/a", one)).toBe(false);
  note("/a", one);
  expect([isGiven("/a", one), isGiven("/a", other), isGiven("/b", one)]).toEqual([true, false, false]);
});

test("what others may write to, or was changed, is not believed (T08)", () => {
  note("/a", one);
  const [name = ""] = readdirSync(kept());
  chmodSync(kept(), 0o777);
  expect(isGiven("/a", one)).toBe(false);
  chmodSync(kept(), 0o700);
  expect(isGiven("/a", one)).toBe(true);
  writeFileSync(join(kept(), name), "{}");
  expect(isGiven("/a", one)).toBe(false);
});

test("nowhere to write to is no error: it is asked for again", () => {
  writeFileSync(join(folder, "file"), "");
  vi.stubEnv("TUSK_STATE_DIR", join(folder, "file/state"));
  vi.stubEnv("TMPDIR", join(folder, "file"));
  note("/a", one);
  expect(isGiven("/a", one)).toBe(false);
});

test("a thousand are remembered, and the oldest is forgotten first", () => {
  mkdirSync(kept(), { recursive: true, mode: 0o700 });
  chmodSync(join(folder, "state"), 0o700);
  note("/a", one);
  const [name = ""] = readdirSync(kept());
  utimesSync(join(kept(), name), 1, 1);
  for (let at = 0; at < 999; at += 1) writeFileSync(join(kept(), `${at}.json`), "{}");
  note("/b", one);
  expect([readdirSync(kept()).length, isGiven("/a", one), isGiven("/b", one)]).toEqual([1000, false, true]);
});
