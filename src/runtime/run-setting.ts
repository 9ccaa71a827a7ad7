import type { BoundActionMode, BoundValues, Budget, ExecutionPattern, Json, Sha256, Utf8 } from "#kernel";
import type { CancelSignal, Clock, EventSink, Journal, Model, PermissionKeeper, ToolDesk } from "#ports";
import type { Guard } from "./guard.ts";
import type { OutputReader } from "./output-reader.ts";
import type { BoundPolicy } from "./policies.ts";

/** Everything that one run is made of: adapters as ports, policies as values. Nothing else reaches it. */
export interface RunSetting {
  readonly sessionId: string;
  readonly correlationId: string;
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly clock: Clock;
  readonly model: Model;
  readonly desk: ToolDesk;
  readonly journal: Journal;
  readonly policies: BoundValues;
  readonly specDigest: string;
  /** Schemas and examples of the tools, as evidence names them. */
  readonly toolValues: readonly Json[];
  readonly mode: BoundActionMode;
  readonly pattern: ExecutionPattern;
  readonly system: string;
  readonly policy: BoundPolicy;
  readonly budget: Budget;
  readonly limits: RunLimits;
  readonly permissions: PermissionKeeper | undefined;
  readonly guards: readonly Guard[];
  readonly output: OutputReader;
  readonly emit: EventSink;
  readonly signal: CancelSignal;
}

/** The numbers that bound a run beside its budget (DESIGN 20). */
export interface RunLimits {
  /** What a request may hold at most, by a rough count. */
  readonly requestTokens: number;
  readonly outputTokens: number;
  /** How often the same calls may have the same results in a row before the policy is asked (PEERS 9, 10). */
  readonly repetitions: number;
}
