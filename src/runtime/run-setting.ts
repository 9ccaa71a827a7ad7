import type {
  BoundActionMode,
  BoundValues,
  HandoffReceived,
  Json,
  RunTerms,
  Sha256,
  ToolResultDraft,
  UseDraft,
  Utf8,
} from "#kernel";
import type { CancelSignal, Clock, EventSink, Journal, Model, PermissionKeeper, ToolDesk, WitnessStore } from "#ports";
import type { CheckpointApprover } from "./checkpoint.ts";
import type { Guard } from "./guard.ts";
import type { OutputReader } from "./output-reader.ts";
import type { BoundPolicy } from "./policies.ts";
import type { StateView } from "./state-view.ts";

/** Everything that one run is made of: adapters as ports, policies as values. Nothing else reaches it. */
export interface RunSetting {
  readonly sessionId: string;
  readonly correlationId: string;
  /** The session and the call that this one works for. */
  readonly parent?: { readonly sessionId: string; readonly toolCallId: string } | undefined;
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly clock: Clock;
  readonly model: Model;
  readonly desk: ToolDesk;
  readonly journal: Journal;
  readonly policies: BoundValues;
  /** Schemas and examples of the tools, as evidence names them. */
  readonly toolValues: readonly Json[];
  readonly terms: RunTerms;
  readonly mode: BoundActionMode;
  readonly policy: BoundPolicy;
  readonly permissions: PermissionKeeper | undefined;
  readonly checkpoint: CheckpointApprover | undefined;
  readonly guards: readonly Guard[];
  readonly views: readonly StateView[];
  readonly output: OutputReader;
  /** What somebody wants the model to be told, taken once (R21). */
  readonly reminders: () => readonly string[];
  /** Whether each turn's evidence is digested as it closes, or when somebody asks. */
  readonly evidence: "each_turn" | "on_demand";
  readonly witnesses: WitnessStore | undefined;
  readonly emit: EventSink;
  readonly signal: CancelSignal;
  /** What a turn that is about to close makes of its results; undefined: nothing but looking at them. */
  readonly intends?: TurnIntention | undefined;
  /** The packet that the run goes on from, checked right before. */
  readonly handoffIn?: HandoffGiven | undefined;
}

/** A packet as the run's first row has it. */
export type HandoffGiven = Omit<HandoffReceived, "kind">;

/** A turn whose calls have ended, as {@link TurnIntention} sees it. */
export interface EndedCalls {
  readonly step: number;
  readonly stopReason: string;
  readonly results: readonly ToolResultDraft[];
}

/** Says what a turn's results are used for: the mutation it intends, a handoff, a summary (K06). It reads and changes nothing. */
export type TurnIntention = (calls: EndedCalls) => UseDraft | undefined;
