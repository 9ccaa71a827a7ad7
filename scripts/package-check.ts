// The package check: what would be published is built, packed, installed in an empty folder and used there.
import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "./build.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "tusk-package-"));
const counts = { passed: 0, failed: 0 };

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], cwd: string): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  return { status, stdout, stderr: error === undefined ? stderr : error.message };
}

function check(what: string, holds: boolean, told = ""): void {
  counts[holds ? "passed" : "failed"] += 1;
  console.log(`${holds ? "ok  " : "FAIL"} package: ${what}`);
  if (!holds && told !== "") console.log(told);
}

function expectRun(what: string, ran: Ran, expected: string): void {
  check(what, ran.status === 0 && ran.stdout === expected, `exit ${ran.status}\n${ran.stdout}${ran.stderr}`);
}

/** Installs the tarball where nothing else is, and uses both bins and the library from there. */
function useInstalled(tarball: string, version: string): void {
  const home = mkdtempSync(join(work, "empty-"));
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const installed = run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], home);
  check("installs in an empty folder", installed.status === 0, installed.stdout + installed.stderr);
  const bin = (name: string, ...args: readonly string[]) => run(join(home, "node_modules/.bin", name), args, home);
  expectRun("tusk --version", bin("tusk", "--version"), `tusk ${version}\n`);
  expectRun("premath --version", bin("premath", "--version"), `premath 0.1.0 (tusk ${version})\n`);
  const turn = join(root, "conformance/turns/golden/two-calls.json");
  const judged = bin("premath", "harness-join-check", "--input", turn);
  const expected = `premath harness-join-check\n  Input: ${turn}\n  Result: accepted\n  Failure Classes: 0\n`;
  expectRun("premath harness-join-check accepts the golden turn", judged, expected);
  check("tusk tour", bin("tusk", "tour").stdout.includes("2 accepted, 13 refused"));
  check("tusk explain shows its example", bin("tusk", "explain", "tool.result_orphan").stdout.includes("\nExample\n"));
  check("tusk conformance run", bin("tusk", "conformance", "run").status === 0);
  check("tusk permissions check reads bash", bin("tusk", "permissions", "check", "git status | cat").status === 0);
  weigh(home);
  useLibrary(home);
  useTools(home);
  useModels(home, bin("tusk", "run", "go", "--model", "anthropic/claude-sonnet-4-5"));
  useTesting(home);
}

/** The core is small: what one install put on the disk, every package of it counted. */
function weigh(home: string): void {
  const lock = JSON.parse(readFileSync(join(home, "node_modules/.package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  const packages = Object.keys(lock.packages).length;
  const files = readdirSync(join(home, "node_modules"), { recursive: true, encoding: "utf8" });
  // As `du` counts: a small file takes a whole block.
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(home, "node_modules", path)).blocks * 512, 0);
  const seen = `${(bytes / 1e6).toFixed(1)} MB in ${packages} packages`;
  check(`the core takes ${seen}, of 40 MB and 30 packages`, bytes < MOST_BYTES && packages < MOST_PACKAGES);
}

function useLibrary(home: string): void {
  const program =
    'import { digest, parseJson } from "tusk-harness"; const r = parseJson("[]"); if (r.ok) console.log(digest(r.value));';
  const empty = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n";
  expectRun("the library digests", run(process.execPath, ["--input-type=module", "-e", program], home), empty);
  const typed = (code: string) =>
    compile(home, `import { digest, judgeTurn, parseJson } from "tusk-harness";\n${code}\n`);
  const right = typed(
    'const r = parseJson("[]"); export const d: string = r.ok ? digest(r.value) : ""; export const t = judgeTurn("{}");',
  );
  check("its types compile without Node's", right.status === 0, right.stdout);
  const wrong = typed('export const d = digest(parseJson("[]").value); export const t = judgeTurn("{}");');
  check("reading a value unasked does not compile", wrong.stdout.includes("TS2339"), wrong.stdout);
}

/** What the first door may load of Node: everything but what takes as long as the door itself. */
const LIGHT = /^\.|^node:(?!crypto|sqlite|child_process)/;

/** The first door brings no package with it; the tools have their own, and their errors are the library's. */
function useTools(home: string): void {
  const loads = [
    'import { registerHooks } from "node:module";',
    "const seen = []; registerHooks({ resolve: (word, context, next) => (seen.push(word), next(word, context)) });",
    `await import("tusk-harness"); console.log(seen.filter((word) => !${LIGHT}.test(word)).join(" "));`,
  ].join("\n");
  const program = [
    'import { PortError } from "tusk-harness"; import { codingTools, openPermissions, openWorkspace } from "tusk-harness/tools";',
    'const keeper = openPermissions({ rules: "workspace-write", root: ".", approver: undefined, keep: () => {} });',
    'const fails = await openPermissions({ rules: {}, root: ".", approver: undefined, keep: () => {} }).catch((error) => error);',
    'console.log(codingTools.length, openWorkspace(".", { role: "agent" }) !== undefined, (await keeper) !== undefined, fails instanceof PortError);',
  ].join("\n");
  const node = (code: string) => run(process.execPath, ["--input-type=module", "-e", code], home);
  expectRun("the library loads no package and nothing heavy of Node", node(loads), "tusk-harness\n");
  expectRun("the tools' door opens workspace and permissions", node(program), "7 true true true\n");
  const typed = compile(
    home,
    'import { type Tool, toolSet } from "tusk-harness";\nimport { codingTools } from "tusk-harness/tools";\nconst first: Tool | undefined = codingTools[0];\nexport const set = first && toolSet(first).build();\n',
  );
  check("the tools' types compile without Node's", typed.status === 0, typed.stdout);
}

/** The door of the models: without a provider's package it says how to get it, and its types need none. */
function useModels(home: string, ran: Ran): void {
  const program = [
    'import { PortError } from "tusk-harness"; import { openModel, PROVIDERS } from "tusk-harness/models";',
    'const environment = () => "a-key"; const fails = await openModel("google/gemini-2.5-pro", { environment }).catch((error) => error);',
    "console.log(fails instanceof PortError, fails.code, /npm install @ai-sdk\\/google/.test(fails.message), Object.hasOwn(PROVIDERS, 'ollama'));",
  ].join("\n");
  const opened = run(process.execPath, ["--input-type=module", "-e", program], home);
  expectRun("a provider's package that is absent is one sentence", opened, "true no_package true true\n");
  check(
    "tusk run says what is missing",
    ran.status === 2 && /ANTHROPIC_API_KEY|npm install/.test(ran.stderr),
    ran.stderr,
  );
  const typed = compile(
    home,
    'import { agent } from "tusk-harness";\nimport { openModel } from "tusk-harness/models";\nexport const a = agent({ model: await openModel("ollama/x"), budget: 3 });\n',
  );
  check("the models' types compile without Node's and without a provider's", typed.status === 0, typed.stdout);
}

/** The compiler on one file of a program that has installed the package and nothing else. */
function compile(home: string, code: string): Ran {
  writeFileSync(join(home, "use.ts"), code);
  return run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...TYPE_OPTIONS, "use.ts"], home);
}

/** The third door: a model without a model, whose errors are the library's own. */
function useTesting(home: string): void {
  const program = [
    'import { PortError } from "tusk-harness"; import { failure, manualClock, scriptedModel } from "tusk-harness/testing";',
    "const fails = await scriptedModel([failure()]).complete({}, new AbortController().signal).catch((error) => error);",
    "console.log(fails instanceof PortError, fails.code, manualClock().now());",
  ].join("\n");
  const ran = run(process.execPath, ["--input-type=module", "-e", program], home);
  expectRun("the testing door shares the library's errors", ran, "true transport 2026-01-01T00:00:00Z\n");
  const typed = compile(
    home,
    'import { call, say, scriptedModel } from "tusk-harness/testing";\nexport const m = scriptedModel([call("add", { a: 1 }), say("done")]);\n',
  );
  check("the testing door's types compile without Node's", typed.status === 0, typed.stdout);
}

/** What the issue allows an installed core, without a browser or a model. */
const MOST_BYTES = 40e6;
const MOST_PACKAGES = 30;

const TYPE_OPTIONS = "--noEmit --strict --skipLibCheck false --module nodenext --target es2024 --lib es2024 --types"
  .split(" ")
  .concat("");

const dist = await buildPackage();
const { version } = JSON.parse(readFileSync(join(dist, "package.json"), "utf8")) as { version: string };
const packed = run("npm", ["pack", "--pack-destination", work], dist);
check("packs", packed.status === 0, packed.stdout + packed.stderr);
const tarball = join(work, readdirSync(work).find((name) => name.endsWith(".tgz")) ?? "no tarball");
useInstalled(tarball, version);
const publint = run(process.execPath, [join(root, "node_modules/publint/src/cli.js"), dist, "--strict"], root);
check("publint", publint.status === 0, publint.stdout + publint.stderr);
const attw = run(
  process.execPath,
  [join(root, "node_modules/@arethetypeswrong/cli/dist/index.js"), tarball, "--profile", "esm-only"],
  root,
);
check("are the types wrong? no", attw.status === 0, attw.stdout + attw.stderr);
rmSync(work, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;
