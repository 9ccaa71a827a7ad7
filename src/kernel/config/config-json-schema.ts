import type { Json, JsonObject } from "../json/value.ts";
import { jsonSchemaOf } from "../schema/json-schema.ts";
import { type KeyNode, type KeyTree, keyTree } from "./key-tree.ts";
import { CONFIG_KEYS, type ConfigTable } from "./keys.ts";

/** The published JSON Schema (2020-12) of the configuration file: what it accepts, the reader accepts, but for keys in it (`secretProblem`). */
export function configJsonSchema(table: ConfigTable = CONFIG_KEYS): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "tusk.config",
    ...groupSchema(keyTree(table)),
  };
}

function groupSchema(tree: KeyTree): JsonObject {
  const properties = Object.fromEntries([...tree].map(([name, node]): [string, Json] => [name, nodeSchema(node)]));
  return { type: "object", properties, additionalProperties: false };
}

function nodeSchema(node: KeyNode): JsonObject {
  if (node.kind === "group") return groupSchema(node.tree);
  const { schema, fallback, summary } = node.row;
  return {
    ...jsonSchemaOf(schema.node),
    // A blank text is refused for every key.
    ...(schema.node.kind === "text" ? { pattern: "\\S" } : {}),
    description: summary,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}
