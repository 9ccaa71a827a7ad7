import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN, READ_SCHEMA } from "../../../conformance/full-turn.ts";
import { admitted, refusalOf } from "../../../tests/forgery/minted.ts";
import { digestJson } from "../digest/digest.ts";
import { InvariantError } from "../gate/verdict.ts";
import { type BoundValues, bindValues, policyParts } from "./bound-values.ts";
import { bindSpec, bindTurn, type TurnDraft } from "./call-spec.ts";
import type { SpecValues } from "./spec-values.ts";

const { values: VALUES, ...TURN } = FULL_TURN.draft;
const BOUND = admitted(bindValues(VALUES, sha256));

describe("policies are bound once for many turns (K03, R25)", () => {
  test("a turn that is bound to them is the turn that bindSpec binds", () => {
    for (const index of [0, 1, 7]) {
      const draft = { ...TURN, turn: { ...TURN.turn, index } };
      const [once, anew] = [admitted(bindTurn(BOUND, draft)), admitted(bindSpec({ ...draft, values: VALUES }, sha256))];
      expect([once.turn, once.values, once.wire]).toEqual([anew.turn, anew.values, anew.wire]);
    }
  });

  test("one digest a turn: nothing of the policies is hashed again", () => {
    let hashed = 0;
    const counting = (text: string): string => {
      hashed += 1;
      return sha256(text);
    };
    const bound = admitted(bindValues(VALUES, counting, FULL_TURN.requests.values));
    hashed = 0;
    admitted(bindTurn(bound, TURN));
    expect(hashed).toBe(1);
  });

  test("what its owner does to the values afterwards changes nothing", () => {
    const values = structuredClone(VALUES);
    const bound = admitted(bindValues(values, sha256));
    Object.assign(values.toolPolicy, { allow: [] });
    expect(bound.values).toEqual(VALUES);
    expect(Object.isFrozen(bound.values.toolPolicy.allow)).toBe(true);
  });

  test("schemas and examples that are given along stand under their digests", () => {
    const { given, schemaCheck } = policyParts(admitted(bindValues(VALUES, sha256, [READ_SCHEMA])));
    expect(given).toEqual({ [digestJson(sha256, READ_SCHEMA)]: READ_SCHEMA });
    const check = schemaCheck(digestJson(sha256, READ_SCHEMA));
    expect([check?.({ path: "/repo" }), check?.({}).length]).toEqual([[], 1]);
    expect(schemaCheck(digestJson(sha256, {}))).toBeUndefined();
  });
});

describe("what cannot be bound is refused with the reasons of bindSpec (K01)", () => {
  const WITHOUT_GOVERNANCE = { ...VALUES, governance: undefined } as unknown as SpecValues;
  const [ROW] = VALUES.catalog;
  if (ROW === undefined) throw new Error("no catalog");

  test.each<readonly [string, SpecValues]>([
    ["a missing policy", WITHOUT_GOVERNANCE],
    ["no values at all", undefined as unknown as SpecValues],
    ["a tool named twice", { ...VALUES, catalog: [ROW, ROW] }],
    ["a catalog named by its digest", { ...VALUES, catalog: { $digest: `sha256:${"0".repeat(64)}` } } as never],
    ["what JSON cannot say", { ...VALUES, mutationPolicy: { least: Number.NaN } }],
  ])("%s", (_name, values) => {
    const [bound, spec] = [refusalOf(bindValues(values, sha256)), refusalOf(bindSpec({ ...TURN, values }, sha256))];
    const places = ({ violations }: typeof bound): unknown =>
      violations.map((row) => [row.class, row.subject, row.path]);
    expect(places(bound)).toEqual(places(spec));
  });

  test.each<readonly [string, Partial<Record<keyof TurnDraft | "more", unknown>>]>([
    ["a turn without a session", { turn: { sessionId: " ", index: 0 } }],
    ["an index below 0", { turn: { sessionId: "s", index: -1 } }],
    ["no model", { modelRef: "" }],
    ["an unknown mode", { actionMode: "yaml" }],
    ["an unknown pattern", { executionPattern: "swarm" }],
    ["a field too many", { more: 1 }],
    ["a lone surrogate", { modelRef: "\uD800" }],
  ])("%s", (_name, change) => {
    const draft = { ...TURN, ...change } as TurnDraft;
    expect(refusalOf(bindTurn(BOUND, draft)).violations).toEqual(
      refusalOf(bindSpec({ ...draft, values: VALUES }, sha256)).violations,
    );
  });
});

describe("bound values are minted by bindValues only (K02)", () => {
  test("a look-alike, a spread, a proxy and an object on its prototype bind no turn", () => {
    const forgeries: readonly object[] = [
      {},
      { values: VALUES },
      { ...(BOUND as object) },
      new Proxy(BOUND, {}),
      Object.create(Object.getPrototypeOf(BOUND) as object) as object,
      structuredClone(BOUND),
    ];
    for (const forged of forgeries) expect(() => bindTurn(forged as BoundValues, TURN)).toThrow(TypeError);
  });

  test("its constructor is a bug to call, and it shows nothing that can be swapped", () => {
    const Built = BOUND.constructor as new (...given: readonly unknown[]) => object;
    expect(() => new Built({}, Symbol("BoundValues"))).toThrow(
      new InvariantError("BoundValues are minted by bindValues only"),
    );
    expect([Object.isFrozen(BOUND), Object.isFrozen(Object.getPrototypeOf(BOUND)), Reflect.ownKeys(BOUND)]).toEqual([
      true,
      true,
      [],
    ]);
  });
});
