import {
  type CallSpecDraft,
  digestJson,
  type GuardDecisions,
  type Json,
  type RequestDraft,
  type SpecValues,
  type ToolResultDraft,
  type TurnClosing,
  type UseDraft,
} from "#kernel";
import { sha256 } from "#platform";
import { found } from "./altered-turn.ts";
import type { FullTurn } from "./full-turn.ts";

type Request = RequestDraft["requests"][number];

/** What a turn does otherwise than the one it is made from; everything left out stays. */
export interface Variation {
  readonly draft?: Partial<Omit<CallSpecDraft, "values">>;
  readonly spec?: Partial<SpecValues>;
  readonly governance?: Partial<SpecValues["governance"]>;
  /** Instead of the calls that are there, with permission for each. */
  readonly requests?: readonly Request[];
  /** Schemas and examples of tools that the first turn does not call. */
  readonly values?: readonly Json[];
  readonly guards?: GuardDecisions["guards"];
  readonly results?: readonly ToolResultDraft[];
  readonly use?: UseDraft;
  readonly closing?: Partial<TurnClosing>;
}

/** A turn like another one, but for the parts that are named. */
export function vary(turn: FullTurn, change: Variation): FullTurn {
  const { spec, governance, draft, requests, values = [], guards, results, use, closing } = change;
  const bound = { ...turn.draft.values, ...spec };
  return {
    draft: { ...turn.draft, ...draft, values: { ...bound, governance: { ...bound.governance, ...governance } } },
    requests: { requests: requests ?? turn.requests.requests, values: [...turn.requests.values, ...values] },
    decisions: {
      permissions: requests === undefined ? turn.decisions.permissions : allowAll(requests),
      guards: guards ?? turn.decisions.guards,
    },
    results: results ?? turn.results,
    use: use ?? turn.use,
    closing: { ...turn.closing, ...closing },
  };
}

/** One call of a turn with some fields changed, the others untouched. */
export function withRequest(turn: FullTurn, id: string, change: Partial<Request>): readonly Request[] {
  return turn.requests.requests.map((row) => (row.toolCallId === id ? { ...row, ...change } : row));
}

/** One result of a turn with some fields changed, the others untouched. */
export function withResult(turn: FullTurn, id: string, change: Partial<ToolResultDraft>): readonly ToolResultDraft[] {
  return turn.results.map((row) => (row.toolCallId === id ? { ...row, ...change } : row));
}

/** One result of a turn. */
export function resultOf(turn: FullTurn, id: string): ToolResultDraft {
  return found(
    turn.results.find((row) => row.toolCallId === id),
    id,
  );
}

/** The digest a search in a catalog names; rows stand by name. */
export function catalogDigestOf(catalog: SpecValues["catalog"]): string {
  const rows = catalog.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return digestJson(sha256, rows as unknown as Json);
}

function allowAll(requests: readonly Request[]): GuardDecisions["permissions"] {
  const allowed = { decision: "allow", ruleId: "allow-listed" } as const;
  return Object.fromEntries(requests.map((request) => [request.toolCallId, allowed]));
}
