import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

// The npm rows are this very test run: only that the script and the folder exist is checked.
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

test.each(working.filter(({ ours }) => ours.startsWith("npm run")))("$theirs has its script: `$ours`", ({ ours }) => {
  const [, , script, , folder] = ours.split(" ");
  const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(manifest.scripts)).toContain(script);
  expect(dirname(join(root, folder ?? "", "vectors"))).toBe(join(root, "conformance"));
});
