import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { realPath } from "./real-path.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "tusk-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("links lead to what is there; what is not there is only named from the root", () => {
  writeFileSync(join(folder, "file"), "");
  symlinkSync("file", join(folder, "link"));
  expect(realPath(join(folder, "link"))).toBe(join(folder, "file"));
  expect(realPath(`${folder}/./none`)).toBe(join(folder, "none"));
  expect(realPath("none")).toBe(join(process.cwd(), "none"));
});
