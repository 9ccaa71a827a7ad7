import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "./cli/program.ts";
import { ROOT } from "./support/root.ts";

const guide = readFileSync(join(ROOT, "docs/guides/from-json-tool-specs.md"), "utf8");

/** The rows of the schedule that end: when each warns, and when it is gone. */
const schedule = guide
  .split("\n")
  .filter((line) => /^\| .*\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => [...line.matchAll(/\| (\d+\.\d+\.\d+) (?=\|)/g)].map(([, version = ""]) => version));

test("hand-written JSON tools warn before they go, and the changelog says so too (G09)", () => {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  expect(schedule).toEqual([
    ["0.2.0", "0.3.0"],
    ["0.2.0", "0.3.0"],
  ]);
  for (const version of new Set(schedule.flat())) expect(changelog).toContain(version);
});

test("no date of the schedule has passed unnoticed: with 0.2.0 the warnings come, with 0.3.0 the paths go (G09)", () => {
  const passed = schedule.flat().filter((version) => compare(VERSION, version) >= 0);
  expect(passed).toEqual([]);
});

function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  const at = a?.findIndex((part, place) => part !== b?.[place]) ?? -1;
  return at === -1 ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0);
}
