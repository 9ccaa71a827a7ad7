import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG_KEYS } from "#kernel";
import { configurationPage } from "../../scripts/configuration-page.ts";
import { ROOT } from "../support/root.ts";

const page = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");

test("the page is what its generator makes of the table of keys", () => {
  expect(configurationPage(page)).toBe(page);
});

test("every key has a row of its own, and every map its fields", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  for (const [path, { entries = {} }] of Object.entries<{ entries?: Readonly<Record<string, string>> }>(CONFIG_KEYS)) {
    expect(rows.filter((row) => row.startsWith(`| \`${path}\` |`))).toHaveLength(1);
    for (const field of Object.keys(entries)) expect(page).toContain(`| \`${field}\` |`);
  }
});
