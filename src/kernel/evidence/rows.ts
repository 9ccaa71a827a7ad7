import { orderFor } from "../digest/order.ts";

/** Why evidence cannot be normalised, in the contract's words (1.2). Thrown inside `normalizeEvidence`, returned by it. */
export class NotNormal extends Error {
  override readonly name = "NotNormal";
}

/** Normalised rows of one surface: sorted by key, one row a key. */
export interface KeyedRows<Row> {
  readonly keys: readonly string[];
  readonly rows: readonly Row[];
}

/** Sorts keys once for surfaces that name the same calls in the same order: four of six usually do. */
export class KeyOrder {
  #keys: readonly string[] = [];
  #order: readonly number[] = [];

  /** The order that sorts `keys`, taken from the last call when the keys are the same. */
  of(keys: readonly string[]): readonly number[] {
    if (sameTexts(keys, this.#keys)) return this.#order;
    this.#keys = keys;
    this.#order = sortOrder(keys);
    return this.#order;
  }
}

/** Sorts rows by key and collapses equal ones; rows that share a key and differ are refused (contract 1.2, step 3). */
export function keyRows<Row>(
  surface: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  order: KeyOrder,
): KeyedRows<Row> {
  const given = rows.map(keyOf);
  const keys: string[] = [];
  const kept: Row[] = [];
  let conflict: number | undefined;
  let last: string | undefined;
  let lastText: string | undefined;
  for (const index of order.of(given)) {
    const key = given[index];
    const row = rows[index];
    if (key === undefined || row === undefined) continue;
    if (last !== key) {
      last = key;
      lastText = undefined;
      keys.push(key);
      kept.push(row);
    } else if ((lastText ??= JSON.stringify(kept.at(-1))) !== JSON.stringify(row)) {
      // The reference meets rows in file order: the first conflict there is the one it names.
      conflict = conflict === undefined ? index : Math.min(conflict, index);
    }
  }
  if (conflict !== undefined)
    throw new NotNormal(`${surface} contains conflicting duplicate toolCallId: ${given[conflict] ?? ""}`);
  return { keys, rows: kept };
}

/** What stands in `left` and not in `right`; both sorted, neither with repeats. */
export function without(left: readonly string[], right: readonly string[]): readonly string[] {
  if (sameTexts(left, right)) return [];
  const known = new Set(right);
  return left.filter((key) => !known.has(key));
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left === right || (left.length === right.length && left.every((text, at) => text === right[at]));
}

const ALONE: readonly number[] = Object.freeze([0]);

function sortOrder(keys: readonly string[]): readonly number[] {
  if (keys.length === 1) return ALONE;
  const compare = orderFor(keys);
  const order = keys.map((_, index) => index);
  const sorted = keys.every((key, at) => at === 0 || compare(keys[at - 1] ?? "", key) <= 0);
  if (sorted) return order;
  return order.sort((a, b) => compare(keys[a] ?? "", keys[b] ?? "") || a - b);
}
