// `npm test`: type gate, lint, format check, dead code, then every test. Ends with one line of counts.
// Plain JavaScript: on a Node that is too old it must be able to say so.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(
    `The tests need Node 24, this is ${process.versions.node}: run 'npm install' first (it brings Node 24), or put Node 24 on your PATH.`,
  );
  process.exit(2);
}

/** The gates before the tests: each is one check that passes or fails. */
const GATES = [
  { name: "types", script: "node_modules/typescript/bin/tsc", args: ["-b"] },
  { name: "lint", script: "node_modules/oxlint/bin/oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "format", script: "node_modules/oxfmt/bin/oxfmt", args: ["--check", "."] },
  { name: "dead code", script: "node_modules/knip/bin/knip.js", args: [] },
];

const counts = { passed: 0, failed: 0, skipped: 0 };

for (const { name, script, args } of GATES) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  counts[status === 0 ? "passed" : "failed"] += 1;
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
}
if (!process.argv.includes("--no-tests")) runTests();
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Runs vitest; its own report goes to the terminal, the counts come from its JSON. */
function runTests() {
  const folder = mkdtempSync(join(tmpdir(), "tusk-test-"));
  const report = join(folder, "report.json");
  // Hundreds of tests start the program: the bundle is made now, and none of them has to ask whether it is fresh.
  spawnSync(process.execPath, [join(root, "scripts/bundle.mjs")], { cwd: root, stdio: "inherit" });
  const args = [
    "run",
    "--reporter=json",
    `--outputFile.json=${report}`,
    process.env.CI ? "--reporter=dot" : "--reporter=default",
  ];
  const { status } = spawnSync(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    stdio: "inherit",
    // Hundreds of processes load the same sources: they are stripped of their types and compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, "build/compile-cache"), TUSK_BUNDLE: "just-made" },
  });
  let skipped = [];
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    counts.passed += result.numPassedTests;
    counts.failed += result.numFailedTests;
    counts.skipped += result.numPendingTests + result.numTodoTests;
    skipped = result.testResults.flatMap((file) =>
      file.assertionResults.filter((test) => test.status === "pending" || test.status === "skipped"),
    );
    // A file that does not load fails without a failed test in it.
    if (status !== 0 && result.numFailedTests === 0) counts.failed += 1;
  } catch (error) {
    console.log(`FAIL the tests left no report: ${error.message}`);
    counts.failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
  for (const test of skipped) console.log(`skip ${test.fullName}`);
}
