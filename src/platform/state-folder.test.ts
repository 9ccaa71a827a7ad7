import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOurs, makeStatePlace, ownPlaces, statePlaces } from "./state-folder.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tusk-state-test-"));
  vi.stubEnv("TMPDIR", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;
const shared = (): string => join(folder, `tusk-state-${process.getuid?.() ?? 0}`);

test("a state folder is ours alone; one that others may write to is passed over and left as it is", () => {
  vi.stubEnv("TUSK_STATE_DIR", join(folder, "state"));
  mkdirSync(join(folder, "state/open"), { recursive: true });
  chmodSync(join(folder, "state/open"), 0o777);
  const made = [makeStatePlace("open"), makeStatePlace("new/inner")];
  expect(made).toEqual([join(shared(), "open"), join(folder, "state/new/inner")]);
  expect(made.map((path = "") => [modeOf(path), isOurs(path)])).toEqual([
    [0o700, true],
    [0o700, true],
  ]);
  expect(modeOf(join(folder, "state/open"))).toBe(0o777);
  expect(ownPlaces("open")).toEqual([join(shared(), "open")]);
});

test("where there is no home to write to, the temporary folder has it", () => {
  vi.stubEnv("TUSK_STATE_DIR", "/proc/none");
  expect(statePlaces("x")).toEqual(["/proc/none/x", join(shared(), "x")]);
  expect(makeStatePlace("x")).toBe(join(shared(), "x"));
  expect([modeOf(shared()), modeOf(join(shared(), "x"))]).toEqual([0o700, 0o700]);
});

test("what somebody else put into the temporary folder is neither used nor changed (SECURITY 3)", () => {
  vi.stubEnv("TUSK_STATE_DIR", "/proc/none");
  mkdirSync(join(folder, "theirs/x"), { recursive: true });
  chmodSync(join(folder, "theirs"), 0o755);
  symlinkSync(join(folder, "theirs"), shared());
  expect(makeStatePlace("x")).toBeUndefined();
  expect([modeOf(join(folder, "theirs")), modeOf(join(folder, "theirs/x"))]).toEqual([0o755, 0o755]);
});

test("a folder that cannot be looked at is not ours", () => {
  expect([isOurs("/proc/none"), isOurs("/dev/null/x"), isOurs("/dev/null")]).toEqual([false, false, false]);
});
