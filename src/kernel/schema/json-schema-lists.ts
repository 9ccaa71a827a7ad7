import type { Json } from "../json/value.ts";
import { sameJson, type ScalarKey, scalarKey } from "./json-schema-equality.ts";
import { type Found, isFull, isList, joined, type Node, one, type Run, under } from "./json-schema-node.ts";
import type { Keywords, Part, Site } from "./json-schema-site.ts";

function sizes(site: Site): Part {
  const min = site.count("minItems") ?? 0;
  const max = site.count("maxItems") ?? Infinity;
  const tooFew = one(`must have ${min} or more items`);
  const tooMany = one(`must have ${max} or fewer items`);
  return {
    check: (value) => {
      if (!isList(value)) return undefined;
      if (value.length < min) return tooFew;
      return value.length > max ? tooMany : undefined;
    },
  };
}

function unique(site: Site): Part | undefined {
  if (site.flag("uniqueItems") !== true) return undefined;
  return { check: (value, run) => (isList(value) && value.length > 1 ? firstRepeated(value, run) : undefined) };
}

function firstRepeated(items: readonly Json[], run: Run): Found {
  const scalars = new Map<ScalarKey, number>();
  const others: number[] = [];
  for (const [at, item] of items.entries()) {
    const key = scalarKey(item);
    const earlier =
      key === undefined ? others.find((other) => sameJson(items[other] ?? null, item, run)) : scalars.get(key);
    if (earlier !== undefined) return [{ path: `[${at}]`, problem: `is the same as [${earlier}]` }];
    if (key === undefined) others.push(at);
    else scalars.set(key, at);
    // Without this an exhausted run would still walk through the square of the list.
    if (run.stopped !== undefined) return undefined;
  }
  return undefined;
}

/** The schemas of a list's items: `first` by position, `rest` for all others. */
interface Items {
  readonly first: readonly Node[];
  readonly rest: Node | undefined;
}

function itemsOf(site: Site): Items {
  if (!isList(site.get("items"))) {
    // Draft 07 ignores it here, and so does everybody who writes it; only its form counts.
    site.node("additionalItems");
    return { first: site.nodes("prefixItems") ?? [], rest: site.node("items") };
  }
  if (site.has("prefixItems")) site.refuse("items", "cannot be a list beside prefixItems");
  return { first: site.nodes("items") ?? [], rest: site.node("additionalItems") };
}

function itemSchemas(site: Site): Part {
  const { first, rest } = itemsOf(site);
  return {
    check: (value, run) => {
      if (!isList(value)) return undefined;
      let found: Found;
      const end = rest === undefined ? Math.min(first.length, value.length) : value.length;
      for (let at = 0; at < end && !isFull(found); at++) {
        const more = itemProblems(value[at], first[at] ?? rest, run);
        if (more !== undefined) found = joined(found, under(`[${at}]`, more));
      }
      return found;
    },
    mark: (value, _run, seen) => {
      if (isList(value)) markIndexes(rest === undefined ? first.length : value.length, seen);
    },
  };
}

/** An item's problems; a hole is one, since JSON has none. */
export function itemProblems(item: Json | undefined, node: Node | undefined, run: Run): Found {
  return item === undefined ? one("is absent") : node?.check(item, run);
}

/** Marks the items before `end`. */
export function markIndexes(end: number, seen: Set<string | number>): void {
  for (let at = 0; at < end; at++) seen.add(at);
}

function contains(site: Site): Part | undefined {
  const node = site.node("contains");
  const min = site.count("minContains") ?? 1;
  const max = site.count("maxContains") ?? Infinity;
  if (node === undefined) return undefined;
  const tooFew = one(`must have ${min} or more items that fit contains`);
  const tooMany = one(`must have ${max} or fewer items that fit contains`);
  return {
    check: (value, run) => {
      if (!isList(value)) return undefined;
      let fitting = 0;
      for (const item of value) if (node.check(item, run) === undefined) fitting += 1;
      if (fitting < min) return tooFew;
      return fitting > max ? tooMany : undefined;
    },
    mark: (value, run, seen) => {
      if (!isList(value)) return;
      for (const [at, item] of value.entries()) if (node.check(item, run) === undefined) seen.add(at);
    },
  };
}

/** Keywords that look at arrays. */
export const LIST_KEYWORDS: readonly Keywords[] = [
  { names: ["minItems", "maxItems"], compile: sizes },
  { names: ["uniqueItems"], compile: unique },
  { names: ["items", "prefixItems", "additionalItems"], compile: itemSchemas },
  { names: ["contains", "minContains", "maxContains"], compile: contains },
];
