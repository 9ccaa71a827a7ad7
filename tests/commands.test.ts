import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { edge, row } from "./cli/issue-folder.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();
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

/** Two issues that say when they are done and how to verify it; the second waits for the first. */
function issues(): string {
  const cwd = mkdtempSync(join(folder, "commands-"));
  const description = "Acceptance:\n- works\n\n`python3 -m pytest`";
  mkdirSync(join(cwd, ".premath"));
  const rows = row("bd-1", { description }) + row("bd-2", { description, dependencies: [edge("bd-2", "bd-1")] });
  writeFileSync(join(cwd, ".premath/issues.jsonl"), rows);
  return cwd;
}

/** Times differ from run to run. */
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g;

test.each(commands)("$theirs works verbatim as `$ours` under both names (H06)", ({ ours }) => {
  const file = join(root, "conformance/turns/golden/two-calls.json");
  const args = ours
    .split(" ")
    .slice(1)
    .map((word) => word.replace("FILE", file));
  const [premath, tusk] = ["premath", "tusk"].map((name) =>
    spawnSync(join(root, "bin", name), args, { encoding: "utf8", cwd: issues() }),
  );
  expect(premath?.stderr).toBe("");
  expect(premath?.status).toBe(0);
  const answer = JSON.parse(premath?.stdout ?? "") as { readonly result?: string; readonly action?: string };
  // Verdicts are accepted; every other answer names the action it is the answer of.
  expect(answer.result ?? answer.action).toMatch(/^(?:accepted|init|(?:issue|dep)\.[a-z_-]+)$/);
  expect(tusk?.stdout.replaceAll(TIME, "")).toBe(premath?.stdout.replaceAll(TIME, ""));
});

test.each(working.filter(({ ours }) => ours.startsWith("tusk ")))("$theirs is `$ours` (H06)", ({ ours }) => {
  const { status, stdout } = spawnSync(join(root, "bin/tusk"), ours.split(" ").slice(1), { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ok {3}vectors: \d+ passed, 0 failed$/m);
});

test("every row that works is executed", () => {
  expect(working.filter(({ ours }) => !/^(?:premath|tusk) /.test(ours))).toEqual([]);
});
