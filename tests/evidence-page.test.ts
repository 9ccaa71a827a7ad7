import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evidencePage } from "../scripts/evidence-page.ts";
import { ROOT } from "./support/root.ts";

test("docs/evidence.md has every rule and every field of the call spec as the tables have them (K03, K10)", () => {
  const page = readFileSync(join(ROOT, "docs/evidence.md"), "utf8");
  expect(page).toBe(evidencePage(page));
  expect(
    page.match(/^\| (?:tool|protocol|runtime|context|coordination|handoff|governance|mutation)\.\w+ \|/gm),
  ).toHaveLength(42);
});
