import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ROOT } from "../support/root.ts";
import { tusk } from "./program.ts";

interface Report {
  readonly suites: readonly {
    readonly suite: string;
    readonly passed: number;
    readonly failures: readonly { readonly path: string; readonly why: string }[];
  }[];
}

describe.concurrent("tusk conformance run", () => {
  test("runs every suite, and every case comes out as expected (K10)", async () => {
    const { code, stdout } = await tusk(["conformance", "run", "--json"]);
    const { suites }: Report = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(suites.map(({ suite }) => suite)).toEqual(["vectors", "reference", "turns"]);
    expect(suites.flatMap(({ failures }) => failures)).toEqual([]);
    expect(suites.map(({ passed }) => passed >= 36 || passed)).not.toContain(false);
    expect(suites[0]?.passed).toBeGreaterThanOrEqual(84);
  });

  test("runs one suite when asked for it, and knows no other", async () => {
    const { stdout } = await tusk(["conformance", "run", "--suite", "reference"]);
    expect(stdout).toBe("ok   reference: 36 passed, 0 failed\n");
    const { code, stderr } = await tusk(["conformance", "run", "--suite", "bogus"]);
    expect(code).toBe(2);
    expect(stderr).toContain("[possible values: vectors, reference, turns]");
  });

  test("a case that comes out otherwise is named, and the command ends with 1", async () => {
    const folder = temporaryFolder();
    for (const part of ["bin", "src", "conformance", "package.json"])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
    const path = "conformance/reference/tool.result_orphan/trips.json";
    const vector = readFileSync(join(folder, path), "utf8");
    writeFileSync(join(folder, path), vector.replaceAll('"subject": "read-7"', '"subject": "read-8"'));
    const launch = [join(folder, "bin/launch.cjs"), "tusk", "conformance", "run", "--suite", "reference"];
    const { code, stdout } = await runProcess(process.execPath, launch, { cwd: folder });
    expect(readFileSync(join(folder, path), "utf8")).not.toBe(vector);
    expect(stdout).toContain(
      "FAIL reference: 35 passed, 1 failed\n     conformance/reference/tool.result_orphan/trips.json: expected",
    );
    expect(code).toBe(1);
  });
});
