import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { isPrintingAwk } from "../../src/kernel/policy/permissions/printing-awk.ts";
import { isPrintingSed } from "../../src/kernel/policy/permissions/printing-script.ts";

const SED = "/usr/bin/sed";
const AWKS = ["/usr/bin/mawk", "/usr/bin/gawk", "/usr/bin/original-awk", "/usr/bin/awk"].filter((path) =>
  existsSync(path),
);
const RUNS = Number(process.env["TUSK_FUZZ_RUNS"] ?? 60_000);
const MOST_RUN = Number(process.env["TUSK_FUZZ_SPAWNS"] ?? 400);

/** Every line of the input is a command that leaves a mark, so that a script that runs its input is seen, too. */
const INPUT = "touch p\ntouch q;a b\na]b [x/ 1 2\n";
const folder = mkdtempSync(join(tmpdir(), "tusk-printing-"));
writeFileSync(join(folder, "in"), INPUT);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is in the folder after a script ran there, and whether the input is as it was. */
function leftBy(program: string, args: readonly string[]): readonly [names: string, input: string] {
  spawnSync(program, [...args, "in"], { cwd: folder, stdio: "ignore", timeout: 5000, env: { PATH: "/usr/bin:/bin" } });
  return [readdirSync(folder).join(" "), readFileSync(join(folder, "in"), "utf8")];
}

/** Scripts that only print and scripts that do more, the ones found by audits among them. */
const SED_SEEDS = [
  "/[/s,]/e touch p #,b,",
  "/[/s,]/w out,b,",
  "s/[/]/x/;w out",
  "s/a/b/w out",
  "s,[,],b,;e touch p",
  "/[[:alpha:]/s,]/e touch p #,b,",
  "s/a/b/;1,$p",
  "/a/,/b/p;$!d",
  "s/[a-z]*/[x]/g;s|a|b|p",
  "s/\\(a\\)/\\1/2;=",
  "1,/t/s#[^a]#e touch p#I",
];
const AWK_SEEDS = [
  'BEGIN{x=/a/ /1;system("touch p");y=1/ 1}',
  'BEGIN{x="touch p"} /[[:alpha:]/ || "]/{system(x)}#"',
  'BEGIN{x="touch p"} /[a[]/ || "]/{system(x)}#"',
  '/t/{print > "out"}',
  '/[a]/||/t/{print | "sh"}',
  '{s+=$1} END {print s/NR; print s/n, "a"}',
  '$1 > "out" {print $1, $NF}',
  "!seen[$0]++;NR==1,NR==2",
  '{if ($1 > "out") print "a" $2;next}',
  '{printf "%s\\n", $1 $2} /b/ && NF>1 {c[$1]++}',
];
/** Pieces on which programs and their readers disagree most. */
const NASTY =
  '/|/|[|]|"|\\|;|{|}|$|e|w|>|#| |\n|^|,|.|e touch p|w out|/e touch p #|/w out|s,|s/|[a]|[[:alpha:]|[[:alpha:]]|\\/|a|1|p|I|!|system("touch p")|print|print > "out"|"out"|s/|/ 1|/a/|~|(|)|&&'
    .split("|")
    .concat("|", "||", '| "sh"');

/** Seeds in which a few pieces were put in, put in another's place, or taken out. */
function scriptsOf(seeds: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(60), fc.nat(3), fc.constantFrom("", ...NASTY));
  const edits = fc.array(edit, { maxLength: 3 });
  return fc.tuple(fc.constantFrom(...seeds), edits).map(([seed, list]) => {
    let script = seed;
    for (const [place, out, piece] of list) {
      const at = place % (script.length + 1);
      script = script.slice(0, at) + piece + script.slice(at + out);
    }
    return script;
  });
}

/** Of random scripts, some that are said to only print, once each. */
function approved(seeds: readonly string[], prints: (script: string) => boolean): readonly string[] {
  return [...new Set(fc.sample(scriptsOf(seeds), { numRuns: RUNS, seed: 7 }).filter(prints))].slice(0, MOST_RUN);
}

describe("a script that only prints leaves no file and runs nothing", () => {
  test.skipIf(!existsSync(SED))("in sed (T08)", { timeout: 120_000 }, () => {
    const scripts = approved(SED_SEEDS, isPrintingSed);
    for (const script of scripts) expect([script, ...leftBy(SED, [script])]).toEqual([script, "in", INPUT]);
    expect(scripts.length).toBeGreaterThan(200);
  });

  test.skipIf(AWKS.length === 0)("in awk (T08)", { timeout: 120_000 }, () => {
    const scripts = approved(AWK_SEEDS, isPrintingAwk);
    for (const script of scripts) {
      for (const awk of AWKS) expect([script, ...leftBy(awk, [script])]).toEqual([script, "in", INPUT]);
    }
    expect(scripts.length).toBeGreaterThan(200);
  });

  test.skipIf(!existsSync(SED) || AWKS.length === 0)("and what runs something is seen here", () => {
    expect(leftBy(SED, ["/t/e touch p"])[0]).toBe("in p");
    expect(leftBy(AWKS[0] ?? "", ['BEGIN{print > "out"; system("touch q")}'])[0]).toBe("in out p q");
    for (const name of ["out", "p", "q"]) rmSync(join(folder, name));
  });
});
