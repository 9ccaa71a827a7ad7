import type { Json, JsonObject } from "../json/value.ts";
import type { GuardStage, SpecValues } from "../spec/spec-values.ts";
import type { HandoffReceived, RunTerms } from "./session-event.ts";

/** A tool as the model was told of it: nothing of it can run. */
export interface TapedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly examples: readonly JsonObject[];
}

/** A run begins: everything that it is made of, and what it was asked. The first row of every recorded run. */
export interface TapeOpened {
  readonly kind: "tape.opened";
  readonly launch: "start" | "resume";
  readonly sessionId: string;
  readonly correlationId: string;
  readonly parent?: { readonly sessionId: string; readonly toolCallId: string };
  readonly input?: string;
  /** The packet that the run goes on from. */
  readonly handoffIn?: Omit<HandoffReceived, "kind">;
  readonly spec: SpecValues;
  readonly values: readonly Json[];
  readonly terms: RunTerms;
  readonly tools: readonly TapedTool[];
  readonly guards: readonly { readonly id: string; readonly stage: GuardStage }[];
  readonly views: readonly { readonly viewId: string; readonly isRendered: boolean }[];
  readonly ports: {
    readonly streams: boolean;
    readonly permissions: boolean;
    readonly checkpoint: boolean;
    readonly witnesses: boolean;
    readonly evidence: "each_turn" | "on_demand";
    /** Somebody says what a turn's results are used for; absent where nobody does. */
    readonly intends?: true;
  };
  /** The rows that the session had; absent where the runs recorded before this one wrote exactly those. */
  readonly before?: readonly JsonObject[];
}

/** The model was asked: the digest of the whole request. */
export interface TapeAsked {
  readonly kind: "tape.asked";
  readonly request: string;
}

/** How the model failed; without a code it threw what is no failure of a model. */
export interface TapedFailure {
  readonly code?: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** What the model said, piece by piece, and how it failed where it did. */
export interface TapeReplied {
  readonly kind: "tape.replied";
  readonly chunks: readonly Json[];
  readonly failed?: TapedFailure;
  /** Of both: pieces are heard, and only the whole reply becomes a row. */
  readonly digest: string;
}

/** What the world answered beside the model, and what each answer is about. */
export const TAPE_ANSWERS = {
  "tape.clock": "what time it was",
  "tape.prepared": "what became of the arguments of a call",
  "tape.ran": "what a call gave",
  "tape.permission": "whether a call may run",
  "tape.guard": "what a guardrail said",
  "tape.checkpoint": "what a person said at a checkpoint",
  "tape.view": "a view of the state",
  "tape.rendered": "what the model is shown of a view",
  "tape.output": "what the reader of the final answer said",
  "tape.decided": "what the policy decided about a fault",
  "tape.intended": "what a turn's results are used for",
  "tape.reminded": "what somebody wants the model to be told",
} as const;
export type TapeAnswerKind = keyof typeof TAPE_ANSWERS;

/** One answer of the world. `key`: the call, guardrail or view that it is about. Neither value nor fault: nothing was answered. */
export interface TapeAnswerOf<K extends TapeAnswerKind> {
  readonly kind: K;
  readonly key: string;
  /** Whether the run had to wait for it. */
  readonly waited: boolean;
  /** How many rows were given for it before; absent where none was. */
  readonly given?: number;
  readonly value?: Json;
  /** It threw instead; without a message what it threw was no error. */
  readonly threw?: { readonly message?: string };
}

export type TapeAnswer = { readonly [K in TapeAnswerKind]: TapeAnswerOf<K> }[TapeAnswerKind];

/** A row of the session's journal that the run wrote. */
export interface TapeRow {
  readonly kind: "tape.row";
  readonly event: JsonObject;
}

/** A row of the session's journal that was written for a call under way: a person's answer, a sub-agent's budget. */
export interface TapeGiven {
  readonly kind: "tape.given";
  readonly event: JsonObject;
  /** How many rows the run had before it. */
  readonly place: number;
}

/** The run noticed that it was called off: it had looked in vain so often since the row before. */
export interface TapeCancelled {
  readonly kind: "tape.cancelled";
  readonly looks: number;
  /** Why, where somebody said so in words. */
  readonly reason?: string;
}

/** The session's journal could not be written. */
export interface TapeUnwritten {
  readonly kind: "tape.unwritten";
  readonly message: string;
}

/** The end of the run. */
export interface TapeEnded {
  readonly kind: "tape.ended";
  readonly phase: "Completed" | "Failed" | "Interrupted";
  readonly steps: number;
}

/** What stands in place of a row where no data may be kept (DESIGN 21). */
export interface TapeSealed {
  readonly kind: "tape.sealed";
  readonly of: string;
  readonly digest: string;
}

/** Everything that a cassette holds: what the world gave to a run, in the order in which the run took it, and the rows that came of it (R24). */
export type TapeEntry =
  | TapeOpened
  | TapeAsked
  | TapeReplied
  | TapeAnswer
  | TapeRow
  | TapeGiven
  | TapeCancelled
  | TapeUnwritten
  | TapeEnded
  | TapeSealed;
