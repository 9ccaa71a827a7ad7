import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { walkJournal } from "#kernel";
import type { JsonObject } from "#kernel";
import { sha256, utf8 } from "#platform";
import { ask, say, thinking, type WireTurn } from "./wire-turn.ts";

const WRONG = "export function sum(a, b) {\n  return a - b;\n}\n";
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { sum } from "../src/sum.mjs";

test("adds", () => assert.equal(sum(2, 3), 5));
`;
/** Notes that it was run, waits while somebody holds it, and then tests. */
const RUN_TESTS = `import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";

appendFileSync("runs.log", "run\\n");
while (existsSync("hold")) await new Promise((resolve) => setTimeout(resolve, 20));
process.exitCode = spawnSync(process.execPath, ["--test"], { stdio: "inherit" }).status ?? 1;
`;
const FILES: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({ name: "sums", private: true, type: "module", scripts: { test: "node run-tests.mjs" } })}\n`,
  "run-tests.mjs": RUN_TESTS,
  "src/sum.mjs": WRONG,
  "test/sum.test.mjs": TEST,
  ".gitignore": "runs.log\nhold\n.premath/\n",
};

/** A repository of its own, with a small program that is wrong and a test that says so. */
export interface BrokenRepository {
  readonly folder: string;
  readonly state: string;
  /** What a file holds now. */
  readonly read: (path: string) => string;
  /** How often the tests were run, by whomever. */
  readonly testRuns: () => number;
  /** Lets runs of the tests wait, or go on. */
  readonly pathOf: (name: string) => string;
}

/** Makes a repository whose one test fails. */
export function brokenRepository(above: string): BrokenRepository {
  const folder = mkdtempSync(join(above, "sums-"));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: readonly string[]): void => {
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: folder, stdio: "ignore" });
  };
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "sums");
  const pathOf = (name: string): string => join(folder, name);
  return {
    folder,
    state: pathOf(".premath"),
    read: (path) => readFileSync(pathOf(path), "utf8"),
    testRuns: () =>
      existsSync(pathOf("runs.log")) ? readFileSync(pathOf("runs.log"), "utf8").split("\n").length - 1 : 0,
    pathOf,
  };
}

/** What a model does that mends it: looks, tests, edits, tests, answers. */
export const MENDING: readonly WireTurn[] = [
  thinking("I look at both files.", "seal-look", {
    blocks: [
      { kind: "text", text: "I look first." },
      { kind: "call", tool: "read", args: { path: "src/sum.mjs" } },
      { kind: "call", tool: "read", args: { path: "test/sum.test.mjs" } },
    ],
  }),
  ask(["bash", { command: "npm test", workdir: "." }]),
  thinking(
    "The sign is wrong.",
    "seal-edit",
    ask(["edit", { path: "src/sum.mjs", old_string: "a - b", new_string: "a + b" }]),
  ),
  ask(["bash", { command: "npm test", workdir: "." }]),
  say("The sign was wrong; the test passes now."),
];
export const MENDED = "export function sum(a, b) {\n  return a + b;\n}\n";
export const ANSWER = "The sign was wrong; the test passes now.";

/** The one session of a state folder. */
export function onlySession(state: string): string {
  const names = readdirSync(join(state, "sessions")).filter((name) => name.endsWith(".jsonl"));
  if (names.length !== 1) throw new Error(`there are ${names.length} sessions`);
  return String(names[0]).replace(".jsonl", "");
}

/** The events of its journal. */
export function eventsOf(state: string, sessionId: string): readonly JsonObject[] {
  const bytes = readFileSync(join(state, "sessions", `${sessionId}.jsonl`));
  return walkJournal(bytes, { sha256, utf8 }).rows.map(({ event }) => event);
}
