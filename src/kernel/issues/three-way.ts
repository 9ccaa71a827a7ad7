import { canonicalJson } from "../digest/canonical.ts";
import type { Json } from "../json/value.ts";

/** One thing as two sides have it and as it was before them; `newer` is the side that wins where both changed it. */
export interface Sides<T> {
  readonly base: T;
  readonly newer: T;
  readonly older: T;
}

/** A part of each side. */
export function partOf<T, P>({ base, newer, older }: Sides<T>, part: (of: T) => P): Sides<P> {
  return { base: part(base), newer: part(newer), older: part(older) };
}

/** What counts of one value: the other side's where one side left it as it was, the newer side's where both changed it. */
export function threeWay<T>({ base, newer, older }: Sides<T>, json: (value: T) => Json): T {
  return canonicalJson(json(newer)) === canonicalJson(json(base)) ? older : newer;
}

/** Members merged each for itself: added on either side stays, removed on either side goes. The newer side's order, then what only the older has. */
export function mergeMembers<T>(
  sides: Sides<ReadonlyMap<string, T>>,
  json: (value: T) => Json,
): ReadonlyMap<string, T> {
  const merged = new Map<string, T>();
  for (const key of [...sides.newer.keys(), ...sides.older.keys()]) {
    const value = threeWay(
      partOf(sides, (members) => members.get(key)),
      (member) => (member === undefined ? [] : [json(member)]),
    );
    if (value !== undefined) merged.set(key, value);
  }
  return merged;
}

/** What makes a list a set: what each member is known by, and all it says. */
export interface SetRule<T> {
  readonly key: (member: T) => string;
  readonly json: (member: T) => Json;
}

/** A list that is a set: as the other side has it where one side left it alone, else member by member. */
export function mergeSet<T>(sides: Sides<readonly T[]>, { key, json }: SetRule<T>): readonly T[] {
  const text = (list: readonly T[]): string => canonicalJson(list.map(json));
  if (text(sides.newer) === text(sides.base)) return sides.older;
  if (text(sides.older) === text(sides.base)) return sides.newer;
  const members = partOf(sides, (list) => new Map(list.map((member) => [key(member), member])));
  return [...mergeMembers<T>(members, json).values()];
}
