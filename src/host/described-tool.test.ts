import { expect, test } from "vitest";
import type { Json } from "#kernel";
import { readDescribedTool } from "./described-tool.ts";

const SCHEMA = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const NOTHING = { type: "object", properties: {} };

test.each<[string, Json, string, Json]>([
  ["a schema alone", SCHEMA, "tool", SCHEMA],
  ["the schema that takes everything", true, "tool", {}],
  ["the schema that takes nothing", false, "tool", { not: {} }],
  ["a schema without fields", {}, "tool", {}],
  ["a schema with a name of its own", { type: "object", name: "x" }, "tool", { type: "object", name: "x" }],
  [
    "a schema whose field is called parameters",
    { properties: { parameters: {} } },
    "tool",
    { properties: { parameters: {} } },
  ],
  ["BFCL", { name: "math.factorial", description: "d", parameters: SCHEMA }, "math.factorial", SCHEMA],
  ["OpenAI chat", { type: "function", function: { name: "read", parameters: SCHEMA } }, "read", SCHEMA],
  ["OpenAI responses", { type: "function", name: "read", parameters: SCHEMA }, "read", SCHEMA],
  ["Anthropic", { name: "read", input_schema: SCHEMA }, "read", SCHEMA],
  ["MCP", { name: "read", inputSchema: SCHEMA, annotations: {} }, "read", SCHEMA],
  ["a tool that takes nothing", { type: "function", function: { name: "now" } }, "now", NOTHING],
  ["a description that says only a name", { name: "now" }, "now", NOTHING],
  ["a name that cannot be said", { name: "a b", parameters: SCHEMA }, "tool", SCHEMA],
  ["parameters that are a boolean", { name: "any", parameters: true }, "any", {}],
])("%s is read", (_, value, name, schema) => {
  expect(readDescribedTool(value)).toEqual({ ok: true, data: { name, schema } });
});

test.each<[Json, string]>([
  ["text", "expected a JSON Schema or a tool's description"],
  [null, "expected a JSON Schema or a tool's description"],
  [[SCHEMA, SCHEMA], "it is a list of 2, expected one schema or tool"],
  [{ tools: [SCHEMA] }, "it holds a list of 1 tools, expected one"],
  [{ name: "read", parameters: "path" }, "parameters is no JSON Schema: expected an object"],
])("%j describes no tool", (value, reason) => {
  expect(readDescribedTool(value)).toEqual({ ok: false, reason });
});
