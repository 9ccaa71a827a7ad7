import { describe, expect, test } from "vitest";
import { leavesOf } from "#kernel";
import { openShellReader } from "./open-shell-reader.ts";

const readShell = await openShellReader();

function wordsOf(command: string): readonly (readonly string[])[] {
  return leavesOf(readShell(command).script).map(({ words }) => words.map(({ text }) => text));
}

describe("what is plain is read word by word (T08)", () => {
  test.each<[string, readonly (readonly string[])[]]>([
    ['ls -la \'a b\' "c\\"d" e\\ f', [["ls", "-la", "a b", 'c"d', "e f"]]],
    ["a && b || c; d\ne | f |& g", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"]]],
    ["(cd x && ls)", [["cd", "x"], ["ls"]]],
    ["ls 2>&1 >/dev/null </dev/null", [["ls"]]],
    ["wc -c <<< 'x'", [["wc", "-c"]]],
    [
      "[ -f x ] && echo y",
      [
        ["[", "-f", "x", "]"],
        ["echo", "y"],
      ],
    ],
    ["# comment\nls", [["ls"]]],
    ["ls \\\n -l", [["ls", "-l"]]],
    ["bash -c 'ls; pwd'", [["ls"], ["pwd"]]],
    ['echo HEAD@{1} a~1 {} "^x$"', [["echo", "HEAD@{1}", "a~1", "{}", "^x$"]]],
    ["echo '🚀' x", [["echo", "🚀", "x"]]],
  ])("%j", (command, words) => {
    expect(readShell(command).unclear).toEqual([]);
    expect(wordsOf(command)).toEqual(words);
  });
});

describe("what is not plain is unclear (T08)", () => {
  test.each<[string, readonly string[]]>([
    ["ls $(rm x)", ["it runs a command to make a word"]],
    ["ls $x", ["it holds a variable"]],
    ["ls > x", ["it writes to a file or a stream"]],
    ["ls &", ["it runs in the background"]],
    ["X=1 ls", ["it sets a variable"]],
    ["ls {a,b}", ["it holds a word that cannot be resolved"]],
    ["ls x{1..3}", ["it holds braces that make several words"]],
    ["ls ~", ["it holds a word that cannot be resolved"]],
    ["for i in a; do ls; done", ["it loops"]],
    ["f() { ls; }", ["it defines a function"]],
    ["cat <<E\nx\nE", ["it holds a document of its own"]],
    ["ls # x", ["it holds a # that may be no comment"]],
    ["ls {x}>/dev/null", ["it holds a redirection that touches a word"]],
    ["ls 'x", ["it is not what the grammar of bash takes"]],
    ["ls \u202e", ["it holds characters that are not seen"]],
    ["ls; {}", ["it groups commands in braces"]],
    ["bash -c 'ls $x'", ["it holds a variable"]],
  ])("%j", (command, unclear) => {
    expect(readShell(command).unclear).toEqual(expect.arrayContaining([...unclear]));
  });

  test("a command of any length is answered: too long is not read", () => {
    expect(readShell(`echo ${"x".repeat(40_000)}`)).toEqual({
      script: undefined,
      unclear: ["it is longer than 32768 characters"],
    });
  });

  test("commands below what is not followed are still found", () => {
    expect(wordsOf("while true; do echo $(sudo id); done")).toEqual([["true"], ["echo"], ["sudo", "id"]]);
  });
});
