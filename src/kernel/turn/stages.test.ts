import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { PROOFS, stagesOf } from "../../../tests/forgery/minted.ts";
import { InvariantError } from "../gate/verdict.ts";
import type { CallSpec } from "../spec/call-spec.ts";
import { type GuardedRequests, guardRequests } from "./guarded-requests.ts";
import { closeJoin, type JoinClosed } from "./join-closed.ts";
import { admitMutation } from "./mutation-ready.ts";
import { admitRequests, type ToolRequests } from "./tool-requests.ts";
import { settleResults, type ToolResults } from "./tool-results.ts";
import { disposeResults, type ToolUse } from "./tool-use.ts";

type Pick = (stages: ReturnType<typeof stagesOf>) => object;

/** Each stage, what its constructor says, and the door that takes it. */
const STAGES: readonly (readonly [name: string, pick: Pick, says: string, door: (given: never) => unknown])[] = [
  [
    "CallSpec",
    ({ spec }) => spec,
    "a CallSpec is minted by bindSpec only",
    (given: CallSpec) => admitRequests(given, FULL_TURN.requests, sha256),
  ],
  [
    "ToolRequests",
    ({ requests }) => requests,
    "ToolRequests are minted by admitRequests only",
    (given: ToolRequests) => guardRequests(given, FULL_TURN.decisions),
  ],
  [
    "GuardedRequests",
    ({ guarded }) => guarded,
    "GuardedRequests are minted by guardRequests only",
    (given: GuardedRequests) => settleResults(given, FULL_TURN.results),
  ],
  [
    "ToolResults",
    ({ results }) => results,
    "ToolResults are minted by settleResults only",
    (given: ToolResults) => disposeResults(given, FULL_TURN.use),
  ],
  [
    "ToolUse",
    ({ use }) => use,
    "ToolUse is minted by disposeResults only",
    (given: ToolUse) => closeJoin(given, FULL_TURN.closing),
  ],
  [
    "JoinClosed",
    ({ join }) => join,
    "JoinClosed is minted by closeJoin only",
    (given: JoinClosed) => admitMutation(given, PROOFS, sha256),
  ],
];

describe("a stage is minted by its door only (K01, K02; the whole list of forgeries is in tests/forgery)", () => {
  test.each(STAGES)("%s: its constructor is a bug to call", (name, pick, says) => {
    const Stage = pick(stagesOf()).constructor as new (...given: readonly unknown[]) => object;
    for (const given of [[], [{}, Symbol(name)], [{}, {}, Symbol(name)]])
      expect(() => new Stage(...given)).toThrow(new InvariantError(says));
  });

  test.each(STAGES)("%s: frozen with its prototype, and nothing of it is reached through its class", (_name, pick) => {
    const stage = pick(stagesOf());
    expect(Object.isFrozen(stage) && Object.isFrozen(Object.getPrototypeOf(stage))).toBe(true);
    expect(Object.getOwnPropertyNames(stage.constructor).toSorted()).toEqual(["length", "name", "prototype"]);
    expect(Reflect.ownKeys(stage)).toEqual([]);
  });

  test.each(STAGES)("%s: the next door takes the stage itself and no look-alike", (_name, pick, _says, door) => {
    const stage = pick(stagesOf());
    expect(door(stage as never)).toMatchObject({ admitted: true });
    expect(() => door(Object.create(stage) as never)).toThrow();
    expect(() => door({} as never)).toThrow();
  });
});
