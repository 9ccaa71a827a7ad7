import { ask, say, type WireTurn } from "../../tests/wire/wire-turn.ts";

const TEST = ask(["bash", { command: "sh test.sh", workdir: "." }]);

const look = (text: string, ...paths: readonly string[]): WireTurn => ({
  blocks: [{ kind: "text", text }, ...paths.map((path) => ({ kind: "call" as const, tool: "read", args: { path } }))],
});

const edit = (
  path: string,
  was: string,
  is: string,
): readonly [string, { path: string; old_string: string; new_string: string }] => [
  "edit",
  { path, old_string: was, new_string: is },
];

const PARSER: readonly WireTurn[] = [
  look("I read the parser and its tests.", "src/parse.js", "test/parse.test.js"),
  TEST,
  ask(
    edit(
      "src/parse.js",
      '  const lines = text.split("\\n").slice(0, -1);\n  return lines',
      '  const lines = text.split("\\n");\n  return lines',
    ),
  ),
  TEST,
  say("The parser took the last piece for empty and cut it off. It is kept now; empty lines are left out anyway."),
];

const TOTALS: readonly WireTurn[] = [
  look("I read the sum and its tests.", "src/total.js", "test/total.test.js"),
  ask(
    edit(
      "src/total.js",
      "  return rows.reduce((sum, { amount }) => sum + amount, 0);",
      "  const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);\n  return cents / 100;",
    ),
    edit(
      "test/total.test.js",
      'test("a total is the sum of the amounts"',
      'test("a total has no fractions of a cent", () => {\n  assert.equal(total([{ amount: 0.1 }, { amount: 0.2 }]), 0.3);\n});\n\ntest("a total is the sum of the amounts"',
    ),
  ),
  TEST,
  say("Cents are added up now, which are whole numbers, and a test holds it."),
];

const SORTED: readonly WireTurn[] = [
  look("I read the report and its tests.", "src/report.js", "test/report.test.js"),
  ask(
    edit(
      "src/report.js",
      "  const lines = rows.map(",
      "  const sorted = rows.toSorted((one, other) => other.amount - one.amount);\n  const lines = sorted.map(",
    ),
    edit(
      "test/report.test.js",
      'test("a report ends with the total"',
      'test("the largest amount comes first, and equal ones keep their order", () => {\n  const rows = [\n    { name: "tea", amount: 2 },\n    { name: "cake", amount: 3 },\n    { name: "milk", amount: 2 },\n  ];\n  const names = report(rows).split("\\n").map((line) => line.split(" ")[0]);\n  assert.deepEqual(names, ["cake", "tea", "milk", "total"]);\n});\n\ntest("a report ends with the total"',
    ),
  ),
  TEST,
  say("Rows are sorted by amount, the largest first; a test holds it, also for equal amounts."),
];

const NEGATIVE: readonly WireTurn[] = [
  look("I read the parser and its tests.", "src/parse.js", "test/parse.test.js"),
  ask(
    edit(
      "src/parse.js",
      '  const lines = text.split("\\n");\n  return lines.filter((line) => line.trim() !== "").map((line) => row(line));\n}\n\nfunction row(line) {\n  const [name, amount] = line.split(",");\n  return { name: name.trim(), amount: Number(amount) };\n}',
      '  const lines = text.split("\\n");\n  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [row(line, at)]));\n}\n\nfunction row(line, number) {\n  const [name, text] = line.split(",");\n  const amount = Number(text);\n  if (amount < 0) throw new Error(`line ${number}: a negative amount`);\n  return { name: name.trim(), amount };\n}',
    ),
    edit(
      "test/parse.test.js",
      'test("a row is a name and an amount"',
      'test("a negative amount is refused, with its line", () => {\n  assert.throws(() => parse("tea,2.50\\ncake,-3.10\\n"), { message: "line 2: a negative amount" });\n});\n\ntest("a row is a name and an amount"',
    ),
  ),
  // It does not look whether its own test holds: the check does.
  say("A negative amount is refused now, and the error names its line. Done."),
  ask(edit("src/parse.js", "[row(line, at)]", "[row(line, at + 1)]")),
  TEST,
  say("I had counted lines from 0. They are counted from 1 now, as the issue asks, and all tests hold."),
];

const DECIMALS: readonly WireTurn[] = [
  look("I read the report and its tests.", "src/report.js", "test/report.test.js"),
  ask(
    edit("src/report.js", "`${name} ${amount}`", "`${name} ${amount.toFixed(2)}`"),
    edit("src/report.js", "`total ${total(rows)}`", "`total ${total(rows).toFixed(2)}`"),
    edit(
      "test/report.test.js",
      'test("a report ends with the total", () => {\n  assert.equal(report([{ name: "tea", amount: 2 }]).split("\\n").at(-1), "total 2");\n});',
      'test("a report ends with the total", () => {\n  assert.equal(report([{ name: "tea", amount: 2 }]).split("\\n").at(-1), "total 2.00");\n});\n\ntest("amounts have two decimals", () => {\n  assert.equal(report([{ name: "tea", amount: 2.5 }]), "tea 2.50\\ntotal 2.50");\n});',
    ),
  ),
  TEST,
  say("Amounts and the total have two decimals; one test is new, and one says so of the total."),
];

/** What the model says on each issue of the demo, turn by turn. */
export const STORIES: Readonly<Record<string, readonly WireTurn[]>> = {
  "tally-1": PARSER,
  "tally-2": TOTALS,
  "tally-3": SORTED,
  "tally-4": NEGATIVE,
  "tally-5": DECIMALS,
};
