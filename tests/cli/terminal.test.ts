import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { NO_TERMINAL, onTerminal, premath, tusk } from "./program.ts";
import { openTurn, turn, writeJson } from "./turn.ts";

const TUSK = join(ROOT, "bin/tusk");
const PREMATH = join(ROOT, "bin/premath");
const ESCAPE = "\u001B";
/** Sets the window's title, then turns the text red with an eight-bit CSI. */
const ATTACK = `evil${ESCAPE}]0;owned\u0007\u009B31m`;
// oxlint-disable-next-line no-control-regex -- colours are what is taken out
const COLOURS = /\u001B\[\d+m/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/;

const folder = temporaryFolder();
const closed = writeJson(folder, "closed.json", turn());
const open = writeJson(folder, "open.json", openTurn());
const attack = writeJson(folder, "attack.json", openTurn(ATTACK));

beforeEach(({ skip }) => skip(NO_TERMINAL !== undefined, NO_TERMINAL));

describe.concurrent("tusk on a terminal", () => {
  test("shows an accepted turn richly, with a hint at the end (H06)", async () => {
    const { code, stdout } = await onTerminal(`${TUSK} harness-join-check --input ${closed}`);
    expect(code).toBe(0);
    const lines = stdout.replaceAll(COLOURS, "").trimEnd().split("\n");
    expect(lines[0]).toBe(`accepted  ${closed}`);
    expect(lines.at(-1)).toMatch(/^hint: /);
    expect(stdout).toContain(`${ESCAPE}[32maccepted`);
  });

  test("shows a refused turn with class, meaning, place and evidence, and still ends with 0 (H06)", async () => {
    const { code, stdout } = await onTerminal(`${TUSK} harness-join-check --input ${open}`);
    expect(code).toBe(0);
    const text = stdout.replaceAll(COLOURS, "");
    expect(text).toMatch(/^refused {2}/);
    expect(text).toMatch(/^ {2}tool\.result_missing {2}a requested call has no result/m);
    expect(text).toMatch(/^ {4}evidence\.toolRequests\[1\] {2}.*call-2/m);
    expect(text).toMatch(/^hint: .*--checks.*--json/m);
  });

  test("--checks lists all 42 rules (H06)", async () => {
    const { stdout } = await onTerminal(`${TUSK} harness-join-check --input ${open} --checks`);
    const rules = stdout.replaceAll(COLOURS, "").match(/^ {2}(?:(?:held|skipped) +)?[a-z]+\.[a-z_]+/gm);
    expect(rules).toHaveLength(42);
  });

  test("--json is what a pipe gets (contract 0.2)", async () => {
    const [shown, piped] = await Promise.all([
      onTerminal(`${TUSK} harness-join-check --input ${open} --json`),
      tusk(["harness-join-check", "--input", open, "--json"]),
    ]);
    expect(shown.stdout).toBe(piped.stdout);
  });

  test.each([
    ["NO_COLOR is set", { NO_COLOR: "1" }, false],
    ["NO_COLOR is set to nothing", { NO_COLOR: "" }, true],
    ["the terminal is dumb", { TERM: "dumb" }, false],
    ["neither is the case", {}, true],
  ] as const)("colours as the person wants: %s", async (_when, env, coloured) => {
    for (const command of [`${TUSK} harness-join-check --input ${open}`, `${TUSK} tour`]) {
      const { stdout } = await onTerminal(command, env);
      expect(stdout.includes(ESCAPE)).toBe(coloured);
      expect(stdout.replaceAll(COLOURS, "")).not.toMatch(CONTROL);
    }
  });

  test("escape sequences in evidence never reach the terminal raw", async () => {
    for (const flags of ["", " --checks"]) {
      const { stdout } = await onTerminal(`${TUSK} harness-join-check --input ${attack}${flags}`);
      expect(stdout).toContain("evil");
      expect(stdout.replaceAll(COLOURS, "")).not.toMatch(CONTROL);
    }
  });

  test("--json on a terminal escapes what JSON leaves raw, and says the same", async () => {
    const [shown, piped] = await Promise.all([
      onTerminal(`${TUSK} harness-join-check --input ${attack} --json`),
      tusk(["harness-join-check", "--input", attack, "--json"]),
    ]);
    expect(shown.stdout).not.toMatch(CONTROL);
    expect(piped.stdout).toMatch(/\u009B/);
    expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(piped.stdout));
  });

  test.each([
    ["conflict", { toolRequests: [1, 2].map((at) => ({ toolCallId: ATTACK, toolName: `tool-${at}` })) }],
    ["status", { toolResults: [{ toolCallId: "call-1", status: ATTACK }] }],
    ["disposition", { toolUse: [{ toolCallId: "call-1", disposition: ATTACK }] }],
  ])("escape sequences in evidence that cannot be judged never reach the terminal raw: %s", async (what, change) => {
    const path = writeJson(folder, `attack-${what}.json`, turn(change));
    const { stdout } = await onTerminal(`${TUSK} harness-join-check --input ${path}`);
    expect(stdout).not.toMatch(CONTROL);
  });

  test("with standard output elsewhere it prints the contract's text, whatever standard error is (H06)", async () => {
    const { stdout } = await onTerminal(`${TUSK} harness-join-check --input ${open} | cat`);
    expect(stdout).toBe((await tusk(["harness-join-check", "--input", open])).stdout);
  });
});

describe.concurrent("premath on a terminal", () => {
  test.each([[closed], [closed, "--checks"], [open], [open, "--checks"], [open, "--json"]])(
    "prints the contract's text, nothing added: %s %s (H06, contract 1.7)",
    async (input, ...flags) => {
      const [shown, piped] = await Promise.all([
        onTerminal([PREMATH, "harness-join-check", "--input", input, ...flags].join(" ")),
        premath(["harness-join-check", "--input", input, ...flags]),
      ]);
      expect(shown.stdout).toBe(piped.stdout);
      expect(shown.stdout).not.toContain(ESCAPE);
    },
  );
});
