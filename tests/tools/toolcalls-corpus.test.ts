import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import {
  canonicalJson,
  CLOSED_SPEC,
  compileSchema,
  isJsonObject,
  type Json,
  type JsonObject,
  readJson,
  readJsonText,
  refuseDuplicates,
  schemaFault,
} from "#kernel";
import { now, utf8 } from "#platform";
import type { Settlement } from "#ports";
import { callTool, openWorkspace, toolFromJsonSchema, toolSet } from "#tools";
import { temporaryFolder } from "../support/temporary-folder.ts";

/*
 * Real tool calls that stay outside the repository. Without the folder every check here is skipped, and its name says so.
 */

const corpus = resolve(process.env["TUSK_CORPUS"] ?? join(import.meta.dirname, "../../../shared/fixtures"));
const calls = join(corpus, "3-toolcalls");
const isThere = existsSync(calls);
const corpusTest = isThere ? test : test.skip;
const titled = (title: string): string => (isThere ? title : `${title} — skipped: ${calls} is not there`);

const workspace = openWorkspace(temporaryFolder(), { role: "person" });

function rowsOf(name: string): readonly JsonObject[] {
  const lines = readFileSync(join(calls, name), "utf8").trim().split("\n");
  return lines.map((line) => objectOf(readJsonText(line, utf8)));
}

function objectOf(reading: ReturnType<typeof readJson>): JsonObject {
  if (!reading.ok || !isJsonObject(reading.value)) throw new Error("a row of the corpus is no object");
  return reading.value;
}

function field(row: JsonObject, name: string): JsonObject {
  const value = row[name];
  if (!isJsonObject(value)) throw new Error(`${name} is no object in ${canonicalJson(row)}`);
  return value;
}

function listed(row: JsonObject, name: string): readonly JsonObject[] {
  const value = row[name];
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

function textIn(row: JsonObject, name: string): string {
  const value = row[name];
  if (typeof value !== "string") throw new Error(`${name} is no text in ${canonicalJson(row)}`);
  return value;
}

/** A call of a described tool through the whole boundary; the tool gives back what it got. */
function callDescribed(described: JsonObject, argumentsText: string): Promise<Settlement> {
  const name = textIn(described, "name");
  const schema = field(described, "parameters");
  const set = toolSet(toolFromJsonSchema({ name, schema, run: (args) => args })).build();
  const setting = {
    correlationId: "corpus",
    stepId: "1",
    signal: new AbortController().signal,
    workspace,
    clock: { now },
    truncation: CLOSED_SPEC.truncationPolicy,
    onThrow: "raise",
  } as const;
  return callTool(set, { toolCallId: "tc-1", tool: name, argumentsText }, setting);
}

/** What a check of the corpus compares: whether the tool ran, with which arguments, after which repairs. */
function essenceOf({ executed, args, repairs, failure }: Settlement): Json {
  if (!executed) return { executed, class: failure?.code ?? "none" };
  return { executed, args: canonicalJson(args ?? null), repaired: repairs.length > 0 };
}

corpusTest(titled("every valid call runs with its arguments unchanged (T01)"), async () => {
  const differing: string[] = [];
  let count = 0;
  for (const row of rowsOf("bfcl-cases.jsonl")) {
    for (const call of listed(row, "expected_calls")) {
      const described = listed(row, "tools").find((each) => each["name"] === call["name"]);
      if (described === undefined) throw new Error(`${textIn(row, "id")} calls a tool that it does not describe`);
      const args = canonicalJson(field(call, "arguments"));
      const settlement = await callDescribed(described, args);
      const expected = { executed: true, args, repaired: false };
      if (canonicalJson(essenceOf(settlement)) !== canonicalJson(expected))
        differing.push(`${textIn(row, "id")}: ${settlement.failure?.message ?? "changed"}`);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(0);
  expect(differing).toEqual([]);
});

corpusTest(
  titled("every mutated call is repaired as expected, or is InvalidInput and does not run (T02, T03)"),
  async () => {
    const differing: string[] = [];
    const rows = rowsOf("bfcl-mutations.jsonl");
    for (const row of rows) {
      const raw = row["arguments_raw"];
      const settlement = await callDescribed(
        field(row, "tool"),
        typeof raw === "string" ? raw : canonicalJson(field(row, "arguments")),
      );
      const { executed, class: code, repairedTo } = field(row, "expect");
      const expected: Json =
        executed === true
          ? { executed, args: canonicalJson(repairedTo ?? null), repaired: true }
          : { executed: false, class: code ?? "none" };
      if (canonicalJson(essenceOf(settlement)) !== canonicalJson(expected))
        differing.push(`${textIn(row, "id")}: ${settlement.failure?.message ?? "executed"}`);
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(differing).toEqual([]);
  },
);

const ANYTHING: JsonObject = { name: "anything", parameters: { type: "object" } };
const UNSAFE = "an integer is beyond 2^53 - 1";

/** What the border must make of a text: unchanged where the strict reader takes an object, refused otherwise. */
function borderOf(text: string): Json {
  const reading = refuseDuplicates(readJsonText(text, utf8));
  if (!reading.ok || !isJsonObject(reading.value)) return { executed: false, class: "InvalidInput" };
  return { executed: true, args: canonicalJson(reading.value), repaired: false };
}

for (const name of ["jsonrepair.jsonl", "json_repair_py.jsonl"]) {
  corpusTest(titled(`of ${name} exactly what is a JSON object runs, unchanged (T01)`), async () => {
    const rows = rowsOf(`malformed-json/${name}`);
    const differing: string[] = [];
    for (const row of rows) {
      const text = textIn(row, "input");
      const settlement = await callDescribed(ANYTHING, text);
      // The border is stricter than the reader in this one point of the corpus.
      const unsafe = settlement.failure?.message.includes(UNSAFE) === true && /[0-9]{16}/.test(text);
      if (!unsafe && canonicalJson(essenceOf(settlement)) !== canonicalJson(borderOf(text))) differing.push(text);
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(differing).toEqual([]);
  });
}

corpusTest(titled("the malformed file is no arguments (T01)"), async () => {
  const settlement = await callDescribed(ANYTHING, readFileSync(join(calls, "malformed-json/invalid.json"), "utf8"));
  expect(essenceOf(settlement)).toEqual({ executed: false, class: "InvalidInput" });
});

corpusTest(titled("every function document is a tool, whatever words it has for types"), () => {
  const folder = join(calls, "bfcl-func-doc");
  const described = readdirSync(folder).flatMap((name) => rowsOf(`bfcl-func-doc/${name}`));
  const tools = described.map((row) =>
    toolFromJsonSchema({ name: textIn(row, "name"), schema: field(row, "parameters") }),
  );
  expect(tools.length).toBeGreaterThan(0);
  expect(
    toolSet(...tools)
      .build()
      .tools.map(({ name }) => name),
  ).toEqual(described.map((row) => row["name"]));
});

/** Schemas that reach beyond their own document cannot be evaluated here: they refuse every value instead (K04). */
const BEYOND = /\$ref|\$id/;
/** Draft 2020-12, which we evaluate, applies what stands beside a `$ref`; draft 7 did not. */
const OTHERWISE_SINCE = ["ref.json: ref overrides any sibling keywords: ref valid, maxItems ignored"];

corpusTest(titled("every draft 7 test ends as it says, or its schema says why it cannot be evaluated (K04)"), () => {
  const folder = join(calls, "json-schema/draft7");
  const differing: string[] = [];
  let count = 0;
  for (const name of readdirSync(folder)) {
    const reading = readJson(readFileSync(join(folder, name)), utf8);
    if (!reading.ok || !Array.isArray(reading.value)) throw new Error(`${name} cannot be read`);
    for (const group of reading.value as readonly JsonObject[]) {
      const schema = group["schema"] ?? null;
      const fault = schemaFault(schema);
      if (fault !== undefined && BEYOND.test(canonicalJson(schema))) continue;
      const check = compileSchema(schema);
      for (const row of listed(group, "tests")) {
        const valid = check(row["data"] ?? null).length === 0;
        count += 1;
        if (valid !== row["valid"])
          differing.push(`${name}: ${textIn(group, "description")}: ${textIn(row, "description")}`);
      }
    }
  }
  expect(count).toBeGreaterThan(0);
  expect(differing).toEqual(OTHERWISE_SINCE);
});
