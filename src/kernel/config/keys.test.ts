import { describe, expect, test } from "vitest";
import { VERIFICATION_RUNNERS } from "../issues/verification-command.ts";
import { count, text } from "../schema/schema.ts";
import { configJsonSchema } from "./config-json-schema.ts";
import { CONFIG_KEYS, type ConfigTable } from "./keys.ts";
import { keyProblem } from "./read-keys.ts";

const ROWS = Object.entries<ConfigTable[string]>(CONFIG_KEYS);

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

  test("no two keys listen to one variable or one flag", () => {
    for (const names of [ROWS.map(([, row]) => row.environment?.name), ROWS.map(([, row]) => row.flag)]) {
      const given = names.filter((name) => name !== undefined);
      expect(new Set(given).size).toBe(given.length);
    }
  });
});

describe("the published schema", () => {
  test("is made from the table, with defaults and documentation", () => {
    expect(configJsonSchema()).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "tusk.config",
      type: "object",
      additionalProperties: false,
      properties: {
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
      },
    });
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
