import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { repairArguments, type Repairing } from "./apply-repairs.ts";
import { parseRepairSchema, type RepairSchema } from "./repair-schema.ts";
import { type Prohibition, PROHIBITIONS } from "./repairs.ts";

function schemaOf(schema: Json): RepairSchema {
  const parsed = parseRepairSchema(schema);
  if (parsed === undefined) throw new Error("the test's schema is not readable");
  return parsed;
}

const properties = {
  path: { type: "string" },
  old_string: { type: "string" },
  new_string: { type: "string" },
  replace_all: { type: "boolean" },
  limit: { type: "integer" },
  ratio: { type: "number" },
};
const EDIT = schemaOf({ type: "object", properties, required: ["path"], additionalProperties: false });
const UNSAID = schemaOf({ type: "object", properties, required: ["path"] });
const OPEN = schemaOf({ type: "object", properties, required: ["path"], additionalProperties: true });
const SHELL = schemaOf({ properties: { command: { type: "string" } }, required: ["command"] });

function repaired(args: Json, ...repairs: readonly [rule: string, field: string][]): unknown {
  return { ok: true, args, repairs: repairs.map(([rule, field]) => ({ rule, field })) };
}

describe("what is allowed is repaired and recorded (T02)", () => {
  test.each<[Json, RepairSchema, unknown]>([
    [{ filePath: "a" }, EDIT, repaired({ path: "a" }, ["alias", "filePath"])],
    [{ file_path: "a" }, EDIT, repaired({ path: "a" }, ["alias", "file_path"])],
    [{ cmd: "ls" }, SHELL, repaired({ command: "ls" }, ["alias", "cmd"])],
    [{ filePath: "a" }, UNSAID, repaired({ path: "a" }, ["alias", "filePath"])],
    [
      { path: "a", replace_all: "true" },
      EDIT,
      repaired({ path: "a", replace_all: true }, ["string_boolean", "replace_all"]),
    ],
    [
      { path: "a", replace_all: "false" },
      EDIT,
      repaired({ path: "a", replace_all: false }, ["string_boolean", "replace_all"]),
    ],
    [{ path: "a", limit: "0" }, EDIT, repaired({ path: "a", limit: 0 }, ["string_integer", "limit"])],
    [{ path: "a", limit: "-12" }, EDIT, repaired({ path: "a", limit: -12 }, ["string_integer", "limit"])],
    [
      { path: "a", limit: "9007199254740991" },
      EDIT,
      repaired({ path: "a", limit: Number.MAX_SAFE_INTEGER }, ["string_integer", "limit"]),
    ],
    [{ path: "[n.md](http://n.md)" }, EDIT, repaired({ path: "n.md" }, ["path_autolink", "path"])],
    [{ path: "[n.md](http://n.md/)" }, EDIT, repaired({ path: "n.md" }, ["path_autolink", "path"])],
    [{ path: "[n.md](https://n.md)" }, EDIT, repaired({ path: "n.md" }, ["path_autolink", "path"])],
    [{ path: "/ws/[src/n.md](src/n.md)" }, EDIT, repaired({ path: "/ws/src/n.md" }, ["path_autolink", "path"])],
    [{ path: "[a](a)/[b.c](http://b.c)" }, EDIT, repaired({ path: "a/b.c" }, ["path_autolink", "path"])],
  ])("%j", (args, schema, expected) => {
    expect(repairArguments(args, schema)).toEqual(expected);
  });

  test("several at once, in the order of the arguments, and a renamed field may need another repair", () => {
    const args = { replaceAll: "true", oldText: "x", newText: "y", filePath: "[n.md](http://n.md)" };
    const after = { replace_all: true, old_string: "x", new_string: "y", path: "n.md" };
    const repairing = repairArguments(args, EDIT);
    expect(repairing).toEqual(
      repaired(
        after,
        ["alias", "replaceAll"],
        ["string_boolean", "replace_all"],
        ["alias", "oldText"],
        ["alias", "newText"],
        ["alias", "filePath"],
        ["path_autolink", "path"],
      ),
    );
    expect(repairing.ok && Object.keys(repairing.args)).toEqual(Object.keys(after));
  });

  test("a tool may bring aliases of its own, which then are the table", () => {
    const aliases = { fileName: "path" };
    expect(repairArguments({ fileName: "a" }, EDIT, aliases)).toEqual(repaired({ path: "a" }, ["alias", "fileName"]));
    expect(repairArguments({ filePath: "a" }, EDIT, aliases).ok).toBe(false);
  });
});

describe("what needs no repair comes back as it is (T02)", () => {
  test.each<Json>([
    { path: "a", old_string: "true", new_string: "5", limit: 5, replace_all: false },
    { path: "a", old_string: "[n.md](http://n.md)" },
    { path: "[docs](http://elsewhere.org)" },
    { path: "[n.md](n.md/)" },
    { path: "app/[slug]/(group)/page.tsx" },
    { path: "[a](ftp://a)" },
    { path: "a", limit: new Float(5), ratio: new Float(1) },
    { path: "a", limit: 9_007_199_254_740_993n, ratio: 0.5 },
  ])("%#", (args) => {
    const repairing = repairArguments(args, EDIT);
    expect(repairing).toEqual({ ok: true, args, repairs: [] });
    expect(repairing.ok && repairing.args).toBe(args);
  });

  test("an undeclared field that the schema does not forbid is no fault by itself", () => {
    expect(repairArguments({ path: "a", note: "x" }, UNSAID)).toEqual(repaired({ path: "a", note: "x" }));
    expect(repairArguments({ path: "a", note: "x" }, OPEN)).toEqual(repaired({ path: "a", note: "x" }));
  });
});

/** Arguments that a repair would make valid but for the prohibition, and what is answered instead. */
const FORBIDDEN: Readonly<
  Record<Exclude<Prohibition, "from_history" | "from_content">, readonly [Json, RepairSchema, Repairing]>
> = {
  beside_unknown_field: [
    { path: "a", limit: "5", zz: "secret" },
    UNSAID,
    { ok: false, problems: [{ kind: "unknown_field", field: "zz", found: "a text of 6 characters" }], more: 0 },
  ],
  beside_missing_field: [
    { limit: "5" },
    EDIT,
    { ok: false, problems: [{ kind: "missing_field", field: "path" }], more: 0 },
  ],
  beside_wrong_type: [
    { path: "a", limit: "5", replace_all: 1 },
    EDIT,
    {
      ok: false,
      problems: [{ kind: "wrong_type", field: "replace_all", expected: ["boolean"], found: "a number" }],
      more: 0,
    },
  ],
  over_given_target: [
    { path: "a", filePath: "a" },
    UNSAID,
    { ok: false, problems: [{ kind: "two_names", field: "path", names: ["path", "filePath"] }], more: 0 },
  ],
  over_declared_name: [
    { path: "a", filePath: "b" },
    OPEN,
    { ok: true, args: { path: "a", filePath: "b" }, repairs: [] },
  ],
  into_undeclared_name: [
    { path: "a", cmd: "ls" },
    EDIT,
    { ok: false, problems: [{ kind: "unknown_field", field: "cmd", found: "a text of 2 characters" }], more: 0 },
  ],
  in_part: [
    { filePath: "a", limit: "five" },
    EDIT,
    {
      ok: false,
      problems: [{ kind: "wrong_type", field: "limit", expected: ["integer"], found: "a text of 4 characters" }],
      more: 0,
    },
  ],
};

describe("what is forbidden is not repaired (T02)", () => {
  test.each(Object.entries(FORBIDDEN))("%s", (_, [args, schema, expected]) => {
    expect(repairArguments(args, schema)).toEqual(expected);
  });

  test("every prohibition that a check holds has its case above", () => {
    const checked = Object.entries(PROHIBITIONS).filter(([, { heldBy }]) => heldBy === "check");
    expect(checked.map(([prohibition]) => prohibition)).toEqual(Object.keys(FORBIDDEN));
  });

  test("two aliases of one name are not merged either, and both stay out", () => {
    expect(repairArguments({ filePath: "a", file_path: "a" }, UNSAID)).toEqual({
      ok: false,
      problems: [{ kind: "two_names", field: "path", names: ["filePath", "file_path"] }],
      more: 0,
    });
  });

  test("an alias that the schema declares keeps its own meaning", () => {
    const schema = schemaOf({ properties: { cmd: { type: "string" }, command: { type: "string" } } });
    expect(repairArguments({ cmd: "ls" }, schema)).toEqual(repaired({ cmd: "ls" }));
  });

  test.each([
    "5.0",
    "1e3",
    "+5",
    " 5",
    "5 ",
    "05",
    "-0",
    "0x10",
    "",
    "five",
    "9007199254740992",
    "-9007199254740993",
    "5\n",
  ])("the text %j is no plain integer", (limit) => expect(repairArguments({ path: "a", limit }, EDIT).ok).toBe(false));

  test.each(["True", "FALSE", "yes", "1", "", " true"])("the text %j is no plain boolean", (text) => {
    expect(repairArguments({ path: "a", replace_all: text }, EDIT).ok).toBe(false);
  });

  test("numbers from texts, lists from items and objects from JSON texts are no repairs of the table", () => {
    const schema = schemaOf({
      properties: { ratio: { type: "number" }, list: { type: "array" }, map: { type: "object" } },
    });
    expect(repairArguments({ ratio: "5" }, schema).ok).toBe(false);
    expect(repairArguments({ list: "a" }, schema).ok).toBe(false);
    expect(repairArguments({ map: "{}" }, schema).ok).toBe(false);
    expect(repairArguments('{"ratio": 5}', schema)).toEqual({
      ok: false,
      problems: [{ kind: "not_an_object", found: "a text of 12 characters" }],
      more: 0,
    });
  });

  test("a text that already fits one of several types stays a text", () => {
    const schema = schemaOf({ properties: { id: { type: ["string", "integer"] }, any: {} } });
    expect(repairArguments({ id: "5", any: "true" }, schema)).toEqual(repaired({ id: "5", any: "true" }));
  });
});

describe("the answer is bounded and shows no content (T03)", () => {
  test("all problems are named together, unknown fields last", () => {
    expect(repairArguments({ limit: "five", zz: [1, 2] }, UNSAID)).toEqual({
      ok: false,
      problems: [
        { kind: "missing_field", field: "path" },
        { kind: "wrong_type", field: "limit", expected: ["integer"], found: "a text of 4 characters" },
        { kind: "unknown_field", field: "zz", found: "a list of 2" },
      ],
      more: 0,
    });
  });

  test("past eight problems the rest is counted", () => {
    const flood = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, "x"]));
    const repairing = repairArguments({ path: "a", ...flood }, EDIT);
    expect(repairing.ok ? [] : [repairing.problems.length, repairing.more]).toEqual([8, 92]);
  });

  test("names are cut, content never appears", () => {
    const repairing = repairArguments({ path: { secret: "hunter2" }, ["n".repeat(1000)]: "hunter2" }, EDIT);
    expect(repairing).toEqual({
      ok: false,
      problems: [
        { kind: "wrong_type", field: "path", expected: ["string"], found: "an object of 1 fields" },
        { kind: "unknown_field", field: `${"n".repeat(63)}…`, found: "a text of 7 characters" },
      ],
      more: 0,
    });
  });
});

test("keys of Object.prototype are fields like any other, in the arguments and in the aliases", () => {
  const args = JSON.parse('{"filePath": "a", "__proto__": "x"}') as Json;
  const schema = schemaOf(
    JSON.parse('{"properties": {"path": {"type": "string"}, "__proto__": {"type": "string"}}}') as Json,
  );
  const repairing = repairArguments(args, schema);
  expect(repairing.ok && Object.entries(repairing.args)).toEqual([
    ["path", "a"],
    ["__proto__", "x"],
  ]);
  expect(repairArguments({ path: "a", constructor: "x", toString: "y" }, UNSAID).ok).toBe(true);
});

test("a long path of half links takes time in proportion to its length", () => {
  const path = "[a](".repeat(200_000);
  expect(repairArguments({ path }, EDIT)).toEqual(repaired({ path }));
});
