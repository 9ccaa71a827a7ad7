import { sha256 } from "#platform";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryBreakage, broken, PARTS, said, used } from "../../../conformance/broken-turn.ts";
import type { FullTurn } from "../../../conformance/full-turn.ts";
import { AUTONOMY, BREAKS } from "../../../conformance/plain-breaks.ts";
import { arbitraryPlainPlan, plainTurnOf } from "../../../conformance/plain-turn.ts";
import type { Verdict } from "../gate/verdict.ts";
import { bindValues } from "../spec/bound-values.ts";
import { bindSpec, bindTurn } from "../spec/call-spec.ts";
import { guardRequests } from "./guarded-requests.ts";
import { closeAsFile, closeJoin, type JoinClosed } from "./join-closed.ts";
import { admitRequests } from "./tool-requests.ts";
import { settleResults } from "./tool-results.ts";
import { disposeResults } from "./tool-use.ts";

/** How each part of a turn is handed to its door, and what becomes of it behind the caller's back afterwards. */
interface Handing {
  readonly give: <Part>(part: Part) => Part;
  readonly after: (part: unknown) => void;
  /** The hash that the requests come with, where it is not the one that the policies were bound with. */
  readonly hash?: typeof sha256;
}

const HONEST: Handing = { give: (part) => part, after: () => {} };

/**
 * A turn under policies that were bound beforehand, `before` seen to hold under them as far as they do, and whether it was plain: then no
 * door has digested anything.
 */
function sentPlainly(
  turn: FullTurn,
  before: readonly FullTurn[],
  handing: Handing = HONEST,
): [said: unknown, plain: boolean] {
  let digests = 0;
  const counting = (text: string): string => {
    digests += 1;
    return sha256(text);
  };
  const bound = bindValues(turn.draft.values, counting, turn.requests.values);
  if (!bound.admitted) return [said(() => bound), false];
  const send = (sent: FullTurn, hand: Handing): Verdict<JoinClosed> => {
    const { requests: asked, decisions, results, use, closing } = sent;
    const { values: _bound, ...draft } = sent.draft;
    const spec = bindTurn(bound.next, draft);
    if (!spec.admitted) return spec;
    digests = 0;
    const through = <Part, Next>(part: Part, door: (given: Part) => Verdict<Next>): Verdict<Next> => {
      const given = hand.give(part);
      const verdict = door(given);
      hand.after(given);
      return verdict;
    };
    const admitted = through({ ...asked, values: [] }, (given) =>
      admitRequests(spec.next, given, hand.hash ?? counting),
    );
    if (!admitted.admitted) return admitted;
    const guarded = through(decisions, (given) => guardRequests(admitted.next, given));
    if (!guarded.admitted) return guarded;
    const settled = through(results, (given) => settleResults(guarded.next, given));
    if (!settled.admitted) return settled;
    const disposed = through(use, (given) => disposeResults(settled.next, given));
    return disposed.admitted ? through(closing, (given) => closeJoin(disposed.next, given)) : disposed;
  };
  try {
    for (const first of before) send(first, HONEST);
    const verdict = send(turn, handing);
    const plain = verdict.admitted && digests === 0;
    return [said(() => verdict), plain];
  } catch (error) {
    return [error instanceof Error ? error.name : error, false];
  }
}

/** The same turn with nothing bound beforehand, so that nothing of it is plain, closed as a file. */
function sentAsFile(turn: FullTurn): unknown {
  return said(() => {
    const use = used(turn, bindSpec(turn.draft, sha256));
    return use.admitted ? closeAsFile(use.next, turn.closing) : use;
  });
}

/** A copy of which each list and object was made otherwise. */
function remade(value: unknown, make: (copy: object) => object): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((item) => remade(item, make))
    : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, remade(entry, make)]));
  return make(copy);
}

/** What tells the truth once, and afterwards whatever it likes. */
function fickle(copy: object): object {
  if (Array.isArray(copy)) return copy;
  const told = new Set<string>();
  for (const [key, honest] of Object.entries(copy)) {
    const get = (): unknown => (told.size === told.add(key).size ? "another" : honest);
    Object.defineProperty(copy, key, { get, enumerable: true, configurable: true });
  }
  return copy;
}

function fickleProxy(copy: object): object {
  if (Array.isArray(copy)) return new Proxy(copy, {});
  const told = new Set<unknown>();
  return new Proxy(copy, {
    get: (target, key) => (told.size === told.add(key).size ? "another" : Reflect.get(target, key)),
  });
}

/** Every leaf is another one afterwards, and every list longer. */
function wreck(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const entry: unknown = Reflect.get(value, key);
    wreck(entry);
    if (typeof entry !== "object") Reflect.set(value, key, "wrecked");
  }
  if (Array.isArray(value)) value.push("wrecked");
  else Reflect.set(value, "added", "wrecked");
}

const HOSTILE: readonly (readonly [string, Handing])[] = [
  ["getters that tell the truth once", { ...HONEST, give: (part) => remade(part, fickle) as typeof part }],
  ["proxies that tell the truth once", { ...HONEST, give: (part) => remade(part, fickleProxy) as typeof part }],
  ["drafts that are wrecked behind the door", { give: (part) => structuredClone(part), after: wreck }],
];

describe("a plain turn is judged as its file is judged, and later (K07)", () => {
  test("no digest is computed before somebody asks; then verdict, evidence, digest, report and witness are the file's", () => {
    fc.assert(
      fc.property(arbitraryPlainPlan(), (plan) => {
        const turn = plainTurnOf(plan);
        expect(sentPlainly(turn, [turn])).toEqual([sentAsFile(turn), true]);
      }),
      { numRuns: 150 },
    );
  });

  test.each(BREAKS)("not plain, and judged as its file, without this: %s", (_condition, breaks) => {
    fc.assert(
      fc.property(arbitraryPlainPlan(2), (plan) => {
        // Whatever is broken, as much is seen to hold before as can be.
        const before = [0, 1, 2].flatMap((calls) =>
          [true, false].map((continues) => plainTurnOf({ ...plan, calls: plan.calls.slice(0, calls), continues })),
        );
        const measured = before.map((first) => ({ ...first, closing: { ...first.closing, autonomy: AUTONOMY } }));
        const turn = remade(plainTurnOf(plan), (copy) => copy) as FullTurn;
        breaks(turn);
        expect(sentPlainly(turn, [...before, ...measured])).toEqual([sentAsFile(turn), false]);
      }),
      { numRuns: 8 },
    );
  });

  test("any plain turn with things made otherwise anywhere", () => {
    fc.assert(
      fc.property(
        arbitraryPlainPlan(1),
        fc.array(arbitraryBreakage, { minLength: 1, maxLength: 2 }),
        (plan, breakages) => {
          const first = plainTurnOf(plan);
          const { requests, ...made } = breakages.reduce((turn, breakage) => broken(turn, breakage, PARTS), first);
          const turn = { ...made, requests: { ...requests, values: first.requests.values } };
          const [plainly] = sentPlainly(turn, [first]);
          expect(plainly).toEqual(sentAsFile(turn));
        },
      ),
      { numRuns: 400 },
    );
  });

  test("under another hash than that of its policies nothing is plain", () => {
    const calls = [{ args: { n: 1 }, payload: { n: 2 }, approved: false }];
    const turn = plainTurnOf({ calls, continues: true, order: "any", queue: [], views: [], index: 1 });
    let digests = 0;
    let atTheDoors = 0;
    const hash = (text: string): string => {
      digests += 1;
      return sha256(text);
    };
    const after = (): void => {
      atTheDoors = digests;
    };
    const [plainly] = sentPlainly(turn, [turn], { ...HONEST, after, hash });
    expect([plainly, atTheDoors > 0]).toEqual([sentAsFile(turn), true]);
  });

  test("under policies that no turn was seen to hold under, nothing is plain", () => {
    const turn = plainTurnOf({ calls: [], continues: true, order: "any", queue: [], views: [], index: 1 });
    const silent = { ...turn, closing: { ...turn.closing, stateViews: [] } };
    expect(sentPlainly(turn, [silent])).toEqual([sentAsFile(turn), false]);
  });

  test.each(HOSTILE)("%s change nothing", (_what, handing) => {
    fc.assert(
      fc.property(arbitraryPlainPlan(), (plan) => {
        const turn = plainTurnOf(plan);
        expect(sentPlainly(turn, [turn], handing)).toEqual([sentAsFile(turn), true]);
      }),
      { numRuns: 40 },
    );
  });
});
