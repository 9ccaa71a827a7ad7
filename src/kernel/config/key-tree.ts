import type { Json } from "../json/value.ts";
import type { ConfigKey, ConfigTable } from "./keys.ts";

/** The table's keys as the nested object that a file holds. */
export type KeyTree = ReadonlyMap<string, KeyNode>;

/** A key, or a group of them. */
export type KeyNode =
  | { readonly kind: "key"; readonly path: string; readonly row: ConfigKey<Json> }
  | { readonly kind: "group"; readonly tree: KeyTree };

/** Groups keys by the dots in their paths, in the table's order. */
export function keyTree(table: ConfigTable): KeyTree {
  return grouped(Object.entries(table).map(([path, row]) => ({ path, steps: path.split("."), row })));
}

interface Leaf {
  readonly path: string;
  /** The rest of the path, below the group at hand. */
  readonly steps: readonly string[];
  readonly row: ConfigKey<Json>;
}

function grouped(leaves: readonly Leaf[]): KeyTree {
  const groups = Map.groupBy(leaves, ({ steps }) => steps[0] ?? "");
  return new Map([...groups].map(([name, rows]) => [name, nodeOf(rows)]));
}

function nodeOf(leaves: readonly Leaf[]): KeyNode {
  const key = leaves.find(({ steps }) => steps.length === 1);
  if (key !== undefined) return { kind: "key", path: key.path, row: key.row };
  return { kind: "group", tree: grouped(leaves.map((leaf) => ({ ...leaf, steps: leaf.steps.slice(1) }))) };
}
