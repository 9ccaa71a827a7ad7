import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AGENT_ERRORS, FAIL_CLASSES, TOOL_FAILURES } from "#kernel";
import { troubleshootingPage } from "../scripts/troubleshooting-page.ts";
import { ROOT } from "./support/root.ts";

const page = readFileSync(join(ROOT, "docs/troubleshooting.md"), "utf8");

test("the page is what its generator makes of the program's tables", () => {
  expect(troubleshootingPage(page)).toBe(page);
});

test("every class, category and code has a row, and no cell of it is empty", () => {
  for (const name of [...FAIL_CLASSES, ...Object.keys(AGENT_ERRORS), ...Object.keys(TOOL_FAILURES)])
    expect(page.split("\n").filter((line) => line.startsWith(`| \`${name}\` |`))).toHaveLength(1);
  expect(page).not.toMatch(/^\|.*\| +\|/m);
});

test("the flags and keys that it names are there", () => {
  const configuration = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
  const keys = [...page.matchAll(/`((?:run|retry)\.\w+)`/g)].map(([, key]) => key);
  expect(keys.length).toBeGreaterThan(5);
  for (const key of keys) expect(configuration).toContain(`| \`${key}\` |`);
});
