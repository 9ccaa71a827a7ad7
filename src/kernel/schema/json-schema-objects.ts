import { isJsonObject, type Json } from "../json/value.ts";
import { fieldPlace, type Found, isFull, joined, type Node, one, type Run, spend, under } from "./json-schema-node.ts";
import type { Pattern } from "./json-schema-pattern.ts";
import { patternAt, tested, TOO_LONG_TO_TEST } from "./json-schema-scalars.ts";
import { type Keywords, type Part, type Site, textList } from "./json-schema-site.ts";

const ABSENT = one("is absent");
const UNKNOWN = one("is no known field");

function sizes(site: Site): Part {
  const min = site.count("minProperties") ?? 0;
  const max = site.count("maxProperties") ?? Infinity;
  const tooFew = one(`must have ${min} or more fields`);
  const tooMany = one(`must have ${max} or fewer fields`);
  return {
    check: (value) => {
      if (!isJsonObject(value)) return undefined;
      const size = Object.keys(value).length;
      if (size < min) return tooFew;
      return size > max ? tooMany : undefined;
    },
  };
}

function required(site: Site): Part {
  const names = site.names("required") ?? [];
  return {
    cost: names.length,
    check: (value) => {
      if (!isJsonObject(value)) return undefined;
      let found: Found;
      for (const name of names) {
        if (!Object.hasOwn(value, name)) found = joined(found, under(fieldPlace(name), ABSENT));
        if (isFull(found)) return found;
      }
      return found;
    },
  };
}

/** The schemas of an object's fields: by name, by pattern, and `rest` for those neither speaks of. */
class Fields {
  readonly #named: ReadonlyMap<string, Node>;
  readonly #patterned: readonly (readonly [Pattern, Node])[];
  readonly #rest: Node | undefined;

  constructor(site: Site) {
    this.#named = new Map(site.nodeEntries("properties"));
    this.#patterned = site.nodeEntries("patternProperties").flatMap(([source, node]) => {
      const pattern = patternAt(site, `patternProperties/${source}`, source);
      return pattern === undefined ? [] : [[pattern, node] as const];
    });
    this.#rest = restOf(site, "additionalProperties");
  }

  problems(key: string, value: Json, run: Run): Found {
    if (this.#patterned.length > 0) return this.#patternProblems(key, value, run);
    return (this.#named.get(key) ?? this.#rest)?.check(value, run);
  }

  #patternProblems(key: string, value: Json, run: Run): Found {
    const named = this.#named.get(key);
    let found = named?.check(value, run);
    let known = named !== undefined;
    for (const [pattern, node] of this.#patterned) {
      const fits = tested(pattern, key, run);
      if (fits === undefined) return TOO_LONG_TO_TEST;
      known ||= fits;
      const more = fits ? node.check(value, run) : undefined;
      if (more !== undefined) found = joined(found, more);
    }
    return known ? found : this.#rest?.check(value, run);
  }

  /** Whether one of the three speaks of this field. */
  knows(key: string, run: Run): boolean {
    if (this.#rest !== undefined || this.#named.has(key)) return true;
    return this.#patterned.some(([pattern]) => tested(pattern, key, run) === true);
  }
}

/** The schema of fields nothing else speaks of; a false one says what is wrong with them. */
export function restOf(site: Site, name: string): Node | undefined {
  const node = site.node(name);
  return site.get(name) === false ? { check: () => UNKNOWN, mark: undefined, inPlace: [] } : node;
}

function fields(site: Site): Part {
  const known = new Fields(site);
  return {
    check: (value, run) => {
      if (!isJsonObject(value)) return undefined;
      let found: Found;
      const keys = Object.keys(value);
      spend(run, keys.length);
      for (const key of keys) {
        const field = value[key];
        const more = field === undefined ? ABSENT : known.problems(key, field, run);
        if (more !== undefined) found = joined(found, under(fieldPlace(key), more));
        if (isFull(found)) return found;
      }
      return found;
    },
    mark: (value, run, seen) => {
      if (!isJsonObject(value)) return;
      for (const key of Object.keys(value)) if (known.knows(key, run)) seen.add(key);
    },
  };
}

function propertyNames(site: Site): Part | undefined {
  const node = site.node("propertyNames");
  if (node === undefined) return undefined;
  return {
    check: (value, run) => {
      if (!isJsonObject(value)) return undefined;
      let found: Found;
      for (const key of Object.keys(value)) {
        const problem = node.check(key, run)?.[0]?.problem;
        if (problem !== undefined) {
          found = joined(found, [{ path: fieldPlace(key), problem: `has a name that does not fit: ${problem}` }]);
        }
        if (isFull(found)) return found;
      }
      return found;
    },
  };
}

/** What the presence of a field asks for: other fields, or a schema for the whole object. */
type Demand = readonly [field: string, demand: readonly string[] | Node];

function dependencies(site: Site): Part {
  const demands: readonly Demand[] = [
    ...site.entries("dependentRequired", textList),
    ...site.nodeEntries("dependentSchemas"),
    ...site.entries("dependencies", (given, key) => textList(given) ?? site.subschema(given, `dependencies/${key}`)),
  ];
  const nodes = demands.flatMap(([field, demand]) => ("check" in demand ? [[field, demand] as const] : []));
  return {
    cost: demands.reduce((sum, [, demand]) => sum + ("check" in demand ? 1 : 1 + demand.length), 0),
    inPlace: nodes.map(([, node]) => node),
    check: (value, run) => {
      if (!isJsonObject(value)) return undefined;
      let found: Found;
      for (const [field, demand] of demands) {
        if (!Object.hasOwn(value, field)) continue;
        const more = "check" in demand ? demand.check(value, run) : missing(demand, value, field);
        if (more !== undefined) found = joined(found, more);
      }
      return found;
    },
    mark: (value, run, seen) => {
      if (!isJsonObject(value)) return;
      for (const [field, node] of nodes) if (Object.hasOwn(value, field)) node.mark?.(value, run, seen);
    },
  };
}

function missing(names: readonly string[], value: object, field: string): Found {
  const name = names.find((other) => !Object.hasOwn(value, other));
  return name === undefined ? undefined : under(fieldPlace(name), one(`is absent beside ${fieldPlace(field)}`));
}

/** Keywords that look at objects. */
export const OBJECT_KEYWORDS: readonly Keywords[] = [
  { names: ["minProperties", "maxProperties"], compile: sizes },
  { names: ["required"], compile: required },
  { names: ["properties", "patternProperties", "additionalProperties"], compile: fields },
  { names: ["propertyNames"], compile: propertyNames },
  { names: ["dependentRequired", "dependentSchemas", "dependencies"], compile: dependencies },
];
