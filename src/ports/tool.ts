import type {
  AliasTable,
  Effect,
  Json,
  JsonObject,
  Repair,
  ResultEvidence,
  ToolFailure,
  TruncationPolicy,
} from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Clock } from "./clock.ts";
import type { ArtifactStore } from "./handoffs.ts";
import type { PermissionKeeper, PermissionVerdict } from "./permission.ts";
import type { ShellRow } from "./sandbox.ts";
import type { SchemaResult } from "./standard-schema.ts";
import type { ArtifactRow, Workspace, WorkspaceRecord, WorkspaceSession } from "./workspace.ts";

/** What a tool is given beside its arguments. */
export interface ToolContext {
  /** The same for everything that one run does. */
  readonly correlationId: string;
  readonly stepId: string;
  readonly toolCallId: string;
  /** Aborted when the call is cancelled or has taken too long. */
  readonly signal: CancelSignal;
  readonly workspace: Workspace;
  readonly clock: Clock;
}

/** A tool made ready: what the model is told of it, and how a call is checked and run. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments, as it is advertised. */
  readonly schema: JsonObject;
  /** The JSON Schema of the output; undefined when the tool promises nothing about it. */
  readonly outputSchema: Json | undefined;
  /** Arguments that fit, for the model to learn from. */
  readonly examples: readonly JsonObject[];
  readonly effects: readonly Effect[];
  /** Names that models give for declared ones, beyond the kernel's table. */
  readonly aliases: AliasTable;
  readonly timeoutMs: number;
  /** What the arguments' schema says of JSON; the value is what `run` gets. */
  checkArgs(args: Json): SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
  checkOutput(output: unknown): SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
  /** Throws `ToolFailed` for what the model may correct; anything else that is thrown is an error of the run (DESIGN 18). */
  run(args: unknown, context: ToolContext): unknown;
}

/** Tools under distinct names, in the order in which they are advertised. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
}

/** One call as the model wrote it: the arguments are text that nobody has read yet. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly tool: string;
  readonly argumentsText: string;
}

/** What calls of one step are run with. */
export interface CallSetting {
  readonly correlationId: string;
  readonly stepId: string;
  readonly signal: CancelSignal;
  readonly workspace: WorkspaceSession;
  readonly clock: Clock;
  readonly truncation: TruncationPolicy;
  /** Where results that are cut are kept whole; nowhere unless it is given (R23). */
  readonly artifacts?: ArtifactStore;
  /** What another throw than `ToolFailed` is: an error of the run (library) or a failure that the model is told (harness preset). */
  readonly onThrow: "raise" | "answer";
  /** Who says whether a call runs; absent where that was settled before, as by a person who makes the call. */
  readonly permissions?: PermissionKeeper;
}

/** What one call left: the files it read and wrote, and the command it ran. */
export interface CallRecord extends WorkspaceRecord {
  /** Written by the sandbox's own tools, never taken from an output. */
  readonly shell?: ShellRow;
}

/** How one call ended, with everything that evidence asks for. */
export interface Settlement {
  readonly toolCallId: string;
  readonly tool: string;
  /** Whether the tool's code was started. */
  readonly executed: boolean;
  readonly outcome: "ok" | "failed" | "denied" | "timeout" | "interrupted";
  /** Absent when the arguments could not be used. */
  readonly args?: JsonObject;
  readonly repairs: readonly Repair[];
  /** The output, or the failure, as JSON. */
  readonly payload: Json;
  /** What the model sees of the payload. */
  readonly shown: string;
  readonly truncation?: NonNullable<ResultEvidence["truncation"]>;
  readonly failure?: ToolFailure;
  readonly reads: readonly string[];
  readonly artifacts: readonly ArtifactRow[];
  /** What stands behind the command that it ran; absent when it ran none. */
  readonly shell?: ShellRow;
  /** The last word on whether it may run; absent where nobody was to be asked. */
  readonly permission?: PermissionVerdict;
}
