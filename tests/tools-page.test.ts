import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALIASES, PROHIBITIONS, REPAIRS, TOOL_FAILURES } from "#kernel";
import { toolsPage } from "../scripts/tools-page.ts";
import { ROOT } from "./support/root.ts";

test("docs/tools.md has every failure, repair, alias and prohibition as the tables have them, and the answers that commands give (T02, T03)", () => {
  const page = readFileSync(join(ROOT, "docs/tools.md"), "utf8");
  expect(page).toBe(toolsPage(page));
  const rows = [REPAIRS, ALIASES, PROHIBITIONS, TOOL_FAILURES].flatMap((table) => Object.keys(table));
  expect(rows.filter((row) => !page.includes(`\n| \`${row}\` | `))).toEqual([]);
});
