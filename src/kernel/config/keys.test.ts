import { describe, expect, test } from "vitest";
import { VERIFICATION_RUNNERS } from "../issues/verification-command.ts";
import { count, type SchemaNode, text } from "../schema/schema.ts";
import { configJsonSchema } from "./config-json-schema.ts";
import { CONFIG_KEYS, type ConfigTable } from "./keys.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { compileSchema } from "../schema/json-schema-check.ts";
import { keyProblem, readKeys } from "./read-keys.ts";

const ROWS = Object.entries<ConfigTable[string]>(CONFIG_KEYS);

/** The fields of what a map holds. */
function fieldsOf(node: SchemaNode): readonly string[] {
  if (node.kind === "map") return fieldsOf(node.of);
  if (node.kind === "keyed") return [...node.of.values()].flatMap(fieldsOf);
  return node.kind === "record" ? [...node.fields.keys()] : [];
}

describe("the table of keys", () => {
  test.each(ROWS)("%s has a path of plain words, a summary, and a reader", (path, { summary, usedBy }) => {
    expect(path).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)*$/);
    for (const line of [summary, usedBy]) expect(line).toMatch(/^\S[^\n|]+\S$/);
  });

  test.each(ROWS)("%s is no group of another key", (path) => {
    expect(ROWS.filter(([other]) => other.startsWith(`${path}.`))).toEqual([]);
  });

  test.each(ROWS)("%s has a default and a meaning of its variable that fit", (path, row) => {
    for (const value of [row.fallback, row.environment?.means])
      expect(value === undefined ? undefined : keyProblem(path, value, row)).toBeUndefined();
  });

  test.each(ROWS)("%s says what each field of its entries is, if it has any", (_path, { schema, entries = {} }) => {
    expect(Object.keys(entries).sort()).toEqual([...new Set(fieldsOf(schema.node))].sort());
  });

  test("no two keys listen to one variable or one flag", () => {
    for (const names of [ROWS.map(([, row]) => row.environment?.name), ROWS.map(([, row]) => row.flag)]) {
      const given = names.filter((name) => name !== undefined);
      expect(new Set(given).size).toBe(given.length);
    }
  });
});

describe("the published schema", () => {
  test("is made from the table, with defaults and documentation", () => {
    const { properties, ...rest } = configJsonSchema() as { readonly properties: JsonObject };
    expect(rest).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "tusk.config",
      type: "object",
      additionalProperties: false,
    });
    const names = new Set(Object.keys(CONFIG_KEYS).map((path) => path.split(".")[0]));
    expect(Object.keys(properties)).toEqual([...names]);
    expect(properties).toMatchObject({
      schema: { const: 1, description: CONFIG_KEYS.schema.summary },
      actor: { type: "string", pattern: "\\S", description: CONFIG_KEYS.actor.summary },
      stateDir: {
        type: "string",
        pattern: "\\S",
        description: CONFIG_KEYS.stateDir.summary,
        default: ".premath",
      },
      color: {
        enum: ["auto", "always", "never"],
        description: CONFIG_KEYS.color.summary,
        default: "auto",
      },
      check: {
        type: "object",
        additionalProperties: false,
        properties: {
          runners: {
            type: "array",
            items: { type: "string" },
            description: CONFIG_KEYS["check.runners"].summary,
            default: VERIFICATION_RUNNERS,
          },
        },
      },
      retry: {
        properties: {
          attempts: {
            type: "integer",
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: CONFIG_KEYS["retry.attempts"].summary,
            default: 5,
          },
        },
      },
    });
  });

  const check = compileSchema(configJsonSchema());

  test.each<[Json, boolean]>([
    [{}, true],
    [{ model: "anthropic/claude" }, true],
    [{ model: "claude" }, false],
    [{ run: { maxSteps: 3, maxCost: "2.50" } }, true],
    [{ run: { maxSteps: 0 } }, false],
    [{ run: { maxCost: 2.5 } }, false],
    [{ providers: { mine: { kind: "openai-compatible", baseUrl: "https://x.test/v1", keyVariable: "MY_KEY" } } }, true],
    [{ providers: { mine: { kind: "telnet" } } }, false],
    [{ providers: { mine: { kind: "openai", baseUrl: "https://me:pass@x.test" } } }, false],
    [{ mcp: { files: { command: "node", args: ["a.js"], env: { A: "b" }, timeoutMs: 5 } } }, true],
    [{ mcp: { far: { url: "https://x.test/mcp", headers: { "X-Team": "a" } } } }, true],
    [{ mcp: { none: {} } }, false],
    [{ mcp: { both: { command: "a", url: "https://x.test" } } }, false],
    [{ instructions: { files: ["AGENTS.md", "..notes/a", ".cursorrules"] } }, true],
    [{ instructions: { files: ["../AGENTS.md"] } }, false],
    [{ instructions: { files: ["/etc/passwd"] } }, false],
    [{ instructions: { files: ["a/../../b"] } }, false],
  ])("says of %j what the reader says", (config, fits) => {
    expect(check(config).length === 0).toBe(fits);
    expect(readKeys(config, CONFIG_KEYS).ok).toBe(fits);
  });

  test("nests groups", () => {
    const table: ConfigTable = {
      "a.b.c": { schema: count, summary: "deep", usedBy: "a test" },
      "a.d": { schema: text, summary: "flat", usedBy: "a test" },
    };
    const closed = { type: "object", additionalProperties: false };
    expect(configJsonSchema(table)["properties"]).toEqual({
      a: {
        ...closed,
        properties: {
          b: {
            ...closed,
            properties: {
              c: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "deep" },
            },
          },
          d: { type: "string", pattern: "\\S", description: "flat" },
        },
      },
    });
  });
});
