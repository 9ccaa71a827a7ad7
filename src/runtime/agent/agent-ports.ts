import type { Sha256, Utf8 } from "#kernel";
import type { ArtifactStore, CancelSignal, Clock, Journal, Tool, ToolDesk, ToolSet, WorkspaceSession } from "#ports";

/** What a run is called off by. */
export interface CancelSwitch {
  readonly signal: CancelSignal;
  cancel(reason: unknown): void;
}

/** What agents need of the world, once for all of them. */
export interface AgentPorts {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly clock: Clock;
  /** A new name that nothing else has. */
  newId(): string;
  newSwitch(): CancelSwitch;
  toolSet(tools: readonly Tool[]): ToolSet;
  desk(options: {
    readonly set: ToolSet;
    readonly workspace: WorkspaceSession | undefined;
    readonly clock: Clock;
    readonly onThrow: "raise" | "answer";
    readonly artifacts: ArtifactStore | undefined;
  }): ToolDesk;
  /** A journal that lives as long as the process. */
  memoryJournal(sessionId: string, clock: Clock): Journal;
}
