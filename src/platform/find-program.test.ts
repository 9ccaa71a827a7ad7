import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { findProgram } from "./find-program.ts";

const folder = temporaryFolder();
for (const name of ["one", "two"]) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "tool"), "#!/bin/sh\n");
}
chmodSync(join(folder, "two/tool"), 0o755);
mkdirSync(join(folder, "one/folder"));

test("the first program on the path that may be run is taken; a folder or a plain file is none", () => {
  const path = `${folder}/one:${folder}/two`;
  expect(findProgram("tool", path)).toBe(join(folder, "two/tool"));
  expect(findProgram("folder", path)).toBeUndefined();
  expect(findProgram("none", path)).toBeUndefined();
});

test("a program in the working folder is never taken (SECURITY 3, PATH hijack)", () => {
  const here = relative(process.cwd(), join(folder, "two"));
  expect(findProgram("tool", `.:${here}::`)).toBeUndefined();
  expect(findProgram("tool", "")).toBeUndefined();
});

test("a program among a project's packages, or below the working folder, is never taken (npx puts them on the path)", () => {
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "tool"), "#!/bin/sh\n", { mode: 0o755 });
  expect(findProgram("tool", bin)).toBeUndefined();
  expect(findProgram("tool", `${bin}:${folder}/two`)).toBe(join(folder, "two/tool"));
  expect(findProgram("tusk", join(process.cwd(), "bin"))).toBeUndefined();
});
