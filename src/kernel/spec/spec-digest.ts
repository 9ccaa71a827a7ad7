import { type Digest, digestJson, type Sha256 } from "../digest/digest.ts";
import { byCodePoint } from "../digest/order.ts";
import type { Json } from "../json/value.ts";
import type { CatalogRow, SpecValues } from "./spec-values.ts";

/** A catalog in the order that digests see: by name. */
export function sortedCatalog(catalog: readonly CatalogRow[]): readonly CatalogRow[] {
  return catalog.toSorted((a, b) => byCodePoint(a.name, b.name));
}

/** The digest of bound values, whatever order the catalog is given in (CONTRACT-EVIDENCE §1). */
export function specDigest(values: SpecValues, sha256: Sha256): Digest {
  // Policies are plain JSON by their form.
  return digestJson(sha256, { ...values, catalog: sortedCatalog(values.catalog) } as unknown as Json);
}

/** The first tool that a catalog names twice: which row would count is nobody's to guess. */
export function repeatedTool(catalog: readonly CatalogRow[]): string | undefined {
  const names = catalog.map((row) => row.name);
  return names.find((name, at) => names.indexOf(name) !== at);
}
