import { describe, expect, test } from "vitest";
import { expectNoStackTrace, NAMES, premath, program } from "./program.ts";

const JOIN_CHECK = "harness-join-check [OPTIONS] --input <INPUT>";

/** A command line, the first line of its error, and the usage that is shown (contract 0.1). */
const USAGE_ERRORS: readonly (readonly [readonly string[], string, string])[] = [
  [["zzz"], "error: unrecognized subcommand 'zzz'", "<COMMAND>"],
  [["help", "zzz"], "error: unrecognized subcommand 'zzz'", "<COMMAND>"],
  [["zzz", "--json"], "error: unrecognized subcommand 'zzz'", "<COMMAND>"],
  [["--bogus"], "error: unexpected argument '--bogus' found", "<COMMAND>"],
  [["-1"], "error: unexpected argument '-1' found", "<COMMAND>"],
  [["--json", "tour"], "error: unexpected argument '--json' found", "<COMMAND>"],
  [["tour", "x"], "error: unexpected argument 'x' found", "tour [OPTIONS]"],
  [["tour", "--bogus"], "error: unexpected argument '--bogus' found", "tour [OPTIONS]"],
  [["tour", "--bogus=1"], "error: unexpected argument '--bogus' found", "tour [OPTIONS]"],
  [["tour", "-j"], "error: unexpected argument '-j' found", "tour [OPTIONS]"],
  [["harness-join-check"], "error: the following required arguments were not provided:", JOIN_CHECK],
  [["harness-join-check", "--json"], "error: the following required arguments were not provided:", JOIN_CHECK],
  [["harness-join-check", "--input", "-1"], "error: unexpected argument '-1' found", JOIN_CHECK],
  [["harness-join-check", "--input", "-x.json"], "error: unexpected argument '-x.json' found", JOIN_CHECK],
  [
    ["harness-join-check", "--input"],
    "error: a value is required for '--input <INPUT>' but none was supplied",
    JOIN_CHECK,
  ],
  [
    ["harness-join-check", "--input", "--json"],
    "error: a value is required for '--input <INPUT>' but none was supplied",
    JOIN_CHECK,
  ],
  [
    ["harness-join-check", "--input", "a", "--json", "--json"],
    "error: the argument '--json' cannot be used multiple times",
    JOIN_CHECK,
  ],
  [
    ["harness-join-check", "--input", "a", "--input=b"],
    "error: the argument '--input <INPUT>' cannot be used multiple times",
    JOIN_CHECK,
  ],
  [
    ["harness-join-check", "--input", "a", "--json=true"],
    "error: unexpected value 'true' for '--json' found; no more were expected",
    JOIN_CHECK,
  ],
  [
    ["harness-join-check", "--json=", "--input", "a"],
    "error: unexpected value '' for '--json' found; no more were expected",
    JOIN_CHECK,
  ],
  [["harness-join-check", "--input", "a", "b"], "error: unexpected argument 'b' found", JOIN_CHECK],
  [["harness-join-check", "--input", "a", "--version"], "error: unexpected argument '--version' found", JOIN_CHECK],
  [["config", "zzz"], "error: unrecognized subcommand 'zzz'", "config <COMMAND>"],
  [["help", "config", "zzz"], "error: unrecognized subcommand 'zzz'", "config <COMMAND>"],
  [["config", "--json"], "error: unexpected argument '--json' found", "config <COMMAND>"],
  [["config show"], "error: unrecognized subcommand 'config show'", "<COMMAND>"],
  [["config", "show", "x"], "error: unexpected argument 'x' found", "config show [OPTIONS]"],
  [
    ["config", "show", "--color", "bogus"],
    "error: invalid value 'bogus' for '--color <WHEN>'",
    "config show [OPTIONS]",
  ],
  [["digest"], "error: the following required arguments were not provided:", "digest [OPTIONS] <FILE>"],
  [["digest", "a", "b"], "error: unexpected argument 'b' found", "digest [OPTIONS] <FILE>"],
  [["digest", "-x"], "error: unexpected argument '-x' found", "digest [OPTIONS] <FILE>"],
];

describe.concurrent.each(NAMES)("usage errors of %s", (name) => {
  test.each(USAGE_ERRORS)("%j ends with 2 and says: %s (contract 0.1)", async (args, firstLine, usage) => {
    const ended = await program(name, args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr.split("\n")[0]).toBe(firstLine);
    expect(ended.stderr.endsWith(`\n\nUsage: ${name} ${usage}\n\nFor more information, try '--help'.\n`)).toBe(true);
    expectNoStackTrace(ended);
  });
});

describe.concurrent("usage errors", () => {
  test("a missing flag is named on a line of its own (contract 0.1)", async () => {
    const { stderr } = await premath(["harness-join-check"]);
    expect(stderr.split("\n").slice(0, 3)).toEqual([
      "error: the following required arguments were not provided:",
      "  --input <INPUT>",
      "",
    ]);
  });

  test("a subcommand that is nearly right is named as a tip, behind the line that clients search for", async () => {
    const { code, stderr } = await premath(["harness-join-chek"]);
    expect(code).toBe(2);
    expect(stderr.split("\n").slice(0, 3)).toEqual([
      "error: unrecognized subcommand 'harness-join-chek'",
      "",
      "  tip: a similar subcommand exists: 'harness-join-check'",
    ]);
  });

  test("a subcommand of a family that is nearly right is named as a tip", async () => {
    const { stderr } = await premath(["config", "shwo"]);
    expect(stderr.split("\n").slice(0, 3)).toEqual([
      "error: unrecognized subcommand 'shwo'",
      "",
      "  tip: a similar subcommand exists: 'show'",
    ]);
  });

  test.each([
    [["--color=bogus"], "error: invalid value 'bogus' for '--color <WHEN>'"],
    [["--color"], "error: a value is required for '--color <WHEN>' but none was supplied"],
  ])("the possible values stand on the second line: %j (contract 0.1)", async (args, firstLine) => {
    const { code, stderr } = await premath(["config", "show", ...args]);
    expect(code).toBe(2);
    expect(stderr.split("\n").slice(0, 3)).toEqual([firstLine, "  [possible values: auto, always, never]", ""]);
  });

  test("a value that starts with a dash is taken in the = form (contract 0.1)", async () => {
    const { code, stderr } = await premath(["harness-join-check", "--input=-x.json"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "harness_join_check_invalid: failed to read input -x.json: No such file or directory (os error 2)\n",
    });
  });

  test("an empty value is a value: the file is what cannot be read (contract 0.1)", async () => {
    for (const args of [["--input="], ["--input", ""]]) {
      const { code, stderr } = await premath(["harness-join-check", ...args]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: "harness_join_check_invalid: failed to read input : No such file or directory (os error 2)\n",
      });
    }
  });
});
