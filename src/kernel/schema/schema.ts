import type { Json, JsonNumber } from "../json/value.ts";

/** One field of a record; an optional one may be absent, never null. */
export interface FieldNode {
  readonly node: SchemaNode;
  readonly optional: boolean;
}

/** Text of a certain shape: the pattern means the same to every reader of JSON Schema. */
export interface ShapedNode {
  readonly kind: "shaped";
  readonly pattern: RegExp;
  /** What is expected, as a sentence says it behind "expected". */
  readonly expected: string;
  /** What stands there by mistake may be a secret: no sentence quotes it. */
  readonly unquoted?: true;
}

/** A form with nothing inside it. */
export type ScalarNode =
  | { readonly kind: "text" }
  | { readonly kind: "digest" }
  | { readonly kind: "count"; readonly least?: number }
  | ShapedNode
  | { readonly kind: "number" }
  | { readonly kind: "truth" }
  | { readonly kind: "words"; readonly words: ReadonlySet<string> }
  | { readonly kind: "constant"; readonly value: string | number | boolean };

/** A wire kind's form as data. Nothing is guessed: what a node does not name is refused. */
export type SchemaNode =
  | ScalarNode
  | { readonly kind: "free" }
  | { readonly kind: "list"; readonly of: SchemaNode }
  | { readonly kind: "map"; readonly of: SchemaNode; readonly keys: MapKeys }
  | { readonly kind: "referable"; readonly of: SchemaNode }
  | { readonly kind: "nullable"; readonly of: SchemaNode }
  | { readonly kind: "variants"; readonly of: ReadonlyMap<string, SchemaNode> }
  | { readonly kind: "keyed"; readonly of: ReadonlyMap<string, SchemaNode> }
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, FieldNode>; readonly required: readonly string[] };

/** What the keys of a map may be: anything, digests, or texts of a shape. */
export type MapKeys = "text" | "digest" | ShapedNode;

declare const described: unique symbol;

/** A form and the type of what fits it. Made only by the functions below, so that both agree. */
export interface Schema<T> {
  readonly node: SchemaNode;
  readonly [described]?: T;
}

/** A field that may be absent. */
export interface Optional<T> {
  readonly optional: Schema<T>;
}

/** A value named by its digest instead of being there; `values` or a folder of values holds it. */
export interface ValueRef {
  readonly $digest: string;
}

function made<T>(node: SchemaNode): Schema<T> {
  return { node };
}

/** Any text. */
export const text: Schema<string> = made({ kind: "text" });
/** `sha256:` and 64 hex digits. */
export const digest: Schema<string> = made({ kind: "digest" });
/** A whole number from 0 to 2^53 - 1. */
export const count: Schema<number> = made({ kind: "count" });
/** A whole number from `least` to 2^53 - 1. */
export function countFrom(least: number): Schema<number> {
  return made({ kind: "count", least });
}

/** Text that the pattern finds; `expected` says what that is. */
export function shaped(pattern: RegExp, expected: string, hiding: Pick<ShapedNode, "unquoted"> = {}): Schema<string> {
  return made({ ...shape(pattern, expected), ...hiding });
}

/** The shape of a map's keys. */
export function shape(pattern: RegExp, expected: string): ShapedNode {
  return { kind: "shaped", pattern, expected };
}

/** Any number, kept as the reader kept it. */
export const number: Schema<JsonNumber> = made({ kind: "number" });
export const truth: Schema<boolean> = made({ kind: "truth" });
/** Any JSON. */
export const free: Schema<Json> = made({ kind: "free" });

/** One of these words. */
export function words<const W extends string>(...given: readonly W[]): Schema<W> {
  return made({ kind: "words", words: new Set(given) });
}

/** One of the words that a table has, none forgotten. */
export function wordsOf<W extends string>(table: Readonly<Record<W, unknown>>): Schema<W> {
  return made({ kind: "words", words: new Set(Object.keys(table)) });
}

/** Exactly this. */
export function constant<const V extends string | number | boolean>(value: V): Schema<V> {
  return made({ kind: "constant", value });
}

export function list<T>(of: Schema<T>): Schema<readonly T[]> {
  return made({ kind: "list", of: of.node });
}

/** An object whose keys are free (or digests, or of a shape) and whose values all have one form. */
export function map<T>(of: Schema<T>, keys: MapKeys = "text"): Schema<Readonly<Record<string, T>>> {
  return made({ kind: "map", of: of.node, keys });
}

/** The value itself, or a {@link ValueRef} to it. */
export function referable<T>(of: Schema<T>): Schema<T | ValueRef> {
  return made({ kind: "referable", of: of.node });
}

/** The value, or null. */
export function nullable<T>(of: Schema<T>): Schema<T | null> {
  return made({ kind: "nullable", of: of.node });
}

/** One of several records, told apart by their `kind`: a forgotten one does not compile. */
export function variants<T extends { readonly kind: string }>(forms: {
  readonly [K in T["kind"]]: Schema<Extract<T, { readonly kind: K }>>;
}): Schema<T> {
  const entries = Object.entries<Schema<unknown>>(forms).map(([kind, { node }]) => [kind, node] as const);
  return made({ kind: "variants", of: new Map(entries) });
}

/** One of several records, told apart by which of these fields is there: exactly one of them is. */
export function keyed<T>(forms: Readonly<Record<string, Schema<T>>>): Schema<T> {
  const entries = Object.entries<Schema<unknown>>(forms).map(([key, { node }]) => [key, node] as const);
  return made({ kind: "keyed", of: new Map(entries) });
}

export function optional<T>(schema: Schema<T>): Optional<T> {
  return { optional: schema };
}

/** The forms of the fields of `T`, none forgotten. */
export type Fields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? Optional<Exclude<T[K], undefined>> : Schema<T[K]>;
};

/** An object with exactly these fields: a forgotten, misnamed or wrongly optional one does not compile. */
export function record<T>(fields: Fields<T>): Schema<T> {
  const entries = Object.entries<Schema<unknown> | Optional<unknown>>(fields).map(([name, field]) => {
    const node: FieldNode =
      "optional" in field ? { node: field.optional.node, optional: true } : { node: field.node, optional: false };
    return [name, node] as const;
  });
  const required = entries.filter(([, field]) => !field.optional).map(([name]) => name);
  return made({ kind: "record", fields: new Map(entries), required });
}
