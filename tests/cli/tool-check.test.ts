import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectNoStackTrace, expectRefused, premath, tusk } from "./program.ts";

const folder = temporaryFolder();
const SCHEMA = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "integer" }, ratio: { type: "number" } },
  required: ["path"],
  additionalProperties: false,
};

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}

const schema = file("schema.json", SCHEMA);
const check = (...args: readonly string[]) => tusk(["tool", "check", "--schema", schema, ...args], { cwd: folder });

/** The answer, which has the published form whatever it says (H07). */
function answer(stdout: string): unknown {
  const reading = readJsonText(stdout, utf8);
  if (!reading.ok) throw new Error(`no JSON: ${stdout}`);
  expect(compileSchema(publishedSchema("tool-check.output") ?? false)(reading.value)).toEqual([]);
  return JSON.parse(stdout);
}

describe.concurrent("tool check", () => {
  test("arguments that fit are valid and stay as they are, numbers as they were written (T01)", async () => {
    const ended = await check("--args", '{"path":"a","ratio":1.0,"limit":3}', "--json");
    expect(ended).toEqual({
      code: 0,
      stdout:
        '{\n  "valid": true,\n  "args": {\n    "path": "a",\n    "ratio": 1.0,\n    "limit": 3\n  },\n  "repairs": []\n}\n',
      stderr: "",
    });
  });

  test("repairs are done and told (T02)", async () => {
    const { code, stdout } = await check("--args", '{"filePath":"a","limit":"5"}', "--json");
    expect({ code, answer: answer(stdout) }).toEqual({
      code: 0,
      answer: {
        valid: true,
        args: { path: "a", limit: 5 },
        repairs: [
          { rule: "alias", field: "filePath" },
          { rule: "string_integer", field: "limit" },
        ],
      },
    });
  });

  test.each([
    ["a required field is missing", "{}"],
    ["an unknown field remains beside a repair", '{"filePath":"a","zz":1}'],
    ["a key is given twice", '{"path":"a","path":"b"}'],
    ["it is no JSON", "{path: 'a'}"],
    ["it is empty", ""],
    ["it is no object", "[1]"],
  ])("when %s, the answer is InvalidInput with exit code 1 (T03)", async (_, args) => {
    const { code, stdout, stderr } = await check(`--args=${args}`, "--json");
    expect({ code, stderr, answer: answer(stdout) }).toEqual({
      code: 1,
      stderr: "",
      answer: {
        valid: false,
        repairs: [],
        failure: { code: "InvalidInput", retryable: false, message: expect.stringMatching(/^tool: ./) },
      },
    });
  });

  test("arguments come from a file or from standard input as well", async () => {
    const path = file("args.json", '{"path": "b"}');
    const inFile = await check("--args-file", path, "--json");
    const piped = await tusk(["tool", "check", "--schema", schema, "--args-file", "-", "--json"], {
      input: '{"path": "b"}',
    });
    expect(inFile).toMatchObject({ code: 0, stdout: expect.stringContaining('"path": "b"') });
    expect(piped).toEqual(inFile);
  });

  test("bytes that are no UTF-8 are InvalidInput: nothing is guessed (T01)", async () => {
    const path = file("latin1.json", Buffer.from('{"path": "caf\u00e9"}', "latin1"));
    const { code, stdout } = await check("--args-file", path, "--json");
    expect({ code, answer: answer(stdout) }).toMatchObject({ code: 1, answer: { failure: { code: "InvalidInput" } } });
  });

  test.each([
    ["BFCL", { name: "math.factorial", parameters: SCHEMA }, "math.factorial"],
    ["OpenAI", { type: "function", function: { name: "read", parameters: SCHEMA } }, "read"],
    ["Anthropic", { name: "read", input_schema: SCHEMA }, "read"],
    ["MCP", { name: "read", inputSchema: SCHEMA }, "read"],
  ])("a description as %s writes it is used, and its name is told", async (style, description, name) => {
    const described = file(`${style}.json`, description);
    const { code, stdout } = await tusk(["tool", "check", "--schema", described, "--args", "{}", "--json"]);
    expect({ code, answer: answer(stdout) }).toMatchObject({
      code: 1,
      answer: { failure: { message: expect.stringContaining(`${name}: `) } },
    });
  });

  test.each<[string, unknown, RegExp]>([
    ["no JSON", "{type: object}", /is not JSON: .* at line 1 column 2$/],
    [
      "a key given twice",
      '{"type":"object","type":"object"}',
      /is not JSON: duplicate key "type" at line 1 column \d+$/,
    ],
    ["a list", [SCHEMA], /: it is a list of 1, expected one schema or tool$/],
    ["a type nobody can judge", { properties: { a: { type: 5 } } }, /cannot be used: ./],
  ])("a schema file that is %s is unusable, with what and where", async (what, content, sentence) => {
    const path = file(`${what}.json`, content);
    const ended = await tusk(["tool", "check", "--schema", path, "--args", "{}"]);
    expectNoStackTrace(ended);
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^error: schema [^\n]+\n$/) });
    expect(ended.stderr.trimEnd()).toMatch(sentence);
  });

  test("a schema file that is missing, and arguments that are not given, are told", async () => {
    expectRefused(
      await tusk(["tool", "check", "--schema", "none.json", "--args", "{}"], { cwd: folder }),
      "error: failed to read schema none.json: No such file or directory (os error 2)",
    );
    expectRefused(await check(), "error: --args <JSON> or --args-file <PATH> is required");
  });

  test("text for people says the same, under both names (H06)", async () => {
    const args = ["tool", "check", "--schema", schema, "--args", '{"filePath":"a"}'];
    const ended = await tusk(args);
    expect(ended).toEqual({
      code: 0,
      stdout: 'valid\n  repaired  filePath (alias)\n{\n  "path": "a"\n}\n',
      stderr: "",
    });
    expect(await premath(args)).toEqual(ended);
  });
});
