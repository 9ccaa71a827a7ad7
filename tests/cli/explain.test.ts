import { describe, expect, test } from "vitest";
import { FAIL_CLASSES, FAIL_CLOSED } from "#kernel";
import { tusk } from "./program.ts";

interface Explained {
  readonly class: string;
  readonly clause: string;
  readonly means: string;
  readonly remedy: string;
  readonly rules: readonly { readonly when: string; readonly answer: string; readonly stage: string }[];
  readonly example: {
    readonly holds: string;
    readonly trips: string;
    readonly changes: readonly { readonly path: string }[];
    readonly violations: readonly { readonly class: string }[];
  };
}

describe.concurrent("tusk explain", () => {
  test("lists all 42 classes, each with what it means (K10)", async () => {
    const { code, stdout } = await tusk(["explain"]);
    const lines = stdout.split("\n").filter((line) => /^\w+\.\w+ {2}/.test(line.replace(/ {3,}/, "  ")));
    expect(code).toBe(0);
    expect(lines).toHaveLength(42);
    for (const failClass of FAIL_CLASSES) expect(stdout).toContain(failClass);
  });

  test.each(FAIL_CLASSES)("%s: meaning, every rule, clause, remedy and a minimal example (K10)", async (failClass) => {
    const { code, stdout } = await tusk(["explain", failClass, "--json"]);
    const explained: Explained = JSON.parse(stdout);
    const { clause, means, remedy, full } = FAIL_CLOSED[failClass];
    expect(code).toBe(0);
    expect(explained).toMatchObject({ class: failClass, clause, means, remedy });
    expect(explained.rules.map((rule) => rule.when)).toEqual(full.map((rule) => rule.when));
    expect(explained.example.changes.length).toBeGreaterThan(0);
    expect(explained.example.violations.map((violation) => violation.class)).toContain(failClass);
    expect(explained.example.holds).toMatch(/\.$/);
    expect(explained.example.trips).toMatch(/\.$/);
  });

  test("explains a class to a person: when it trips, what to do, where the twins differ", async () => {
    const { stdout } = await tusk(["explain", "runtime.shell_boundary_violation"]);
    expect(stdout).toContain("Trips when\n  - the command, workdir, profile or network");
    expect(stdout).toContain("What to do\n");
    expect(stdout).toMatch(/holds {2}"\/repo"\n.*trips {2}"\/home"/);
  });

  test("an unknown class is unusable, with the nearest one named", async () => {
    const { code, stdout, stderr } = await tusk(["explain", "tool.result_orphans"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: there is no class tool.result_orphans; did you mean tool.result_orphan?\n",
    });
  });
});
