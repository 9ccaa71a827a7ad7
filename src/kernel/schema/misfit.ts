import { Float, isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { MapKeys, ScalarNode, SchemaNode, ValueRef } from "./schema.ts";

/** Where a value does not fit its form, and how. */
export interface Misfit {
  readonly path: string;
  readonly problem: string;
}

type NodeOf<K extends SchemaNode["kind"]> = Extract<SchemaNode, { kind: K }>;

/** The first place, in the form's order, where a value does not fit; undefined when it fits. Pure and total. */
export function findMisfit(value: Json | undefined, node: SchemaNode, path: string): Misfit | undefined {
  if (node.kind === "record")
    return isJsonObject(value) ? recordMisfit(value, node, path) : unlike(value, "an object", path);
  if (node.kind === "list")
    return Array.isArray(value) ? listMisfit(value, node.of, path) : unlike(value, "a list", path);
  if (node.kind === "map") return isJsonObject(value) ? mapMisfit(value, node, path) : unlike(value, "an object", path);
  if (node.kind === "referable") return isValueRef(value) ? undefined : findMisfit(value, node.of, path);
  if (node.kind === "nullable") return value === null ? undefined : findMisfit(value, node.of, path);
  if (node.kind === "variants")
    return isJsonObject(value) ? variantMisfit(value, node, path) : unlike(value, "an object", path);
  if (node.kind === "keyed")
    return isJsonObject(value) ? keyedMisfit(value, node, path) : unlike(value, "an object", path);
  if (node.kind === "free") return value === undefined ? { path, problem: "is absent" } : undefined;
  if (scalarFits(value, node)) return undefined;
  if (node.kind === "shaped" && node.unquoted === true && typeof value === "string")
    return { path, problem: `is other text, expected ${node.expected}` };
  return unlike(value, expectation(node), path);
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** True for `{"$digest": "sha256:…"}` and nothing else. */
export function isValueRef(value: unknown): value is ValueRef {
  if (typeof value !== "object" || value === null || !("$digest" in value)) return false;
  return typeof value.$digest === "string" && DIGEST.test(value.$digest) && Object.keys(value).length === 1;
}

function scalarFits(value: Json | undefined, node: ScalarNode): boolean {
  switch (node.kind) {
    case "text":
      return typeof value === "string";
    case "digest":
      return typeof value === "string" && DIGEST.test(value);
    case "truth":
      return typeof value === "boolean";
    case "count":
      return isCount(value) && value >= (node.least ?? 0);
    case "shaped":
      return typeof value === "string" && node.pattern.test(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
    case "words":
      return typeof value === "string" && node.words.has(value);
    case "constant":
      return value === node.value;
    default:
      return node satisfies never;
  }
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
}

function listMisfit(items: readonly Json[], of: SchemaNode, path: string): Misfit | undefined {
  for (let at = 0; at < items.length; at++) {
    const misfit = findMisfit(items[at], of, "");
    if (misfit !== undefined) return { path: `${path}[${at}]${misfit.path}`, problem: misfit.problem };
  }
  return undefined;
}

function mapMisfit(value: JsonObject, node: NodeOf<"map">, path: string): Misfit | undefined {
  for (const key of Object.keys(value)) {
    const place = `${path}[${JSON.stringify(key)}]`;
    const problem = mapKeyProblem(key, node.keys);
    if (problem !== undefined) return { path: place, problem };
    const misfit = findMisfit(value[key], node.of, place);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function mapKeyProblem(key: string, keys: MapKeys): string | undefined {
  if (keys === "text") return undefined;
  if (keys === "digest") return DIGEST.test(key) ? undefined : "the key is no digest";
  return keys.pattern.test(key) ? undefined : `is no usable name, expected ${keys.expected}`;
}

function recordMisfit(value: JsonObject, node: NodeOf<"record">, path: string): Misfit | undefined {
  for (const name of node.required) {
    if (!Object.hasOwn(value, name)) return { path: `${path}.${name}`, problem: "is absent" };
  }
  for (const key of Object.keys(value)) {
    const field = node.fields.get(key);
    if (field === undefined) return { path: `${path}.${key}`, problem: "is no known field" };
    // Paths are built only on the way out: a form is checked ten thousand times for every misfit.
    const misfit = findMisfit(value[key], field.node, "");
    if (misfit !== undefined) return { path: `${path}.${key}${misfit.path}`, problem: misfit.problem };
  }
  return undefined;
}

function variantMisfit(value: JsonObject, { of }: NodeOf<"variants">, path: string): Misfit | undefined {
  const kind = Object.hasOwn(value, "kind") ? value["kind"] : undefined;
  const node = typeof kind === "string" ? of.get(kind) : undefined;
  return node === undefined
    ? unlike(kind, `one of ${[...of.keys()].join(", ")}`, `${path}.kind`)
    : findMisfit(value, node, path);
}

function keyedMisfit(value: JsonObject, { of }: NodeOf<"keyed">, path: string): Misfit | undefined {
  const there = [...of].filter(([key]) => Object.hasOwn(value, key));
  const [only] = there;
  if (only !== undefined && there.length === 1) return findMisfit(value, only[1], path);
  const keys = [...of.keys()].join(" or ");
  return {
    path,
    problem:
      only === undefined
        ? `is without ${keys}, expected one of them`
        : `has more than one of ${keys}, expected one of them`,
  };
}

function unlike(value: Json | undefined, expected: string, path: string): Misfit {
  return { path, problem: `${found(value)}, expected ${expected}` };
}

function expectation(node: ScalarNode): string {
  switch (node.kind) {
    case "text":
      return "text";
    case "digest":
      return "a digest (sha256: and 64 hex digits)";
    case "truth":
      return "true or false";
    case "count":
      return `a whole number from ${node.least ?? 0}`;
    case "shaped":
      return node.expected;
    case "number":
      return "a number";
    case "words":
      return `one of ${[...node.words].join(", ")}`;
    case "constant":
      return JSON.stringify(node.value);
    default:
      return node satisfies never;
  }
}

function found(value: Json | undefined): string {
  if (value === undefined) return "is absent";
  if (value === null) return "is null";
  if (Array.isArray(value)) return "is a list";
  if (typeof value === "boolean") return `is ${String(value)}`;
  if (typeof value !== "string") return isJsonObject(value) ? "is an object" : "is a number";
  return value.length <= 40 ? `is ${JSON.stringify(value)}` : `is a text of ${value.length} characters`;
}
