import { type Digest, digestJson, type Sha256 } from "../digest/digest.ts";
import { byCodePoint } from "../digest/order.ts";
import type { CatalogRow, SpecValues } from "./spec-values.ts";
import { plainJson } from "../json/plain.ts";

/** A catalog in the order that digests see: by name. */
export function sortedCatalog(catalog: readonly CatalogRow[]): readonly CatalogRow[] {
  return catalog.toSorted((a, b) => byCodePoint(a.name, b.name));
}

/** The digest of bound values, whatever order the catalog is given in (CONTRACT-EVIDENCE §1). */
export function specDigest(values: SpecValues, sha256: Sha256): Digest {
  return digestJson(sha256, plainJson({ ...values, catalog: sortedCatalog(values.catalog) }));
}

/** The first tool that a catalog names twice: which row would count is nobody's to guess. */
export function repeatedTool(catalog: readonly CatalogRow[]): string | undefined {
  const names = new Set<string>();
  return catalog.find(({ name }) => names.size === names.add(name).size)?.name;
}

/** The examples of a tool that has none. */
export const NO_EXAMPLES: readonly never[] = Object.freeze([]);
