import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePrivateFolder } from "./private-folder.ts";

test("a private folder goes with everything in it, also what nobody may enter", () => {
  const folder = makePrivateFolder();
  mkdirSync(join(folder.tmp, "closed/inner"), { recursive: true });
  writeFileSync(join(folder.tmp, "closed/inner/file"), "");
  chmodSync(join(folder.tmp, "closed"), 0);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});

test("the next one removes those of a harness that is gone, and leaves those of one that runs", () => {
  const gone = join(tmpdir(), "tusk-sandbox-00000000.1.1.1-abcdef");
  mkdirSync(gone);
  const [first, second] = [makePrivateFolder(), makePrivateFolder()];
  expect([existsSync(gone), existsSync(first.path), existsSync(second.path)]).toEqual([false, true, true]);
  first.remove();
  second.remove();
});
