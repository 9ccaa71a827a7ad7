import type { Handoff } from "./handoff.ts";
import { cut } from "./handoff-bounds.ts";

const MOST = 16_000;
const MOST_REFS = 30;

/** What the next session is told of a packet: everything that a person would say, bounded, and that it is no order of theirs. */
export function packetText(handoff: Handoff): string {
  const { issueId, from, intent, sessionNo, constraints, done, left, artifacts, contextScope, returnPath } = handoff;
  const refs = artifacts.slice(0, MOST_REFS).map(({ ref }) => ref);
  const more = artifacts.length - refs.length;
  const parts = [
    `[handed over by session ${sessionNo} of this work (${from.role}, ${from.sessionId}), issue ${issueId}]`,
    `Wanted: ${intent}`,
    ...section("Done so far, as it was handed over; look before you rely on it", done),
    ...section("Left to do", left),
    ...section("Constraints", constraints),
    ...section("Rests on", more > 0 ? [...refs, `(${more} more)`] : refs),
    ...scopeLines(contextScope),
    ...(returnPath === undefined ? [] : [`When this part is done the work goes back to ${returnPath}.`]),
  ];
  return cut(parts.join("\n"), MOST);
}

function section(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`)];
}

function scopeLines({ read, write }: Handoff["contextScope"]): readonly string[] {
  const lines = [
    read.length === 0 ? "" : `may read ${read.join(", ")}`,
    write.length === 0 ? "" : `may change ${write.join(", ")}`,
  ];
  const said = lines.filter((line) => line !== "");
  return said.length === 0 ? [] : [`This role ${said.join(" and ")}.`];
}
