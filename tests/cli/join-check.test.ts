import { openSync, closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FULL_CLASSES, REFERENCE_CLASSES } from "#kernel";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runProcess } from "../support/run-process.ts";
import { ROOT } from "../support/root.ts";
import { premath, tusk } from "./program.ts";
import { expectSortedJson } from "./sorted-json.ts";
import { openTurn, turn, writeJson } from "./turn.ts";

const folder = temporaryFolder();
writeJson(folder, "closed.json", turn());
writeJson(folder, "open.json", openTurn());

const ACCEPTED = [
  "premath harness-join-check",
  "  Input: closed.json",
  "  Result: accepted",
  "  Failure Classes: 0",
  "",
];
const REJECTED = [
  "premath harness-join-check",
  "  Input: open.json",
  "  Result: rejected",
  "  Failure Classes: 2",
  "  - tool.join_incomplete",
  "  - tool.result_missing",
  "",
];

const check = (file: string, ...flags: readonly string[]) =>
  premath(["harness-join-check", "--input", file, ...flags], { cwd: folder });

describe.concurrent("harness-join-check on a pipe", () => {
  test("prints an accepted turn as the contract does (contract 1.7, K13)", async () => {
    expect(await check("closed.json")).toEqual({ code: 0, stdout: ACCEPTED.join("\n"), stderr: "" });
  });

  test("prints a rejected turn with its classes, sorted, and ends with 0 (contract 1.7, K13)", async () => {
    expect(await check("open.json")).toEqual({ code: 0, stdout: REJECTED.join("\n"), stderr: "" });
  });

  test("prints the contract's text into a file too (contract 1.7)", async () => {
    const path = join(folder, "output.txt");
    const output = openSync(path, "w");
    const line = `"${join(ROOT, "bin/tusk")}" harness-join-check --input open.json > output.txt`;
    await runProcess("/bin/sh", ["-c", line], { cwd: folder });
    closeSync(output);
    expect(readFileSync(path, "utf8")).toBe(REJECTED.join("\n"));
  });

  test("does not mind when nobody reads: /dev/null (contract 0.1)", async () => {
    const line = `"${join(ROOT, "bin/tusk")}" harness-join-check --input open.json > /dev/null`;
    expect(await runProcess("/bin/sh", ["-c", line], { cwd: folder })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("--checks adds one line a rule behind the contract's text, all 42 of them (K13)", async () => {
    const { code, stdout } = await check("open.json", "--checks");
    expect(code).toBe(0);
    const head = `${REJECTED.join("\n")}  Checks:\n`;
    expect(stdout.slice(0, head.length)).toBe(head);
    const rows = stdout.slice(head.length).trimEnd().split("\n");
    const classes = rows.map((row) => /^ {2}- (?:held|skipped|tripped) ([a-z_.]+)/.exec(row)?.[1]);
    expect(classes).toEqual([...REFERENCE_CLASSES, ...FULL_CLASSES]);
    const tripped = rows.filter((row) => row.startsWith("  - tripped "));
    expect(tripped.map((row) => row.split(" ")[4])).toEqual(["tool.result_missing:", "tool.join_incomplete:"]);
    expect(tripped[0]).toContain("call-2 at evidence.toolRequests[1]");
  });

  test("--json prints sorted, indented JSON (contract 0.2, 1.5)", async () => {
    const { code, stdout, stderr } = await check("open.json", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(expectSortedJson(stdout)).toMatchObject({
      action: "harness-join-check",
      failureClasses: ["tool.join_incomplete", "tool.result_missing"],
      joinClosed: false,
      result: "rejected",
      witness: { schema: 1, witnessKind: "premath.harness.join_check.v1" },
    });
  });

  test("--json --checks is the same JSON with every rule's outcome beside it (contract 0.2)", async () => {
    const [plain, checked] = await Promise.all([
      check("open.json", "--json"),
      check("open.json", "--json", "--checks"),
    ]);
    const value = expectSortedJson(checked.stdout);
    expect(value).toMatchObject({ checks: { profile: "reference" } });
    const { checks, ...rest }: Record<string, unknown> = { ...(value as object) };
    expect(rest).toEqual(JSON.parse(plain.stdout));
    expect(checks).toMatchObject({ rules: [...REFERENCE_CLASSES, ...FULL_CLASSES].map((name) => ({ class: name })) });
  });

  test("the order of flags does not matter, and both value forms mean the same (contract 0.1)", async () => {
    const expected = await check("open.json", "--json");
    const lines = [
      ["--json", "--input", "open.json"],
      ["--json", "--input=open.json"],
    ];
    for (const line of lines) expect(await tusk(["harness-join-check", ...line], { cwd: folder })).toEqual(expected);
  });
});
