import * as fc from "fast-check";
import {
  admitRequests,
  type CallSpec,
  disposeResults,
  Float,
  guardRequests,
  type JoinClosed,
  settleResults,
  type ToolUse,
  type Verdict,
} from "#kernel";
import { sha256 } from "#platform";
import type { FullTurn } from "./full-turn.ts";

/** What a door says, all of it, as data; or the kind of error where it met a bug. */
export function said(door: () => Verdict<unknown>): unknown {
  try {
    const verdict = door();
    if (!verdict.admitted) return verdict.refusal.violations;
    const join = verdict.next as JoinClosed;
    const { evidence, evidenceDigest, report, witness } = join;
    return { evidence: JSON.stringify(evidence), evidenceDigest, report, witness: JSON.stringify(witness) };
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

/** A turn up to its last door, or what the door before it said. */
export function used(turn: FullTurn, spec: Verdict<CallSpec>, values = turn.requests.values): Verdict<ToolUse> {
  if (!spec.admitted) return spec;
  const requests = admitRequests(spec.next, { ...turn.requests, values }, sha256);
  if (!requests.admitted) return requests;
  const guarded = guardRequests(requests.next, turn.decisions);
  if (!guarded.admitted) return guarded;
  const results = settleResults(guarded.next, turn.results);
  return results.admitted ? disposeResults(results.next, turn.use) : results;
}

/** Places in a turn, however deep. */
export function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null || value instanceof Float) return [path];
  return [path, ...Object.keys(value).flatMap((key) => placesIn(Reflect.get(value, key), [...path, key]))];
}

function holderOf(turn: unknown, path: readonly string[]): object {
  return path.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(value as object, key), turn) as object;
}

/** Values that stand where others should. */
export const ODD: readonly unknown[] = [
  undefined,
  null,
  "",
  " padded ",
  "tc-0",
  "turn",
  "Tool_Use",
  "\uD800",
  0,
  -0,
  1e21,
  Number.NaN,
  new Float(1),
  2n ** 70n,
  true,
  [],
  {},
  { $digest: `sha256:${"0".repeat(64)}` },
  { "1": 1, ü: 2 },
  new Map([["a", 1]]),
];

/** One thing of a turn made otherwise. */
export interface Breakage {
  readonly at: number;
  readonly how: "put" | "drop" | "repeat" | "add";
  readonly odd: unknown;
}

/** Any one of them. */
export const arbitraryBreakage: fc.Arbitrary<Breakage> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("put", "put", "drop", "repeat", "add"),
  odd: fc.constantFrom(...ODD),
});

/** A copy that shares nothing between its parts: what two of them name is two things. */
function partwiseCopy({ draft, requests, decisions, results, use, closing }: FullTurn): FullTurn {
  return {
    draft: structuredClone(draft),
    requests: structuredClone(requests),
    decisions: structuredClone(decisions),
    results: structuredClone(results),
    use: structuredClone(use),
    closing: structuredClone(closing),
  };
}

/** A copy of a turn with one thing of these parts made otherwise. */
export function broken(turn: FullTurn, { at, how, odd }: Breakage, parts: readonly (keyof FullTurn)[]): FullTurn {
  const copy = partwiseCopy(turn);
  const places = parts.flatMap((part) => placesIn(copy[part], [part])).filter((path) => path.length > 1);
  const path = places[at % places.length] ?? [];
  const [holder, key] = [holderOf(copy, path), path.at(-1) ?? ""];
  if (how === "put") Reflect.set(holder, key, odd);
  else if (how === "drop") Reflect.deleteProperty(holder, key);
  else if (how === "add") Reflect.set(holder, "added", odd);
  else if (Array.isArray(holder)) holder.push(structuredClone(Reflect.get(holder, key)));
  else Reflect.set(holder, key, [Reflect.get(holder, key)]);
  return copy;
}

/** What a turn is handed through its doors with. */
export const PARTS: readonly ["requests", "decisions", "results", "use", "closing"] = [
  "requests",
  "decisions",
  "results",
  "use",
  "closing",
];
