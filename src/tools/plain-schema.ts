import { isJsonObject, type Json, type JsonObject } from "#kernel";

/** Words for types that descriptions of tools use beside those of JSON Schema; `any` says nothing about the value. */
const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ...["dict", "hashmap", "hashtable", "map"].map((word) => [word, "object"] as const),
  ...["list", "tuple", "arraylist", "queue", "stack", "set"].map((word) => [word, "array"] as const),
  ...["float", "double", "decimal"].map((word) => [word, "number"] as const),
  ...["int", "long", "short", "byte", "bigint"].map((word) => [word, "integer"] as const),
  ...["str", "char"].map((word) => [word, "string"] as const),
  ["bool", "boolean"],
  ["none", "null"],
  ...["string", "integer", "number", "boolean", "array", "object", "null", "any"].map((word) => [word, word] as const),
]);

/** Every word that some draft of JSON Schema gives a meaning to; what we cannot evaluate of it stays, and is refused. */
const KEYWORDS: ReadonlySet<string> = new Set(
  [
    "$schema $id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment $defs definitions",
    "allOf anyOf oneOf not if then else dependentSchemas dependentRequired dependencies extends disallow",
    "prefixItems items additionalItems contains minContains maxContains unevaluatedItems maxItems minItems uniqueItems",
    "properties patternProperties additionalProperties propertyNames unevaluatedProperties maxProperties minProperties required",
    "type enum const multipleOf divisibleBy maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern",
    "title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType",
  ].flatMap((words) => words.split(" ")),
);

const ONE: ReadonlySet<string> = new Set(
  "not if then else items additionalItems contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties".split(
    " ",
  ),
);
const LISTS: ReadonlySet<string> = new Set("allOf anyOf oneOf prefixItems items".split(" "));
const NAMED: ReadonlySet<string> = new Set(
  "properties patternProperties $defs definitions dependentSchemas dependencies".split(" "),
);

/**
 * A described schema in the words of JSON Schema: a type word of another language is translated, a word that no draft knows is an
 * annotation and is left out, and so is a keyword that says nothing. Nothing that JSON Schema checks is lost.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([key, value]) => isKeyword(key) && !saysNothing(key, value));
  return Object.fromEntries(
    kept.flatMap(([key, value]): readonly [string, Json][] => {
      const plain = key === "type" ? plainType(value, schema["nullable"] === true) : plainKeyword(key, value);
      return plain === undefined ? [] : [[key, plain]];
    }),
  );
}

function isKeyword(key: string): boolean {
  return KEYWORDS.has(key) || key.startsWith("x-");
}

/** Null where a list or an object is due, and `required: true` beside a property: the object above says what it requires, or nobody does. */
function saysNothing(key: string, value: Json): boolean {
  if (value === null) return key !== "const" && key !== "default";
  return key === "required" && typeof value === "boolean";
}

/** Undefined where the words allow anything. A word that nobody knows stays as it is: the schema is then refused by that name. */
function plainType(given: Json, nullable: boolean): Json | undefined {
  if (typeof given !== "string" && !Array.isArray(given)) return given;
  const words: readonly Json[] = typeof given === "string" ? [given] : given;
  const known = words.map((word) => (typeof word === "string" ? (TYPE_WORDS.get(word.toLowerCase()) ?? word) : word));
  if (known.includes("any")) return undefined;
  // OpenAPI's way to say that null fits too.
  const distinct = [...new Set(nullable ? [...known, "null"] : known)];
  return distinct.length === 1 && typeof given === "string" ? distinct[0] : distinct;
}

function plainKeyword(key: string, value: Json): Json {
  if (Array.isArray(value)) return LISTS.has(key) ? value.map(plainBelow) : value;
  if (!isJsonObject(value)) return value;
  if (ONE.has(key)) return plainSchema(value);
  if (!NAMED.has(key)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, plainBelow(below)]));
}

function plainBelow(schema: Json): Json {
  return isJsonObject(schema) ? plainSchema(schema) : schema;
}
