import { isJsonObject, type Json } from "../json/value.ts";
import { itemProblems, markIndexes } from "./json-schema-lists.ts";
import { fieldPlace, type Found, isFull, isList, joined, type Mark, type Run, under } from "./json-schema-node.ts";
import { restOf } from "./json-schema-objects.ts";
import type { Part, Site } from "./json-schema-site.ts";

/** `unevaluatedItems` and `unevaluatedProperties`: they judge what no mark of the same schema has seen. */
export function leftovers(site: Site, marks: readonly Mark[]): readonly Part[] {
  return [leftItems(site, marks), leftFields(site, marks)].filter((part) => part !== undefined);
}

function seenBy(marks: readonly Mark[], value: Json, run: Run): ReadonlySet<string | number> {
  const seen = new Set<string | number>();
  for (const mark of marks) mark(value, run, seen);
  return seen;
}

function leftItems(site: Site, marks: readonly Mark[]): Part | undefined {
  const node = site.node("unevaluatedItems");
  if (node === undefined) return undefined;
  return {
    check: (value, run) => {
      if (!isList(value)) return undefined;
      const seen = seenBy(marks, value, run);
      let found: Found;
      for (let at = 0; at < value.length && !isFull(found); at++) {
        const more = seen.has(at) ? undefined : itemProblems(value[at], node, run);
        if (more !== undefined) found = joined(found, under(`[${at}]`, more));
      }
      return found;
    },
    mark: (value, _run, seen) => {
      if (isList(value)) markIndexes(value.length, seen);
    },
  };
}

function leftFields(site: Site, marks: readonly Mark[]): Part | undefined {
  const rest = restOf(site, "unevaluatedProperties");
  if (rest === undefined) return undefined;
  return {
    check: (value, run) => {
      if (!isJsonObject(value)) return undefined;
      const seen = seenBy(marks, value, run);
      let found: Found;
      for (const key of Object.keys(value)) {
        const more = seen.has(key) ? undefined : itemProblems(value[key], rest, run);
        if (more !== undefined) found = joined(found, under(fieldPlace(key), more));
        if (isFull(found)) return found;
      }
      return found;
    },
    mark: (value, _run, seen) => {
      if (isJsonObject(value)) for (const key of Object.keys(value)) seen.add(key);
    },
  };
}
