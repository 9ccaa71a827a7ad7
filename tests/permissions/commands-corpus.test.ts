import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { leavesOf } from "#kernel";
import { approvedBy, decide, readShell } from "./rule-sets.ts";

/* Labelled and real commands that stay outside the repository. Without the folder every check here is skipped, and its name says so. */

const corpus = join(
  resolve(process.env["TUSK_CORPUS"] ?? join(import.meta.dirname, "../../../shared/fixtures")),
  "8-attack",
);
const skipped = existsSync(corpus) ? "" : ` (skipped: no corpus at ${corpus})`;

function rowsOf<Row>(name: string): readonly Row[] {
  const lines = readFileSync(join(corpus, name), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Programs that only read, as a person would call them: what a plain read-only command is made of. */
const READERS = new Set(
  "cat head tail ls stat nl tac rev od wc du sort uniq tree file cd grep egrep rg find jq sed awk echo printf true test [ pwd which type date cut tr diff cmp column basename dirname readlink realpath sleep".split(
    " ",
  ),
);
const GIT_READERS = new Set(
  "status diff log show blame branch rev-parse ls-files ls-tree cat-file merge-base show-ref for-each-ref stash remote tag reflog describe".split(
    " ",
  ),
);

function isPlainReading(command: string): boolean {
  const leaves = leavesOf(readShell(command).script);
  return (
    leaves.length > 0 &&
    leaves.every(({ words }) => {
      const [program = "", subcommand = ""] = words.map(({ text }) => text);
      return READERS.has(program) || (program === "git" && GIT_READERS.has(subcommand));
    })
  );
}

describe.skipIf(skipped !== "")(`commands of the corpus${skipped}`, () => {
  test("no command that is labelled dangerous runs without a question (T08)", () => {
    const rows = rowsOf<{ readonly command: string; readonly expected: string }>("shell-commands-dcg.jsonl");
    const dangerous = rows.filter(({ expected }) => expected === "deny");
    expect(dangerous.length).toBeGreaterThan(30);
    expect(dangerous.filter(({ command }) => approvedBy(command).length > 0)).toEqual([]);
  });

  test("of real plain read-only commands under 30 % need a question (T08)", () => {
    const plain = rowsOf<{ readonly command: string }>("real-bash-commands.jsonl").filter(({ command }) =>
      isPlainReading(command),
    );
    const asked = plain.filter(({ command }) => decide("read-only", command).effect !== "allow");
    expect(plain.length).toBeGreaterThan(100);
    expect(asked.length / plain.length).toBeLessThan(0.3);
  });
});
