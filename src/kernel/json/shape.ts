import type { Json } from "./value.ts";

/** A string or a boolean. */
export interface ScalarShape {
  readonly kind: "string" | "boolean";
}

/** A string that has to say something: `problemOf` names what is wrong with it, undefined for nothing. */
export interface WordShape {
  readonly kind: "word";
  /** What the contract's error texts call it. */
  readonly expects: string;
  readonly problemOf: (text: string) => string | undefined;
  /** The reference looks at the byte behind the value before it complains: a closing brace counts into the column. */
  readonly late?: true;
  /** The reference reads it as a variant: what is no text is no value at all. */
  readonly variant?: true;
}

/** A whole number in a range; `name` is the one the contract's error texts use. */
export interface IntegerShape {
  readonly kind: "integer";
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

/** Any JSON at all. */
export interface FreeShape {
  readonly kind: "free";
}

/** A list whose elements all have one shape. */
export interface ListShape {
  readonly kind: "list";
  readonly of: Shape;
}

/** One field of a struct: `required` must be there, `optional` may be null or absent, `defaulted` may only be absent. */
export interface Field {
  readonly presence: "required" | "optional" | "defaulted";
  readonly shape: Shape;
}

/** An object with known fields; `name` is the one the contract's error texts use. Unknown fields are ignored, unless they are kept. */
export interface StructShape {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Names of the required fields, in declared order. */
  readonly required: readonly string[];
  /** Other names of known fields. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Unknown fields stay in the value, as they came. */
  readonly keepsUnknown?: true;
}

/** What a wire file has to look like, as data: one table serves the fast check and the exact decoder. */
export type Shape = ScalarShape | WordShape | IntegerShape | FreeShape | ListShape | StructShape;

/** A struct shape that fits the interface `T`: a field forgotten or of another kind does not compile. */
export interface StructOf<T> extends StructShape {
  readonly fits?: T;
}

type FieldOf<V, Optional extends boolean> = {
  readonly presence: null extends V ? "optional" : Optional extends true ? "defaulted" : "required";
  readonly shape: ShapeOf<NonNullable<V>>;
};

type ShapeOf<V> = [NonNullable<Json>] extends [V]
  ? { readonly kind: "free" }
  : V extends string
    ? { readonly kind: "string" } | WordShape
    : V extends boolean
      ? { readonly kind: "boolean" }
      : V extends number
        ? IntegerShape
        : V extends readonly (infer Item)[]
          ? { readonly kind: "list"; readonly of: ShapeOf<Item> }
          : StructOf<V>;

type IsOptional<T, K extends keyof T> = object extends Pick<T, K> ? true : false;

/** The fields of `T` as data, in the order the contract declares them. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: FieldOf<Exclude<T[K], undefined>, IsOptional<T, K>> };

/** Makes the shape of `T`; `name` is the struct's name in error texts. */
export function struct<T>(
  name: string,
  fields: FieldsOf<T>,
  more: Pick<StructShape, "aliases" | "keepsUnknown"> = {},
): StructOf<T> {
  const entries = Object.entries<Field>(fields);
  const required = entries.filter(([, field]) => field.presence === "required").map(([field]) => field);
  return { kind: "struct", name, fields: new Map(entries), required, ...more };
}
