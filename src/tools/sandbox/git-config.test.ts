import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { readGitConfig } from "./git-config.ts";

const file = join(temporaryFolder(), "config");

/** What git itself reads; undefined where it refuses the file. */
function readByGit(text: string): readonly { key: string; value: string }[] | undefined {
  writeFileSync(file, text);
  try {
    const listed = execFileSync("git", ["config", "--file", file, "--list", "-z"], { encoding: "utf8", stdio: "pipe" });
    return listed
      .split("\0")
      .slice(0, -1)
      .map((row) => {
        const at = row.indexOf("\n");
        return at < 0 ? { key: row, value: "true" } : { key: row.slice(0, at), value: row.slice(at + 1) };
      });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

test.each([
  "[core] hooksPath = scripts/hooks",
  "[core]\n\thooksPath = scripts/hooks ; note\n",
  '[core]\nhooksPath = "scripts"/hooks # note\n',
  "[core]\nhooksPath = scr\\\nipts/hooks\n[a]b",
  '[include "x"] path = y\n[includeIf "gitdir:~/a\\"b/"]\n path=../cfg\n',
  "[core]\n\tbare\n\tHooksPath =  a b  c  \n",
  "[core]\npath = \\\n = x\n",
  '[core]\npath = "" x\n',
  "[core]\npath = a \\\n\n",
  '[core]\npath = a ""\n',
  '[submodule "q q"]\n\tpath = "q q"\n\turl = ..\\\\x',
])("reads %j as git does", (text) => {
  expect(readGitConfig(text)).toEqual(readByGit(text));
});

const PIECE = fc.constantFrom(
  ...'[core]|[a "b c"]|[a]|hooksPath|path|x-y|=| = |a/b|"|"q r"|\\\\|\\"|\\n|\\\n|#|;|\n|\n\t| |é'.split("|"),
);

test("whatever git takes is read as git reads it", () => {
  fc.assert(
    fc.property(fc.array(PIECE, { maxLength: 14 }), (pieces) => {
      const text = `[core]\n${pieces.join("")}\n`;
      const expected = readByGit(text);
      if (expected !== undefined) expect(readGitConfig(text)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
