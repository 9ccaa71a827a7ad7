import type { JsonObject, Repair, ToolFailure, ToolResultDraft, TruncationPolicy } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** A call whose arguments were read, repaired and checked. Only the desk that prepared it runs it. */
export interface DeskCall {
  readonly toolCallId: string;
  readonly tool: Tool;
  /** After repairs: what runs, and what evidence holds. */
  readonly args: JsonObject;
  readonly repairs: readonly Repair[];
}

/** A call that may run, or what the model is told instead. */
export type DeskPreparing =
  | { readonly ok: true; readonly call: DeskCall }
  | { readonly ok: false; readonly failure: ToolFailure };

/** Where a call stands in its turn, and what bounds it. */
export interface DeskPlace {
  readonly correlationId: string;
  readonly stepId: string;
  readonly signal: CancelSignal;
  readonly truncation: TruncationPolicy;
  readonly seq: number;
  readonly order: number;
  readonly injectionPoint: string;
}

/**
 * Where calls become results: the tool boundary as a run sees it (T01-T03). `run` answers with every end of a call that a model may
 * hear of, and throws or rejects only where the tool itself broke (DESIGN 18). A promise only where something takes its time.
 */
export interface ToolDesk {
  /** In the order in which they are advertised. */
  readonly tools: readonly Tool[];
  prepare(call: ToolCall, signal: CancelSignal): DeskPreparing | Promise<DeskPreparing>;
  run(call: DeskCall, place: DeskPlace): ToolResultDraft | Promise<ToolResultDraft>;
}
