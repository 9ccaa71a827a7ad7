import type { Finding } from "./rule.ts";

/** Nothing found: one list for all rules, because nearly every look ends with it. */
export const NONE: readonly Finding[] = [];

/** What looking at each item finds, in order. A loop instead of `flatMap`: rules look at ten thousand rows to find nothing. */
export function gather<T>(items: readonly T[], look: (item: T, at: number) => readonly Finding[]): readonly Finding[] {
  let found: Finding[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item === undefined) continue;
    const findings = look(item, at);
    if (findings.length > 0) (found ??= []).push(...findings);
  }
  return found ?? NONE;
}
