import type { AgentEvent } from "#ports";
import { type BrokenEventRule, EVENT_RULES, type EventCheckOptions, type EventRule } from "./event-rules.ts";

/** The rules of cardinality that do not hold, each with the place of what is too much, or of what lacks something. Empty: all of them hold. */
export function checkEventCardinality(
  events: readonly AgentEvent[],
  { isWhole = true }: EventCheckOptions = {},
): readonly BrokenEventRule[] {
  const counts = new Counts(events);
  const surplus = SURPLUS.flatMap(({ rule, group }) => counts.surplus(rule, group));
  const unfounded = UNFOUNDED.flatMap(({ rule, of, needs }) => counts.lacking(rule, of, needs));
  const unfinished = UNFINISHED.flatMap(({ rule, of, needs }) => counts.lacking(rule, of, needs));
  const broken = [...surplus, ...unfounded, ...(isWhole ? unfinished : [])];
  return broken.toSorted((a, b) => a.at - b.at);
}

/** What is counted: events that say the same sort of thing about the same step or call. */
type Group =
  | "start"
  | "end"
  | "answered end"
  | "response"
  | "dispatch"
  | "completion"
  | "question"
  | "answer"
  | "completed";

/** No group has two events about the same. */
const SURPLUS: readonly { readonly rule: EventRule; readonly group: Group }[] = [
  { rule: "one_start", group: "start" },
  { rule: "one_end", group: "end" },
  { rule: "one_response", group: "response" },
  { rule: "one_dispatch", group: "dispatch" },
  { rule: "one_completion", group: "completion" },
  { rule: "one_question", group: "question" },
  { rule: "one_answer", group: "answer" },
  { rule: "one_completed", group: "completed" },
];

interface Need {
  readonly rule: EventRule;
  readonly of: Group;
  readonly needs: Group;
}

/** What does not happen without something before it, killed or not. */
const UNFOUNDED: readonly Need[] = [
  { rule: "one_start", of: "end", needs: "start" },
  { rule: "one_response", of: "answered end", needs: "response" },
  { rule: "completion_of_a_dispatch", of: "completion", needs: "dispatch" },
  { rule: "answer_to_a_question", of: "answer", needs: "question" },
];

/** What a whole run has brought to an end. */
const UNFINISHED: readonly Need[] = [
  { rule: "one_end", of: "start", needs: "end" },
  { rule: "one_completion", of: "dispatch", needs: "completion" },
  { rule: "one_answer", of: "question", needs: "answer" },
];

class Counts {
  readonly #places: ReadonlyMap<Group, ReadonlyMap<string, readonly number[]>>;

  constructor(events: readonly AgentEvent[]) {
    const places = new Map<Group, Map<string, number[]>>();
    for (const [at, event] of events.entries())
      for (const [group, subject] of groupsOf(event)) {
        const subjects = places.get(group) ?? new Map<string, number[]>();
        places.set(group, subjects.set(subject, [...(subjects.get(subject) ?? []), at]));
      }
    this.#places = places;
  }

  surplus(rule: EventRule, group: Group): readonly BrokenEventRule[] {
    return this.#subjects(group).flatMap(([subject, [, ...more]]) =>
      more.map((at) => brokenRule(rule, at, `a second ${group} of ${subject}`)),
    );
  }

  lacking(rule: EventRule, group: Group, needs: Group): readonly BrokenEventRule[] {
    return this.#subjects(group).flatMap(([subject, [at = 0]]) =>
      this.#places.get(needs)?.has(subject) ? [] : brokenRule(rule, at, `no ${needs} of ${subject}`),
    );
  }

  #subjects(group: Group): readonly (readonly [string, readonly number[]])[] {
    return [...(this.#places.get(group) ?? [])];
  }
}

function groupsOf(event: AgentEvent): readonly (readonly [Group, string])[] {
  switch (event.kind) {
    case "StepStarted":
      return [["start", `step ${event.step}`]];
    case "StepFailed":
      return [["end", `step ${event.step}`]];
    case "StepClosed":
    case "StepRefused":
      return [
        ["end", `step ${event.step}`],
        ["answered end", `step ${event.step}`],
      ];
    case "ModelResponded":
      return [["response", `step ${event.step}`]];
    case "ToolDispatched":
      return [["dispatch", callOf(event)]];
    case "ToolCompleted":
      return [["completion", callOf(event)]];
    case "ApprovalAsked":
      return [["question", callOf({ step: event.step, toolCallId: event.question.toolCallId })]];
    case "ApprovalAnswered":
      return [["answer", callOf(event)]];
    case "Completed":
      return [["completed", "the run"]];
    case "TextDelta":
    case "ThinkingDelta":
    case "ToolCallDelta":
    case "ToolOutput":
    case "GuardDecided":
    case "BudgetSpent":
    case "PolicyDecided":
      return [];
    default:
      return event satisfies never;
  }
}

function callOf({ step, toolCallId }: { readonly step: number; readonly toolCallId: string }): string {
  return `step ${step}, call ${toolCallId}`;
}

function brokenRule(rule: EventRule, at: number, what: string): BrokenEventRule {
  return { rule, at, why: `${what}: ${EVENT_RULES[rule].sentence}` };
}
