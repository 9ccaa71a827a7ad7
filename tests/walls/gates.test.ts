import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { type Ended, runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

const MAIN = 'import { half } from "./half.ts";\n\nprocess.stdout.write(`${half(4)}\\n`);\n';
const HALF = "/** Half of a number. */\nexport function half(size: number): number {\n  return size / 2;\n}\n";

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Two files, and as much configuration as the gates need to look at them. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": json({ name: "seeded", private: true, type: "module" }),
  "knip.json": json({ entry: ["src/main.ts"], project: ["src/*.ts"] }),
  "tsconfig.json": json({ files: [], references: [{ path: "src" }] }),
  "src/tsconfig.json": json({
    extends: "../tsconfig.base.json",
    compilerOptions: { outDir: "../build", types: ["node"] },
    include: ["*.ts"],
  }),
  "src/main.ts": MAIN,
  "src/half.ts": HALF,
};

/** A small repository under this one's own gates: its script, its compiler options, its lint and format rules. */
function repository(name: string, change: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  for (const file of ["scripts/test.mjs", ".oxlintrc.json", ".oxfmtrc.json", "tsconfig.base.json"])
    cpSync(join(ROOT, file), join(path, file), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules"));
  for (const [file, text] of Object.entries({ ...FILES, ...change })) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  // Only the seed may be badly laid out.
  const format = [
    join(ROOT, "node_modules/oxfmt/bin/oxfmt"),
    ...Object.keys(FILES).filter((file) => !(file in change)),
  ];
  execFileSync(process.execPath, format, { cwd: path });
  return path;
}

function check(path: string): Promise<Ended> {
  return runProcess(process.execPath, [join(path, "scripts/test.mjs"), "--no-tests"], { timeout: 60_000 });
}

/** One violation a gate, made so that the other gates have nothing to say. */
const SEEDS: readonly (readonly [gate: string, change: Readonly<Record<string, string>>])[] = [
  ["types", { "src/half.ts": HALF.replace("): number {", ") {") }],
  ["lint", { "src/half.ts": HALF.replace("  return", "  if (size == 1) return 0;\n  return") }],
  ["format", { "src/half.ts": HALF.replace("  return", "      return") }],
  ["dead code", { "src/unused.ts": HALF }],
];
const GATES = SEEDS.map(([gate]) => gate);

test("npm run check ends with 0 when every gate holds", async () => {
  const ended = await check(repository("clean", {}));
  expect(ended).toEqual({
    code: 0,
    stdout: `${GATES.map((gate) => `ok   ${gate}\n`).join("")}4 passed, 0 failed, 0 skipped\n`,
    stderr: "",
  });
});

test.each(SEEDS)("npm run check ends with 1 and says why when only this gate fails: %s", async (seeded, change) => {
  const { code, stdout } = await check(repository(seeded.replace(" ", "-"), change));
  const verdicts = stdout.split("\n").filter((line) => /^(?:ok {3}|FAIL )/.test(line));
  expect(verdicts).toEqual(GATES.map((gate) => `${gate === seeded ? "FAIL" : "ok  "} ${gate}`));
  expect(stdout).toMatch(/\n3 passed, 1 failed, 0 skipped\n$/);
  expect(code).toBe(1);
});
