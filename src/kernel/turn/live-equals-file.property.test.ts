import { sha256 } from "#platform";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryBreakage, broken, ODD, PARTS, placesIn, said, used } from "../../../conformance/broken-turn.ts";
import { FULL_TURN, type FullTurn } from "../../../conformance/full-turn.ts";
import { plainTurnOf } from "../../../conformance/plain-turn.ts";
import { arbitraryPlan, BARE_PLAN, planned, turnOf } from "../../../conformance/planned-turn.ts";
import { GOLDEN_ROWS } from "../../../conformance/turn-rows/golden.ts";
import type { Verdict } from "../gate/verdict.ts";
import type { Json } from "../json/value.ts";
import { bindValues } from "../spec/bound-values.ts";
import { bindSpec, bindTurn } from "../spec/call-spec.ts";
import { closeAsFile, closeJoin } from "./join-closed.ts";
import type { ToolUse } from "./tool-use.ts";

/** Whether a turn came as far as its last door, and both ways to close it said the same. */
function closesAlike(turn: FullTurn): boolean {
  let use: Verdict<ToolUse>;
  try {
    use = used(turn, bindSpec(turn.draft, sha256));
  } catch {
    return false;
  }
  if (!use.admitted) return false;
  const { next } = use;
  expect(said(() => closeJoin(next, turn.closing))).toEqual(said(() => closeAsFile(next, turn.closing)));
  return true;
}

/** The same turn with its policies bound beforehand, schemas and examples along with them. */
function boundBefore(turn: FullTurn): Verdict<ToolUse> {
  const { values, ...draft } = turn.draft;
  const bound = bindValues(values, sha256, turn.requests.values);
  return bound.admitted ? used(turn, bindTurn(bound.next, draft), []) : bound;
}

describe("a live turn is judged as its file is judged (K07)", () => {
  test.each(GOLDEN_ROWS.map((row) => [row.name, row.from] as const))("golden turn %s", (_name, turn) => {
    expect(closesAlike(turn)).toBe(true);
  });

  test("any honest turn: verdict, violations, evidence, digest, report and witness", () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        expect(closesAlike(turnOf(plan))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test.each(["guards", "reminderQueues", "stateViews", "values"] as const)("a turn whose %s are no list", (name) => {
    const turn = plainTurnOf({ calls: [], continues: false, order: "any", queue: [], views: [], index: 1 });
    expect(closesAlike({ ...turn, closing: { ...turn.closing, [name]: "" } })).toBe(true);
  });

  test("any turn whose end has one thing made otherwise", () => {
    fc.assert(
      fc.property(arbitraryPlan, arbitraryBreakage, (plan, breakage) => {
        expect(closesAlike(broken(turnOf(plan), breakage, ["closing"]))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test.each(ODD.map((odd, at) => [at, odd] as const))(
    "a handoff whose target or way back is odd value %i",
    (_at, odd) => {
      const turn = turnOf({ ...BARE_PLAN, calls: [planned("read", { consumers: ["handoff"] })], handoff: true });
      for (const name of ["target", "returnPathRef"] as const) {
        const handoff = { ...turn.use.handoff, [name]: odd } as NonNullable<FullTurn["use"]["handoff"]>;
        expect(closesAlike({ ...turn, use: { ...turn.use, handoff } })).toBe(true);
      }
    },
  );

  test("an artifact that two parts of a turn name, made otherwise in its end alone", () => {
    const turn = turnOf({ ...BARE_PLAN, handoff: true, handoffIn: true });
    const places = placesIn(turn.closing, ["closing"]).filter((path) => path.length > 1);
    const at = places.findIndex((path) => path.join(".") === "closing.values.0.artifacts.0.ref");
    expect(at).toBeGreaterThan(0);
    expect(closesAlike(broken(turn, { at, how: "put", odd: new Map([["a", 1]]) }, ["closing"]))).toBe(true);
  });

  test("any turn with things made otherwise anywhere, where it gets so far", () => {
    let reached = 0;
    fc.assert(
      fc.property(arbitraryPlan, fc.array(arbitraryBreakage, { minLength: 1, maxLength: 2 }), (plan, breakages) => {
        const turn = breakages.reduce((made, breakage) => broken(made, breakage, PARTS), turnOf(plan));
        if (closesAlike(turn)) reached += 1;
      }),
      { numRuns: 300 },
    );
    expect(reached).toBeGreaterThan(20);
  });

  test("the golden turn, each thing of it made otherwise in turn", () => {
    const places = PARTS.flatMap((part) => placesIn(FULL_TURN[part], [part])).filter((path) => path.length > 1);
    for (let at = 0; at < places.length; at++) {
      for (const how of ["drop", "repeat"] as const) closesAlike(broken(FULL_TURN, { at, how, odd: null }, PARTS));
      for (const step of [0, 7])
        closesAlike(broken(FULL_TURN, { at, how: "put", odd: ODD[(at + step) % ODD.length] }, PARTS));
    }
  }, 60_000);

  test("a text that writes out a schema, a queue or a view stands over it, live as in the file", () => {
    const [first, ...others] = FULL_TURN.results;
    if (first === undefined) throw new Error("no result");
    const texts: readonly Json[] = [...FULL_TURN.requests.values, ["run the tests again"], { issue: "bd-7", open: 1 }];
    for (const text of texts.map((value) => JSON.stringify(value))) {
      const { payload: _payload, ...unpaid } = first;
      expect(closesAlike({ ...FULL_TURN, results: [{ ...unpaid, shown: text }, ...others] })).toBe(true);
      expect(closesAlike({ ...FULL_TURN, closing: { ...FULL_TURN.closing, values: [text] } })).toBe(true);
    }
  });
});

describe("policies that are bound beforehand bind the same turn (K03, R25)", () => {
  test("any honest turn: evidence, digest, report and witness", () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        const turn = turnOf(plan);
        const close = (use: Verdict<ToolUse>): unknown =>
          said(() => (use.admitted ? closeJoin(use.next, turn.closing) : use));
        expect(close(boundBefore(turn))).toEqual(close(used(turn, bindSpec(turn.draft, sha256))));
      }),
      { numRuns: 100 },
    );
  });

  test("any turn with one thing made otherwise is refused by the same door for the same reasons", () => {
    fc.assert(
      fc.property(arbitraryPlan, arbitraryBreakage, (plan, breakage) => {
        const { requests, ...made } = broken(turnOf(plan), breakage, PARTS);
        const turn = { ...made, requests: { ...requests, values: turnOf(plan).requests.values } };
        const close = (make: () => Verdict<ToolUse>): unknown =>
          said(() => {
            const use = make();
            return use.admitted ? closeJoin(use.next, turn.closing) : use;
          });
        expect(close(() => boundBefore(turn))).toEqual(close(() => used(turn, bindSpec(turn.draft, sha256))));
      }),
      { numRuns: 150 },
    );
  });

  test("any turn after another one that held under the same policies: what was proven then hides nothing now", () => {
    let reached = 0;
    fc.assert(
      fc.property(arbitraryPlan, fc.array(arbitraryBreakage, { maxLength: 2 }), (plan, breakages) => {
        const honest = turnOf(plan);
        const { values, ...draft } = honest.draft;
        const bound = bindValues(values, sha256, honest.requests.values);
        if (!bound.admitted) return;
        const first = used(honest, bindTurn(bound.next, draft), []);
        if (first.admitted) closeJoin(first.next, honest.closing);
        const turn = breakages.reduce((made, breakage) => broken(made, breakage, PARTS), honest);
        let use: Verdict<ToolUse>;
        try {
          use = used(turn, bindTurn(bound.next, draft), []);
        } catch {
          return;
        }
        if (!use.admitted) return;
        const { next } = use;
        expect(said(() => closeJoin(next, turn.closing))).toEqual(said(() => closeAsFile(next, turn.closing)));
        reached += 1;
      }),
      { numRuns: 300 },
    );
    expect(reached).toBeGreaterThan(60);
  });
});
