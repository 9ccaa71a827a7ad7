import { isNativelyCanonical } from "../digest/native-canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { findMisfit, isValueRef } from "./misfit.ts";
import type { SchemaNode } from "./schema.ts";

/** What a look at a value shows besides its form: whether `JSON.stringify` would write it canonically. */
export interface Sight {
  native: boolean;
}

/** Says yes fast; a no is for `findMisfit` to explain. */
export type Fits = (value: Json | undefined, sight: Sight) => boolean;

/** A form made ready for many values: one pass that checks the form and sees whether keys stand in order. */
export function compileFits(node: SchemaNode): Fits {
  switch (node.kind) {
    case "free":
      return freeFits;
    case "list":
      return listFits(compileFits(node.of));
    case "record":
      return recordFits(node);
    case "referable": {
      const fits = compileFits(node.of);
      return (value, sight) => isValueRef(value) || fits(value, sight);
    }
    case "map":
    case "nullable":
    case "variants":
    case "keyed":
    case "text":
    case "digest":
    case "count":
    case "shaped":
    case "number":
    case "truth":
    case "words":
    case "constant":
      return leafFits(node);
    default:
      return node satisfies never;
  }
}

function freeFits(value: Json | undefined, sight: Sight): boolean {
  if (value === undefined) return false;
  sight.native &&= isNativelyCanonical(value);
  return true;
}

function listFits(fits: Fits): Fits {
  return (value, sight) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!fits(item, sight)) return false;
    return true;
  };
}

interface FieldFits {
  readonly name: string;
  readonly fits: Fits;
  readonly due: boolean;
}

/** Fields are expected in canonical order, which is how rows are written; any other order is looked up field by field. */
function recordFits({ fields }: Extract<SchemaNode, { kind: "record" }>): Fits {
  const order = [...fields]
    .map(([name, field]): FieldFits => ({ name, fits: compileFits(field.node), due: !field.optional }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(order.map((field) => [field.name, field]));
  return (value, sight) => {
    if (!isJsonObject(value)) return false;
    let next = 0;
    for (const key in value) {
      let field = order[next];
      while (field !== undefined && field.name !== key && !field.due) field = order[++next];
      if (field === undefined || field.name !== key) {
        sight.native = false;
        return fitsInAnyOrder(value, byName, sight);
      }
      if (!field.fits(value[key], sight)) return false;
      next += 1;
    }
    for (; next < order.length; next++) if (order[next]?.due === true) return false;
    return true;
  };
}

function fitsInAnyOrder(value: JsonObject, byName: ReadonlyMap<string, FieldFits>, sight: Sight): boolean {
  for (const key in value) if (byName.get(key)?.fits(value[key], sight) !== true) return false;
  for (const { name, due } of byName.values()) if (due && !Object.hasOwn(value, name)) return false;
  return true;
}

/** Forms whose values the native writer may write differently. */
const MAY_BE_ODD: ReadonlySet<SchemaNode["kind"]> = new Set(["map", "number", "nullable", "variants", "keyed"]);

function leafFits(node: SchemaNode): Fits {
  if (node.kind === "text") return (value) => typeof value === "string";
  if (!MAY_BE_ODD.has(node.kind)) return (value) => findMisfit(value, node, "") === undefined;
  return (value, sight) => {
    sight.native &&= isNativelyCanonical(value);
    return findMisfit(value, node, "") === undefined;
  };
}
