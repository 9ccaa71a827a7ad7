import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#ports";
import { END, ofStep } from "../../tests/support/sample-events.ts";
import { checkEventCardinality } from "./check-event-cardinality.ts";
import { checkEventOrder } from "./check-event-order.ts";
import { EVENT_RULES, type EventCheckOptions, type EventRule } from "./event-rules.ts";

const [one, two, three] = [ofStep(1), ofStep(2), ofStep(3)];

function brokenRules(
  events: readonly AgentEvent[],
  options?: EventCheckOptions,
): readonly (readonly [EventRule, number])[] {
  const broken = [...checkEventOrder(events, options), ...checkEventCardinality(events, options)];
  return broken.map(({ rule, at }) => [rule, at] as const);
}

/** One call with an approval and a line of output, then an answer. */
const RUN = [
  one.started, // 0
  one.delta,
  one.responded, // 2
  one.asked("a"),
  one.answered("a"), // 4
  one.dispatched("a"),
  one.output("a"), // 6
  one.completed("a"),
  one.closed, // 8
  two.started,
  two.responded, // 10
  two.closed,
  END, // 12
];

const without = (at: number): readonly AgentEvent[] => RUN.toSpliced(at, 1);
const twice = (at: number): readonly AgentEvent[] =>
  RUN.flatMap((event, place) => (place === at ? [event, event] : [event]));
const swapped = (a: number, b: number): readonly AgentEvent[] =>
  RUN.map((event, at) => (at === a ? RUN[b] : at === b ? RUN[a] : event) ?? event);

describe("the rules of events", () => {
  test("hold for a run of two steps, and for one that was cancelled (R09)", () => {
    const cut = [one.started, one.responded, one.dispatched("a"), one.completed("a"), one.cancelled];
    expect([brokenRules(RUN), brokenRules(cut), brokenRules([])]).toEqual([[], [], []]);
  });

  const broken: readonly (readonly [string, readonly AgentEvent[], readonly (readonly [EventRule, number])[]])[] = [
    [
      "no start",
      without(9),
      [
        ["step_started_first", 9],
        ["step_started_first", 10],
        ["one_start", 10],
      ],
    ],
    ["a start twice", twice(0), [["one_start", 1]]],
    ["a step left out", RUN.toSpliced(9, 3, three.started, three.responded, three.closed), [["steps_in_order", 9]]],
    [
      "no end of a step",
      without(8),
      [
        ["one_step_at_a_time", 8],
        ["one_end", 0],
      ],
    ],
    [
      "two ends of a step",
      twice(8),
      [
        ["nothing_after_step_end", 9],
        ["one_end", 9],
      ],
    ],
    ["a fact after the end of its step", RUN.toSpliced(10, 0, one.budget), [["nothing_after_step_end", 10]]],
    ["a delta after the response", swapped(1, 2), [["deltas_before_response", 2]]],
    ["no response", without(10), [["one_response", 10]]],
    ["two responses", twice(10), [["one_response", 11]]],
    [
      "a dispatch before the response",
      swapped(2, 5),
      [
        ["dispatch_after_response", 2],
        ["approval_before_dispatch", 3],
        ["approval_before_dispatch", 4],
      ],
    ],
    [
      "a completion before its dispatch",
      swapped(5, 7),
      [
        ["completion_after_dispatch", 5],
        ["output_while_running", 6],
      ],
    ],
    [
      "no dispatch",
      without(5),
      [
        ["output_while_running", 5],
        ["completion_after_dispatch", 6],
        ["completion_of_a_dispatch", 6],
      ],
    ],
    ["no completion", without(7), [["one_completion", 5]]],
    ["two dispatches", twice(5), [["one_dispatch", 6]]],
    ["two completions", twice(7), [["one_completion", 8]]],
    ["output after completion", swapped(6, 7), [["output_while_running", 7]]],
    ["a question twice", twice(3), [["one_question", 4]]],
    ["an answer twice", twice(4), [["one_answer", 5]]],
    ["no answer", without(4), [["one_answer", 3]]],
    [
      "no question",
      without(3),
      [
        ["answer_after_question", 3],
        ["answer_to_a_question", 3],
      ],
    ],
    ["an answer before its question", swapped(3, 4), [["answer_after_question", 3]]],
    ["an answer after the dispatch", swapped(4, 5), [["approval_before_dispatch", 5]]],
    [
      "a step after a cancelled one",
      [one.started, one.cancelled, two.started, two.failed],
      [
        ["cancelled_is_last", 2],
        ["cancelled_is_last", 3],
      ],
    ],
    ["completion of a run whose last step failed", [one.started, one.failed, END], [["completed_after_close", 2]]],
    [
      "two ends of a run",
      twice(12),
      [
        ["completed_is_last", 13],
        ["one_completed", 13],
      ],
    ],
  ];

  test.each(broken)("are named with their place: %s (R09)", (_, events, expected) => {
    expect(brokenRules(events)).toEqual(expected);
  });

  test("every rule is broken by one of these, and is of the kind whose check names it (R09)", () => {
    const named = new Set(broken.flatMap(([, , rules]) => rules.map(([rule]) => rule)));
    expect([...named].toSorted()).toEqual(Object.keys(EVENT_RULES).toSorted());
    const about = broken.flatMap(([, events]) => [
      ...checkEventOrder(events).map(({ rule }) => [EVENT_RULES[rule].about, "order"]),
      ...checkEventCardinality(events).map(({ rule }) => [EVENT_RULES[rule].about, "cardinality"]),
    ]);
    expect(about.filter(([said, is]) => said !== is)).toEqual([]);
  });

  test("say which step and call they are about", () => {
    expect([checkEventOrder(swapped(6, 7)), checkEventCardinality(without(7))]).toEqual([
      [
        {
          rule: "output_while_running",
          at: 7,
          why: `ToolOutput of step 1, call a: ${EVENT_RULES.output_while_running.sentence}`,
        },
      ],
      [
        {
          rule: "one_completion",
          at: 5,
          why: `no completion of step 1, call a: ${EVENT_RULES.one_completion.sentence}`,
        },
      ],
    ]);
  });

  test("of a run that took up a session begin with its first step", () => {
    const events = [three.started, three.responded, three.closed, END];
    expect([brokenRules(events), brokenRules(events, { firstStep: 3 })]).toEqual([[["steps_in_order", 0]], []]);
  });

  test("of a run that was killed hold at every place of it (R09)", () => {
    const found = RUN.flatMap((_, at) => brokenRules(RUN.slice(0, at), { isWhole: false }));
    expect(found).toEqual([]);
    expect(brokenRules(RUN.slice(0, 6))).toEqual([
      ["one_end", 0],
      ["one_completion", 5],
    ]);
  });
});
