import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#ports";
import { END, ofStep } from "../../tests/support/sample-events.ts";
import { checkEventCardinality } from "./check-event-cardinality.ts";
import { checkEventOrder } from "./check-event-order.ts";

const brokenIn = (events: readonly AgentEvent[]) => [...checkEventOrder(events), ...checkEventCardinality(events)];

const without = (at: number, events: readonly AgentEvent[]): readonly AgentEvent[] => events.toSpliced(at, 1);
const twice = (at: number, events: readonly AgentEvent[]): readonly AgentEvent[] =>
  events.flatMap((event, place) => (place === at ? [event, event] : [event]));
const swapped = (a: number, b: number, events: readonly AgentEvent[]): readonly AgentEvent[] =>
  events.map((event, at) => (at === a ? events[b] : at === b ? events[a] : event) ?? event);

/** Lists whose own order stays, dealt into one. */
function dealt<T>(lists: readonly (readonly T[])[], picks: readonly number[]): readonly T[] {
  const left = lists.map((list) => [...list]).filter((list) => list.length > 0);
  const all: T[] = [];
  for (let turn = 0; left.length > 0; turn++) {
    const at = (picks[turn % picks.length] ?? 0) % left.length;
    all.push(...(left[at]?.splice(0, 1) ?? []));
    if (left[at]?.length === 0) left.splice(at, 1);
  }
  return all;
}

const callTrace = fc.record({ asks: fc.boolean(), runs: fc.boolean(), lines: fc.nat(2) });
const stepTrace = fc.record({
  deltas: fc.nat(2),
  responds: fc.boolean(),
  calls: fc.array(callTrace, { maxLength: 3 }),
  picks: fc.array(fc.nat(5), { minLength: 1, maxLength: 8 }),
  noise: fc.boolean(),
  end: fc.constantFrom("closed", "refused", "failed"),
});
type StepTrace = typeof stepTrace extends fc.Arbitrary<infer T> ? T : never;

function eventsOf(
  { deltas, responds, calls, picks, noise, end }: StepTrace,
  step: number,
  last?: AgentEvent,
): readonly AgentEvent[] {
  const make = ofStep(step);
  const answers = responds || last?.kind === "StepClosed";
  const lanes = calls.map(({ asks, runs, lines }, at) => {
    const id = `t${at}`;
    const running = [make.dispatched(id), ...Array.from({ length: lines }, () => make.output(id)), make.completed(id)];
    return [...(asks ? [make.asked(id), make.answered(id)] : []), ...(runs ? running : [])];
  });
  const ended = last ?? (answers ? make[end] : make.failed);
  return [
    make.started,
    ...Array.from({ length: deltas }, () => make.delta),
    ...(answers ? [make.responded, ...dealt([...lanes, noise ? [make.guard, make.budget] : []], picks)] : []),
    ended,
  ];
}

const legalTrace = fc
  .record({ steps: fc.array(stepTrace, { maxLength: 3 }), ending: fc.constantFrom("stops", "cancelled", "completed") })
  .map(({ steps, ending }) => {
    const lastOf = (step: number): AgentEvent | undefined => {
      if (step < steps.length || ending === "stops") return undefined;
      return ending === "cancelled" ? ofStep(step).cancelled : ofStep(step).closed;
    };
    const events = steps.flatMap((trace, at) => eventsOf(trace, at + 1, lastOf(at + 1)));
    // One object is one event, also where two say the same.
    return (ending === "completed" && steps.length > 0 ? [...events, END] : events).map((event) => ({ ...event }));
  });

/** The rules once more, as expressions over letters: what the checks say has to agree with it. */
function isLegal(events: readonly AgentEvent[]): boolean {
  const letters = events.map(letterOf);
  if (!/^(?:S[^SCRFX.]*[CRF])*(?:S[^SCRFX.]*X|S[^SCRFX.]*C\.)?$/.test(letters.join(""))) return false;
  let step = 0;
  const lanes = new Map<string, string>();
  for (const [at, event] of events.entries()) {
    const letter = letters[at] ?? "";
    if (letter === "S") step += 1;
    if ("step" in event && event.step !== step) return false;
    const call =
      event.kind === "ApprovalAsked" ? event.question.toolCallId : "toolCallId" in event ? event.toolCallId : "";
    if (call !== "") lanes.set(`${step} ${call}`, (lanes.get(`${step} ${call}`) ?? "") + letter);
    if ("dMTCRFX".includes(letter)) lanes.set(`${step}`, (lanes.get(`${step}`) ?? "") + letter);
  }
  return [...lanes].every(([lane, said]) =>
    lane.includes(" ") ? /^(?:qa)?(?:To*c)?$/.test(said) : /^d*(?:(?:MT*)?[FX]|MT*[CR])$/.test(said),
  );
}

const LETTERS: Readonly<Record<AgentEvent["kind"], string>> = {
  StepStarted: "S",
  TextDelta: "d",
  ThinkingDelta: "d",
  ToolCallDelta: "d",
  ModelResponded: "M",
  ApprovalAsked: "q",
  ApprovalAnswered: "a",
  ToolDispatched: "T",
  ToolOutput: "o",
  ToolCompleted: "c",
  StepClosed: "C",
  StepRefused: "R",
  StepFailed: "F",
  Completed: ".",
  GuardDecided: "-",
  BudgetSpent: "-",
  PolicyDecided: "-",
};

function letterOf(event: AgentEvent): string {
  return event.kind === "StepFailed" && event.error === "cancelled" ? "X" : LETTERS[event.kind];
}

describe("random runs", () => {
  test("that are legal break no rule (R09)", () => {
    fc.assert(
      fc.property(legalTrace, (events) => {
        expect([isLegal(events), brokenIn(events)]).toEqual([true, []]);
      }),
      { numRuns: 500 },
    );
  });

  test("with one event dropped, doubled or swapped are named exactly when they are not legal (R09)", () => {
    let illegal = 0;
    fc.assert(
      fc.property(legalTrace, fc.nat(), (events, other) => {
        for (const at of events.keys())
          for (const changed of [without(at, events), twice(at, events), swapped(at, other % events.length, events)]) {
            const legal = isLegal(changed);
            if (!legal) illegal += 1;
            expect([changed.map(letterOf).join(""), brokenIn(changed).length === 0]).toEqual([
              changed.map(letterOf).join(""),
              legal,
            ]);
          }
      }),
      { numRuns: 300 },
    );
    expect(illegal).toBeGreaterThan(1_000);
  });
});
