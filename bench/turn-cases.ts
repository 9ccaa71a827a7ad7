import {
  admitRequests,
  bindTurn,
  bindValues,
  type BoundValues,
  closeJoin,
  disposeResults,
  guardRequests,
  settleResults,
  type Verdict,
} from "#kernel";
import { sha256 } from "#platform";
import { FULL_TURN, type FullTurn } from "../conformance/full-turn.ts";
import type { Case } from "./cases.ts";
import { inProcess } from "./measure.ts";

/** Turns in one sample: one alone is shorter than the clock can tell. */
const TURNS = 100;

/** A journal row of 500 bytes, as any harness writes one: written out and hashed. */
const ROW = { kind: "tool.settled", toolCallId: "tc-1", seq: 12, payload: "x".repeat(440) };

/** One turn through all doors, its policies bound by the turn before, against writing and hashing so many rows. */
export function turnCases(): readonly Case[] {
  const bound = admitted(bindValues(FULL_TURN.draft.values, sha256, FULL_TURN.requests.values));
  return [0, 1, 8].map((calls) => {
    const turn = turnWith(calls);
    return {
      name: `turn, ${calls === 1 ? "1 call" : `${calls} calls`}`,
      bytes: 0,
      work: many(() => sendBound(bound, turn)),
      baseline: many(() => void sha256(JSON.stringify(ROW))),
      baselineName: "1 row of 500 bytes, hashed",
      samples: 60,
      short: true,
    };
  });
}

/** The golden turn's first call, so many times; with none it is the final answer. */
function turnWith(calls: number): FullTurn {
  const [asked] = FULL_TURN.requests.requests;
  const [answer] = FULL_TURN.results;
  if (asked === undefined || answer === undefined) throw new Error("the golden turn has no calls");
  const ids = Array.from({ length: calls }, (_, index) => `tc-${index + 1}`);
  const { closing } = FULL_TURN;
  return {
    ...FULL_TURN,
    requests: {
      requests: ids.map((toolCallId, index) => ({ ...asked, toolCallId, actionId: `a${index}`, index })),
      values: [],
    },
    decisions: {
      ...FULL_TURN.decisions,
      permissions: Object.fromEntries(ids.map((id) => [id, { decision: "allow", ruleId: "read-inside" }] as const)),
    },
    results: ids.map((toolCallId, index) => ({ ...answer, toolCallId, seq: 12 + index, order: index })),
    use: calls === 0 ? {} : { summary: { ref: "summary://bench", inputs: ids } },
    closing: {
      ...closing,
      ...(calls === 0 ? { stopReason: "end_turn", continuationAllowed: false } : {}),
      guards: closing.guards.map((guard) => ({ ...guard, seq: 12 + calls })),
    },
  };
}

function sendBound(bound: BoundValues, { draft, requests, decisions, results, use, closing }: FullTurn): void {
  const { turn, modelRef, actionMode, executionPattern } = draft;
  const spec = admitted(bindTurn(bound, { turn, modelRef, actionMode, executionPattern }));
  const guarded = admitted(guardRequests(admitted(admitRequests(spec, requests, sha256)), decisions));
  admitted(closeJoin(admitted(disposeResults(admitted(settleResults(guarded, results)), use)), closing));
}

function admitted<Next>(verdict: Verdict<Next>): Next {
  if (!verdict.admitted) throw new Error(JSON.stringify(verdict.refusal.violations));
  return verdict.next;
}

function many(work: () => void): Case["work"] {
  return inProcess(() => {
    for (let at = 0; at < TURNS; at++) work();
  });
}
