import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { BROKEN_TURNS, FULL_TURNS, GOLDEN_TURN } from "../../src/host/actions/tour-turns.ts";
import { FAIL_CLASSES, FAIL_CLOSED } from "#kernel";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { premath, tusk } from "./program.ts";
import { expectSortedJson } from "./sorted-json.ts";
import { writeJson } from "./turn.ts";

interface Turn {
  readonly accepted: boolean;
  readonly failureClasses: readonly string[];
  readonly title: string;
}

const folder = temporaryFolder();
let text = "";
let turns: readonly Turn[] = [];

beforeAll(async () => {
  const [shown, json] = await Promise.all([tusk(["tour"]), tusk(["tour", "--json"])]);
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(json).toMatchObject({ code: 0, stderr: "" });
  text = shown.stdout;
  const printed: { readonly turns: readonly Turn[] } = JSON.parse(json.stdout);
  turns = printed.turns;
  expectSortedJson(json.stdout);
});

/** The part of the tour that tells one turn: from its number to the next blank line. */
function stopText(index: number): string {
  return text.split("\n\n")[index + 1] ?? "";
}

const full = [true, ...FULL_TURNS.slice(1).map(() => false)];

test("the tour shows a golden turn and broken ones, first in the reference profile, then in the full one", () => {
  expect(turns.map(({ accepted }) => accepted)).toEqual([true, ...BROKEN_TURNS.map(() => false), ...full]);
  expect(turns[0]).toEqual({ accepted: true, failureClasses: [], title: GOLDEN_TURN.title });
  expect(turns.length).toBeGreaterThan(5);
});

test("the accepted turn is shown with the digest of its join set", () => {
  expect(stopText(0)).toMatch(/^ 1 {2}accepted {2}A turn that closes\n/);
  expect(stopText(0)).toMatch(/\n {4}sha256:[0-9a-f]{64}$/);
});

test("every refused turn is shown with class, sentence and evidence", () => {
  turns.forEach(({ accepted, failureClasses, title }, index) => {
    if (accepted) return;
    const stop = stopText(index);
    expect(stop).toContain(`refused   ${title}\n`);
    expect(failureClasses.length).toBeGreaterThan(0);
    for (const failClass of FAIL_CLASSES.filter((known) => failureClasses.includes(known))) {
      const [, at = ""] = stop.split(`    ${failClass}  ${FAIL_CLOSED[failClass].means} `);
      // Behind the sentence: the clause in brackets, then at least one place in the evidence with a note.
      expect(at).toMatch(/^\(.+\)\n {6}(?:evidence|governanceProfile)\S* {2}\S/);
    }
  });
});

test("the tour counts what it showed", () => {
  expect(text).toContain(`2 accepted, ${BROKEN_TURNS.length + FULL_TURNS.length - 1} refused.`);
});

test("the tour's verdicts are those of harness-join-check on the same evidence (K13)", async () => {
  const made = [GOLDEN_TURN, ...BROKEN_TURNS].map(({ input }, index) => writeJson(folder, `${index}.json`, input));
  const files = [...made, ...FULL_TURNS.map(({ file }) => join(ROOT, file))];
  const ends = await Promise.all(files.map((file) => premath(["harness-join-check", "--input", file, "--json"])));
  const classes = ends.map(({ stdout }) => (JSON.parse(stdout) as Turn).failureClasses);
  expect(classes).toEqual(turns.map(({ failureClasses }) => failureClasses));
});

test("the command that the tour names next works as it stands, from the clone", async () => {
  const [, line = ""] = /^Next: bin\/tusk (.+)$/m.exec(text) ?? [];
  const args = line.split(" ");
  expect(existsSync(join(ROOT, args[2] ?? ""))).toBe(true);
  const { code, stdout } = await tusk(args, { cwd: ROOT });
  expect(code).toBe(0);
  expect(stdout).toContain("  Result: accepted\n");
});

test("the tour on a pipe has no colour", () => {
  expect(text).not.toContain("\u001B");
});
