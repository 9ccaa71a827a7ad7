import type { JsonObject } from "../../json/value.ts";
import { closed } from "../../schema/closed-object.ts";

const NAME: JsonObject = { type: "string", minLength: 1, maxLength: 200 };
/** A tool's name: no rule speaks of tools by a wildcard. */
const TOOL: JsonObject = { type: "string", pattern: "^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}$" };
const SENTENCE: JsonObject = { type: "string", minLength: 1, maxLength: 400 };

function listOf(items: JsonObject, maxItems: number, minItems = 1): JsonObject {
  return { type: "array", items, minItems, maxItems };
}

const OPTIONS: JsonObject = {
  oneOf: [
    closed({ only: listOf(NAME, 300, 0) }),
    closed({ never: listOf(NAME, 300) }),
    closed({ some: listOf(NAME, 300) }),
  ],
};

const COMMAND: JsonObject = closed(
  { words: listOf({ oneOf: [NAME, listOf(NAME, 200)] }, 8) },
  {
    options: OPTIONS,
    operands: {
      enum: ["paths", "names", "changes", "copies", "pattern", "sed", "awk", "jq", "printf", "test", "text"],
    },
    max_operands: { type: "integer", minimum: 0, maximum: 1000 },
    instead: listOf(NAME, 20),
    harmless: { const: true },
    options_first: { const: true },
    at: { enum: ["root", "workspace", "anywhere"] },
  },
);

const PREDICATE: JsonObject = {
  oneOf: [
    closed({ field: NAME, in: listOf(NAME, 200) }),
    closed({ field: NAME, secret: { const: true } }),
    closed({ field: NAME, equals: true }),
    closed({ field: NAME, one_of: { type: "array", minItems: 1, maxItems: 100 } }),
    closed({ field: NAME, max_length: { type: "integer", minimum: 0 } }),
  ],
};

const EXAMPLE: JsonObject = {
  oneOf: [{ type: "string", minLength: 1, maxLength: 4000 }, closed({ tool: NAME, args: { type: "object" } })],
};

const RULE: JsonObject = closed(
  {
    id: { type: "string", pattern: "^[a-z0-9][a-z0-9._-]{0,79}$" },
    effect: { enum: ["allow", "ask", "deny"] },
    why: SENTENCE,
    tools: listOf(TOOL, 100),
  },
  {
    when: listOf(PREDICATE, 20),
    commands: listOf(COMMAND, 200),
    any_command: { const: true },
    match: listOf(EXAMPLE, 200),
    not_match: listOf(EXAMPLE, 200),
  },
);

/** The form of a rule file: closed, and bounded in every direction. */
export const RULE_SET_SCHEMA: JsonObject = closed(
  {
    schema: { const: 1 },
    kind: { const: "tusk.permissions.v1" },
    id: { type: "string", pattern: "^[a-z0-9][a-z0-9._-]{0,79}$" },
    rules: listOf(RULE, 500),
  },
  { otherwise: { enum: ["ask", "deny"] } },
);
