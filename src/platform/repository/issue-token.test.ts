import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { issueToken } from "./issue-token.ts";

const NAMES: readonly (readonly [issueId: string, token: string])[] = [
  ["bd-7", "bd-7"],
  ["bd-7.1", "bd-7.1"],
  ["BD-7", "_b_d-7"],
  ["bd_7", "bd_0957"],
  ["", "_"],
  ["-x", "_045x"],
  ["a..b", "a_046_046b"],
  ["a.lock", "a_046lock"],
  ["a.", "a_046"],
  [".1", "_0461"],
  ["a/b\nc", "a_047b_010c"],
  ["é", "_195_169"],
];

test.each(NAMES)("%j is %s", (issueId, token) => {
  expect(issueToken(issueId)).toBe(token);
});

test("different ids have different tokens, also without case, and every one is a branch and a folder", () => {
  const alphabet = ["a", "A", "_", "0", "1", "9", ".", "-", "/", "é", "~", "", " "];
  const ids = alphabet.flatMap((one) => alphabet.flatMap((two) => alphabet.map((three) => `x${one}${two}${three}`)));
  const long = ["y".repeat(100), "y".repeat(101), "y".repeat(102), `${"y".repeat(101)}Y`, "Y".repeat(300)];
  const all = [...new Set([...ids, ...long])];
  const tokens = all.map(issueToken);
  expect(new Set(tokens.map((token) => token.toLowerCase())).size).toBe(all.length);
  expect(Math.max(...tokens.map(({ length }) => length))).toBe(100);
  const odd = ["..", "a.lock", ".", "-", "@{", "a\\b", "a:b", "a?b", "\u0001", "y".repeat(200)].map(issueToken);
  for (const token of [...odd, ...NAMES.map(([, name]) => name)])
    expect([token, spawnSync("git", ["check-ref-format", `refs/heads/tusk/${token}`]).status]).toEqual([token, 0]);
});
