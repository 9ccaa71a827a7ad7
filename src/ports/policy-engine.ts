import type { AgentErrorKind, JsonObject, PolicyDecision } from "#kernel";

/** What went wrong in a run, as a policy and an operator see it. Never shown to the model: it may hold what the model or a tool wrote. */
export interface AgentFault {
  readonly category: AgentErrorKind;
  readonly step: number;
  readonly message: string;
  /** Of `InvalidModelAction`: what was asked, bounded. */
  readonly toolName?: string;
  readonly receivedArgs?: string;
  readonly replyDigest?: string;
  /** Of calls that could not be prepared, or broke: which of the four ways it was. */
  readonly dispatch?: "UnknownTool" | "InvalidArgs" | "Execution" | "Serialization";
  readonly retryable?: boolean;
  readonly details?: JsonObject;
  readonly cause?: unknown;
}

/** What a policy may know of a run: it decides by this and the fault alone (R05). */
export interface AgentView {
  readonly userInput: string;
  readonly stepCount: number;
  readonly correlationId: string;
}

/** Decides what follows from an error. Pure and synchronous: a throw, a promise or an answer that is none of the four is a violation. */
export interface PolicyEngine {
  onModelError(state: AgentView, fault: AgentFault): PolicyDecision;
  onToolError(state: AgentView, fault: AgentFault): PolicyDecision;
}
