// The package check: what would be published is built, packed, installed in an empty folder and used there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const installed = run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], home);
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
  useLibrary(home);
}

function useLibrary(home: string): void {
  const program =
    'import { digest, parseJson } from "tusk-harness"; const r = parseJson("[]"); if (r.ok) console.log(digest(r.value));';
  const empty = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n";
  expectRun("the library digests", run(process.execPath, ["--input-type=module", "-e", program], home), empty);
  const typed = (code: string) => {
    writeFileSync(join(home, "use.ts"), `import { digest, judgeTurn, parseJson } from "tusk-harness";\n${code}\n`);
    return run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...TYPE_OPTIONS, "use.ts"], home);
  };
  const right = typed(
    'const r = parseJson("[]"); export const d: string = r.ok ? digest(r.value) : ""; export const t = judgeTurn("{}");',
  );
  check("its types compile without Node's", right.status === 0, right.stdout);
  const wrong = typed('export const d = digest(parseJson("[]").value); export const t = judgeTurn("{}");');
  check("reading a value unasked does not compile", wrong.stdout.includes("TS2339"), wrong.stdout);
}

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
