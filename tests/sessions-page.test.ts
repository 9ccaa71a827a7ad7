import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXPORT_CHANGES, EXPORT_FORMATS } from "#kernel";
import { EVENT_RULES } from "../src/testing/index.ts";
import { ROOT } from "./support/root.ts";

test("docs/sessions.md has every rule of events, every format and every note of an export as the tables have them (R09)", () => {
  const page = readFileSync(join(ROOT, "docs/sessions.md"), "utf8").split("\n");
  const rows = [
    ...Object.entries(EVENT_RULES).map(([rule, { about, sentence }]) => `| \`${rule}\` | ${about} | ${sentence} |`),
    ...Object.entries(EXPORT_CHANGES).map(([change, means]) => `| \`${change}\` | ${means} |`),
  ];
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  expect(EXPORT_FORMATS.filter((format) => !page.some((line) => line.startsWith(`| \`${format}\` |`)))).toEqual([]);
});
