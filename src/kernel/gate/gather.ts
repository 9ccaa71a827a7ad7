import type { Finding } from "./rule.ts";

/** Nothing found: one list for all rules, because nearly every look ends with it. */
export const NONE: readonly never[] = Object.freeze([]);

/** What looking at each item finds, in order. A loop instead of `flatMap`: rules look at ten thousand rows to find nothing. */
export function gather<T, F extends Finding>(
  items: readonly T[],
  look: (item: T, at: number) => readonly F[],
): readonly F[] {
  let found: F[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item === undefined) continue;
    // One by one: a spread of a hundred thousand arguments has no room on the stack.
    for (const finding of look(item, at)) (found ??= []).push(finding);
  }
  return found ?? NONE;
}
