import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalPage } from "../scripts/journal-page.ts";
import { ROOT } from "./support/root.ts";

test("docs/journal.md has every kind of row as the table has it (R12)", () => {
  const page = readFileSync(join(ROOT, "docs/journal.md"), "utf8");
  expect(page).toBe(journalPage(page));
  expect(page).toContain("| `step.started` | `step`, `callId`, `specDigest`, `request` | a step begins;");
});
