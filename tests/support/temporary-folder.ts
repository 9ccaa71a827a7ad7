import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder of its own for one test file, gone when the file's tests are done. Call it at the top of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tusk-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
