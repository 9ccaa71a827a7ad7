import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { isNumber, isWhole, plainNumber } from "./json-schema-equality.ts";
import { type Check, isList, type Mark, type Node } from "./json-schema-node.ts";

/** What some keywords of one schema do together. */
export interface Part {
  readonly check?: Check | undefined;
  readonly mark?: Mark | undefined;
  readonly inPlace?: readonly Node[];
  /** Steps each value takes, beyond those its parts take. */
  readonly cost?: number;
}

/** Keywords that are compiled together because one changes what the other means. */
export interface Keywords {
  readonly names: readonly string[];
  readonly compile: (site: Site) => Part | undefined;
}

/** What a site needs of the schema around it. */
export interface Surroundings {
  /** Has the subschema compiled, sooner or later. */
  readonly subschema: (schema: Json, where: string) => Node;
  /** The node a `$ref` means; undefined when it means nothing here. */
  readonly target: (ref: string) => Node | undefined;
  /** Makes the whole schema one that cannot be evaluated. */
  readonly refuse: (reason: string) => void;
}

/** One schema object while it is compiled. Every reader answers undefined for an absent keyword and refuses a malformed one. */
export class Site {
  readonly #schema: JsonObject;
  readonly #where: string;
  readonly #around: Surroundings;

  constructor(schema: JsonObject, where: string, around: Surroundings) {
    this.#schema = schema;
    this.#where = where;
    this.#around = around;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#schema, name);
  }

  get(name: string): Json | undefined {
    return this.has(name) ? this.#schema[name] : undefined;
  }

  refuse(name: string, reason: string): undefined {
    this.#around.refuse(`${shortPlace(`${this.#where}/${name}`)} ${reason}`);
    return undefined;
  }

  /** The keyword's value as `read` understands it; what it does not understand is malformed. */
  read<T>(name: string, read: (given: Json) => T | undefined): T | undefined {
    const given = this.get(name);
    if (given === undefined) return undefined;
    return read(given) ?? this.refuse(name, "is malformed");
  }

  count(name: string): number | undefined {
    return this.read(name, (given) => {
      const count = isNumber(given) && isWhole(given) ? Number(plainNumber(given)) : -1;
      return count >= 0 ? count : undefined;
    });
  }

  number(name: string): number | bigint | undefined {
    return this.read(name, (given) => (isNumber(given) ? plainNumber(given) : undefined));
  }

  flag(name: string): boolean | undefined {
    return this.read(name, (given) => (typeof given === "boolean" ? given : undefined));
  }

  text(name: string): string | undefined {
    return this.read(name, (given) => (typeof given === "string" ? given : undefined));
  }

  names(name: string): readonly string[] | undefined {
    return this.read(name, textList);
  }

  node(name: string): Node | undefined {
    return this.read(name, (given) => this.subschema(given, name));
  }

  nodes(name: string): readonly Node[] | undefined {
    return this.read(name, (given) => {
      return isList(given) ? given.map((schema, at) => this.subschema(schema, `${name}/${at}`)) : undefined;
    });
  }

  /** The schema at a place below this one. */
  subschema(schema: Json, place: string): Node {
    return this.#around.subschema(schema, `${this.#where}/${place}`);
  }

  /** An object's own entries, each read by `read`. */
  entries<T>(name: string, read: (given: Json, key: string) => T | undefined): readonly (readonly [string, T])[] {
    const given = this.read(name, (object) => (isJsonObject(object) ? object : undefined)) ?? {};
    return Object.keys(given).flatMap((key) => {
      const entry = given[key];
      const value = entry === undefined ? undefined : read(entry, key);
      if (value === undefined) this.refuse(`${name}/${key}`, "is malformed");
      return value === undefined ? [] : [[key, value] as const];
    });
  }

  nodeEntries(name: string): readonly (readonly [string, Node])[] {
    return this.entries(name, (schema, key) => this.subschema(schema, `${name}/${key}`));
  }

  target(name: string): Node | undefined {
    const ref = this.text(name);
    if (ref === undefined) return undefined;
    return this.#around.target(ref) ?? this.refuse(name, "names nothing in this document");
  }
}

/** The end of a place that is too long to be told: the last steps say most. */
export function shortPlace(place: string): string {
  return place.length <= MAX_PLACE ? place : `…${place.slice(1 - MAX_PLACE)}`;
}

const MAX_PLACE = 100;

/** A list of strings, or undefined. */
export function textList(given: Json): readonly string[] | undefined {
  if (!isList(given)) return undefined;
  const texts = given.filter((item) => typeof item === "string");
  return texts.length === given.length ? texts : undefined;
}
