import type { Handoff } from "./handoff.ts";

/** How much a packet holds at most: it is told whole to whoever goes on (DESIGN 20). */
export const HANDOFF_BOUNDS = { intent: 4_000, item: 1_000, items: 40, artifacts: 200, bytes: 262_144 } as const;

type Lists = Pick<Handoff, "constraints" | "done" | "left">;

/** What of a packet is over its bounds, as one sentence; undefined where nothing is. */
export function boundsProblem(handoff: Handoff): string | undefined {
  const { intent, item, items, artifacts } = HANDOFF_BOUNDS;
  if (handoff.intent.trim() === "") return ".intent is blank, expected what is wanted";
  if (handoff.intent.length > intent)
    return `.intent has ${handoff.intent.length} characters, at most ${intent} may be`;
  for (const name of ["constraints", "done", "left"] as const) {
    const list = handoff[name];
    if (list.length > items) return `.${name} has ${list.length} items, at most ${items} may be`;
    const long = list.findIndex((text) => text.length > item);
    if (long >= 0) return `.${name}[${long}] has ${list[long]?.length ?? 0} characters, at most ${item} may be`;
  }
  return handoff.artifacts.length > artifacts
    ? `.artifacts has ${handoff.artifacts.length} items, at most ${artifacts} may be`
    : undefined;
}

/** The same packet within its bounds: what is too long is cut and says so, the oldest of too many items are counted instead of told. */
export function boundedHandoff(handoff: Handoff): Handoff {
  const { intent, artifacts } = HANDOFF_BOUNDS;
  const lists: Lists = {
    constraints: boundedItems(handoff.constraints),
    done: boundedItems(handoff.done),
    left: boundedItems(handoff.left),
  };
  return {
    ...handoff,
    ...lists,
    intent: cut(handoff.intent, intent),
    artifacts: handoff.artifacts.slice(0, artifacts),
  };
}

function boundedItems(given: readonly string[]): readonly string[] {
  const { item, items } = HANDOFF_BOUNDS;
  const texts = given.map((text) => cut(text.trim(), item)).filter((text) => text !== "");
  if (texts.length <= items) return texts;
  const kept = texts.slice(1 - items);
  return [`(${texts.length - kept.length} earlier items are not listed)`, ...kept];
}

/** At most so many characters, whole ones, with a mark where something is missing. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  return `${text
    .slice(0, most - 4)
    .toWellFormed()
    .replace(/\uFFFD$/u, "")} ...`;
}
