import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/commands.md"), "utf8");

/** The rows of the page that claim to work: what the documents say, and what we run. */
const working = page.split("\n").flatMap((line) => {
  const [, theirs, ours, state] = line.split("|").map((cell) => cell.trim());
  return state === "works" && theirs !== undefined && ours !== undefined
    ? [{ theirs, ours: ours.replaceAll("`", "") }]
    : [];
});

test("the page maps at least one command", () => {
  expect(working.length).toBeGreaterThan(0);
});

const commands = working.filter(({ ours }) => ours.startsWith("premath "));

test.each(commands)("$theirs works verbatim as `$ours` under both names (H06)", ({ ours }) => {
  const file = join(root, "conformance/turns/golden/two-calls.json");
  const args = ours
    .split(" ")
    .slice(1)
    .map((word) => word.replace("FILE", file));
  const [premath, tusk] = ["premath", "tusk"].map((name) =>
    spawnSync(join(root, "bin", name), args, { encoding: "utf8" }),
  );
  expect(premath?.status).toBe(0);
  expect(JSON.parse(premath?.stdout ?? "")).toMatchObject({ result: "accepted" });
  expect(tusk?.stdout).toBe(premath?.stdout);
});

test.each(working.filter(({ ours }) => ours.startsWith("tusk ")))("$theirs is `$ours` (H06)", ({ ours }) => {
  const { status, stdout } = spawnSync(join(root, "bin/tusk"), ours.split(" ").slice(1), { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ok {3}vectors: \d+ passed, 0 failed$/m);
});

test("every row that works is executed", () => {
  expect(working.filter(({ ours }) => !/^(?:premath|tusk) /.test(ours))).toEqual([]);
});
