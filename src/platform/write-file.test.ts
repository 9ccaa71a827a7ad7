import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kindOf, makeFolder, makeFolders, writeFileWhole } from "./write-file.ts";

const folder = mkdtempSync(join(tmpdir(), "tusk-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is replaced whole, and no draft stays behind", () => {
  mkdirSync(join(folder, "whole"));
  const path = join(folder, "whole/file");
  expect(writeFileWhole(path, "one")).toEqual({ ok: true });
  expect(writeFileWhole(path, new Uint8Array([0x74, 0x77, 0x6f]))).toEqual({ ok: true });
  expect(readFileSync(path, "utf8")).toBe("two");
  expect(readdirSync(join(folder, "whole"))).toEqual(["file"]);
});

test("what cannot be written is told in the system's words, and nothing is left", () => {
  expect(writeFileWhole(join(folder, "nowhere/file"), "x")).toEqual({
    ok: false,
    reason: "No such file or directory (os error 2)",
  });
  mkdirSync(join(folder, "taken/inside"), { recursive: true });
  expect(writeFileWhole(join(folder, "taken/inside"), "x")).toEqual({
    ok: false,
    reason: "Is a directory (os error 21)",
  });
  expect(readdirSync(join(folder, "taken"))).toEqual(["inside"]);
});

test("folders are made with those above them; one that is there is as good", () => {
  expect(makeFolder(join(folder, "a/b/c"))).toEqual({ ok: true });
  expect(makeFolder(join(folder, "a/b/c"))).toEqual({ ok: true });
  expect(kindOf(join(folder, "a/b/c"))).toBe("folder");
});

test("a folder that cannot be made is refused at once, also where the system pretends it could", () => {
  writeFileSync(join(folder, "plain"), "");
  expect(makeFolder(join(folder, "plain/below"))).toEqual({ ok: false, reason: "Not a directory (os error 20)" });
  expect(makeFolder("/proc/tusk/below")).toEqual({ ok: false, reason: "No such file or directory (os error 2)" });
  expect(() => makeFolders("/proc/tusk/below")).toThrow("ENOENT");
});

test("a path is a file, a folder, something else or missing; links count as what they lead to", () => {
  writeFileSync(join(folder, "here"), "");
  symlinkSync(join(folder, "here"), join(folder, "link"));
  symlinkSync(join(folder, "gone"), join(folder, "broken"));
  const paths = ["here", "link", ".", "broken", "here/below"].map((name) => kindOf(join(folder, name)));
  expect(paths).toEqual(["file", "file", "folder", "missing", "missing"]);
  expect(kindOf("/dev/null")).toBe("other");
});
