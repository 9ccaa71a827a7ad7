/** What is always true of the events of a run, faults, throwing observers and cancellation or not (R09). */
export type EventRule =
  | "step_started_first"
  | "steps_in_order"
  | "one_step_at_a_time"
  | "nothing_after_step_end"
  | "deltas_before_response"
  | "dispatch_after_response"
  | "completion_after_dispatch"
  | "output_while_running"
  | "answer_after_question"
  | "approval_before_dispatch"
  | "cancelled_is_last"
  | "completed_after_close"
  | "completed_is_last"
  | "one_start"
  | "one_end"
  | "one_response"
  | "one_dispatch"
  | "one_completion"
  | "completion_of_a_dispatch"
  | "one_question"
  | "one_answer"
  | "answer_to_a_question"
  | "one_completed";

interface EventRuleRow {
  /** Order is about what comes before what, cardinality about how often. */
  readonly about: "order" | "cardinality";
  readonly sentence: string;
}

/** Every rule, in one sentence. */
export const EVENT_RULES: Readonly<Record<EventRule, EventRuleRow>> = {
  step_started_first: { about: "order", sentence: "StepStarted comes before everything else of its step." },
  steps_in_order: { about: "order", sentence: "Steps are counted up one by one, from the first on." },
  one_step_at_a_time: { about: "order", sentence: "A step starts when the one before it has ended." },
  nothing_after_step_end: {
    about: "order",
    sentence: "Nothing of a step comes after its StepClosed, StepRefused or StepFailed.",
  },
  deltas_before_response: { about: "order", sentence: "Deltas come before the ModelResponded of their step." },
  dispatch_after_response: { about: "order", sentence: "A call is dispatched after the model has responded." },
  completion_after_dispatch: { about: "order", sentence: "A call is completed after it was dispatched." },
  output_while_running: {
    about: "order",
    sentence: "Output of a call comes after its ToolDispatched and before its ToolCompleted.",
  },
  answer_after_question: { about: "order", sentence: "ApprovalAnswered comes after its ApprovalAsked." },
  approval_before_dispatch: {
    about: "order",
    sentence: "Questions and answers about a call come before it is dispatched.",
  },
  cancelled_is_last: { about: "order", sentence: "Nothing comes after a StepFailed that says `cancelled`." },
  completed_after_close: { about: "order", sentence: "A run completes with a step that closed." },
  completed_is_last: { about: "order", sentence: "Nothing comes after Completed." },
  one_start: { about: "cardinality", sentence: "A step has one StepStarted." },
  one_end: { about: "cardinality", sentence: "A step has one end: StepClosed, StepRefused or StepFailed." },
  one_response: {
    about: "cardinality",
    sentence: "A step that closed or was refused has one ModelResponded, one that failed at most one.",
  },
  one_dispatch: { about: "cardinality", sentence: "A call is dispatched at most once in its step." },
  one_completion: { about: "cardinality", sentence: "Each ToolDispatched has one ToolCompleted in its step." },
  completion_of_a_dispatch: { about: "cardinality", sentence: "Each ToolCompleted has a ToolDispatched in its step." },
  one_question: { about: "cardinality", sentence: "A call is asked about at most once in its step." },
  one_answer: { about: "cardinality", sentence: "Each ApprovalAsked has one ApprovalAnswered in its step." },
  answer_to_a_question: { about: "cardinality", sentence: "Each ApprovalAnswered has an ApprovalAsked in its step." },
  one_completed: { about: "cardinality", sentence: "A run has at most one Completed." },
};

/** A rule that does not hold, and the place of the event that shows it: the one too many, or the one that something is missing to. */
export interface BrokenEventRule {
  readonly rule: EventRule;
  readonly at: number;
  /** Which step and call it is about, and what is wrong, in one sentence. */
  readonly why: string;
}

/** What is known of the events beside themselves. */
export interface EventCheckOptions {
  /** The number of the first step; 1 unless a run took up a session. */
  readonly firstStep?: number;
  /** False where the run was killed, so that ends, completions and answers may be missing. True by default. */
  readonly isWhole?: boolean;
}
