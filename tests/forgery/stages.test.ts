import {
  admitMutation,
  admitRequests,
  bindSpec,
  type CallSpec,
  closeJoin,
  disposeResults,
  type GuardedRequests,
  guardRequests,
  InvariantError,
  type JoinClosed,
  mintEscalation,
  type Refusal,
  settleResults,
  type ToolRequests,
  type ToolResults,
  type ToolUse,
} from "#kernel";
import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../conformance/full-turn.ts";
import { admitted, MUTATION_OF, PROOFS, someRefusal } from "./minted.ts";

const spec = admitted(bindSpec(FULL_TURN.draft, sha256));
const requests = admitted(admitRequests(spec, FULL_TURN.requests, sha256));
const guarded = admitted(guardRequests(requests, FULL_TURN.decisions));
const results = admitted(settleResults(guarded, FULL_TURN.results));
const use = admitted(disposeResults(results, FULL_TURN.use));
const join = admitted(closeJoin(use, FULL_TURN.closing));

/** Each stage that a door takes, and the door. */
const DOORS: readonly (readonly [stage: string, real: object, door: (given: object) => unknown])[] = [
  ["CallSpec", spec, (given) => admitRequests(given as CallSpec, FULL_TURN.requests, sha256)],
  ["ToolRequests", requests, (given) => guardRequests(given as ToolRequests, FULL_TURN.decisions)],
  ["GuardedRequests", guarded, (given) => settleResults(given as GuardedRequests, FULL_TURN.results)],
  ["ToolResults", results, (given) => disposeResults(given as ToolResults, FULL_TURN.use)],
  ["ToolUse", use, (given) => closeJoin(given as ToolUse, FULL_TURN.closing)],
  ["JoinClosed", join, (given) => admitMutation(given as JoinClosed, PROOFS, sha256)],
];

/** What a stage shows, as plain data. */
function faceOf(real: object): object {
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(real) as object));
  return Object.fromEntries(
    getters.filter(([, getter]) => "get" in getter).map(([key]) => [key, Reflect.get(real, key)]),
  );
}

const FORGERIES: readonly (readonly [name: string, forge: (real: object) => object])[] = [
  ["an empty object", () => ({})],
  ["a literal that shows the same", (real) => faceOf(real)],
  ["a spread", (real) => ({ ...real, ...faceOf(real) })],
  ["structuredClone", (real) => structuredClone(real)],
  ["a JSON round trip", (real) => JSON.parse(JSON.stringify(real)) as object],
  ["an object on its prototype", (real) => Object.create(Object.getPrototypeOf(real) as object) as object],
  ["an object on the stage itself", (real) => Object.create(real) as object],
  [
    "a literal with its prototype set",
    (real) => Object.setPrototypeOf({}, Object.getPrototypeOf(real) as object) as object,
  ],
  ["a Proxy", (real) => new Proxy(real, {})],
  [
    "a Proxy that answers what is asked",
    (real) => new Proxy(real, { get: (target, key): unknown => Reflect.get(target, key, target) }),
  ],
];

describe("a forged stage goes through no door (K01, K02)", () => {
  test.each(
    DOORS.flatMap(([stage, real, door]) => FORGERIES.map(([name, forge]) => [stage, name, real, forge, door] as const)),
  )("%s: %s", (_stage, _name, real, forge, door) => {
    const forged = forge(real);
    expect(() => door(forged)).toThrow();
    // The control: the stage itself is let through.
    expect(door(real)).toMatchObject({ admitted: true });
  });

  test.each(
    DOORS.flatMap(([stage, , door]) =>
      DOORS.filter(([name]) => name !== stage).map(([name, other]) => [stage, name, other, door] as const),
    ),
  )("the door that takes a %s takes no %s", (_stage, _name, other, door) => {
    expect(() => door(other)).toThrow();
  });

  test.each([
    ["CallSpec", spec, "a CallSpec is minted by bindSpec only"],
    ["ToolRequests", requests, "ToolRequests are minted by admitRequests only"],
    ["GuardedRequests", guarded, "GuardedRequests are minted by guardRequests only"],
    ["ToolResults", results, "ToolResults are minted by settleResults only"],
    ["ToolUse", use, "ToolUse is minted by disposeResults only"],
    ["JoinClosed", join, "JoinClosed is minted by closeJoin only"],
  ] as const)("%s: its constructor is a bug to call, not a way in", (name, real, message) => {
    const Stage = real.constructor as new (...given: readonly unknown[]) => object;
    class Extended extends Stage {}
    for (const mint of [undefined, name, Symbol(name), Symbol.for(name)]) {
      expect(() => new Stage({}, mint)).toThrow(new InvariantError(message));
      expect(() => new Stage({}, {}, mint)).toThrow(new InvariantError(message));
      expect(() => new Extended({}, mint)).toThrow(new InvariantError(message));
    }
  });

  test("a look-alike of a bound spec is told from it by name", () => {
    const forged = { turn: spec.turn, values: spec.values, wire: spec.wire } as unknown as CallSpec;
    expect(() => admitRequests(forged, FULL_TURN.requests, sha256)).toThrow(
      new InvariantError("a CallSpec is minted by bindSpec only"),
    );
  });

  test("stages and their prototypes are frozen, so that what they show is what was minted", () => {
    for (const [, real] of DOORS) {
      expect(Object.isFrozen(real)).toBe(true);
      expect(Object.isFrozen(Object.getPrototypeOf(real))).toBe(true);
    }
  });
});

describe("an escalation follows a real refusal only (K02, M02)", () => {
  const real = someRefusal();
  const grant = {
    refusalWitnessRef: "witness://refused",
    retryPolicyDigest: `pol1_${"4".repeat(64)}`,
    mutation: MUTATION_OF.escalation.own,
  };

  test.each<readonly [string, () => object]>([
    ["a literal", () => ({ violations: real.violations, answer: real.answer })],
    ["a spread", () => ({ ...(real as object) })],
    ["structuredClone", () => structuredClone(real)],
    ["a JSON round trip", () => JSON.parse(JSON.stringify(real)) as object],
    ["an object on its prototype", () => Object.create(Object.getPrototypeOf(real) as object) as object],
    ["an object on the refusal itself", () => Object.create(real) as object],
    ["a Proxy", () => new Proxy(real, {})],
    ["an admission", () => ({ admitted: true, next: spec })],
    ["an error", () => new Error("refused")],
  ])("%s is no refusal", (_name, forge) => {
    const minting = mintEscalation({ ...grant, refusal: forge() as Refusal }, sha256);
    expect(minting).toEqual({ ok: false, reason: "an escalation follows a refusal, and this is none" });
    expect(mintEscalation({ ...grant, refusal: real }, sha256).ok).toBe(true);
  });

  test("a refusal cannot be built from its class", () => {
    const Built = real.constructor as new (...given: readonly unknown[]) => object;
    const message = "a Refusal is minted by refuse only";
    for (const mint of [undefined, Symbol("Refusal"), Symbol.for("Refusal")])
      expect(() => new Built(real.violations, mint)).toThrow(new InvariantError(message));
  });
});
