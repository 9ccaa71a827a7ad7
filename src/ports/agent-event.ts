import type { AgentErrorKind, FailClass, Json, JsonObject, PolicyDecision, ToolFailure } from "#kernel";
import type { ModelUsage } from "./model.ts";
import type { PermissionQuestion } from "./permission.ts";

/**
 * What happened in a run, as its observers hear it: facts, in order, each only after it is durable; deltas and lines of output are told
 * as they come. The first six are 002's.
 */
export type AgentEvent =
  | { readonly kind: "StepStarted"; readonly step: number; readonly callId: string }
  | {
      readonly kind: "ModelResponded";
      readonly step: number;
      readonly stopReason: string;
      readonly text: string;
      readonly calls: number;
      readonly usage: ModelUsage;
    }
  | {
      readonly kind: "ToolDispatched";
      readonly step: number;
      readonly toolCallId: string;
      readonly tool: string;
      readonly args: JsonObject;
    }
  | {
      readonly kind: "ToolCompleted";
      readonly step: number;
      readonly toolCallId: string;
      readonly tool: string;
      readonly outcome: "ok" | "failed" | "denied" | "timeout" | "interrupted";
      /** What the model is shown. */
      readonly shown: string;
      readonly failure?: ToolFailure;
    }
  /** The end of a step that did not close. `cancelled` leads to the phase `Interrupted`. */
  | {
      readonly kind: "StepFailed";
      readonly step: number;
      readonly error: AgentErrorKind | "cancelled";
      readonly reason: string;
    }
  | { readonly kind: "Completed"; readonly steps: number; readonly output: Json }
  /** The end of a step that closed: every call answered, the gate content. */
  | { readonly kind: "StepClosed"; readonly step: number; readonly evidenceDigest?: string }
  /** The end of a step that the gate refused; the model was answered, and the loop goes on. */
  | { readonly kind: "StepRefused"; readonly step: number; readonly classes: readonly FailClass[] }
  | { readonly kind: "TextDelta"; readonly step: number; readonly text: string }
  | { readonly kind: "ThinkingDelta"; readonly step: number; readonly text: string }
  | {
      readonly kind: "ToolCallDelta";
      readonly step: number;
      readonly providerCallId: string;
      readonly argumentsText: string;
    }
  | {
      readonly kind: "ToolOutput";
      readonly step: number;
      readonly toolCallId: string;
      readonly stream: "stdout" | "stderr";
      readonly line: string;
    }
  | {
      readonly kind: "GuardDecided";
      readonly step: number;
      readonly stage: string;
      readonly guardrailId: string;
      readonly decision: "pass" | "trigger" | "error";
    }
  | { readonly kind: "ApprovalAsked"; readonly step: number; readonly question: PermissionQuestion }
  | {
      readonly kind: "ApprovalAnswered";
      readonly step: number;
      readonly toolCallId: string;
      readonly decision: "approved" | "refused" | "expired";
    }
  | {
      readonly kind: "BudgetSpent";
      readonly step: number;
      readonly left: { readonly steps: number; readonly tokens?: number; readonly costMicros?: number };
    }
  | {
      readonly kind: "PolicyDecided";
      readonly step: number;
      readonly error: AgentErrorKind;
      readonly decision: PolicyDecision;
    };

/** Hears events, one after another. What it throws is its own affair: neither the run nor another observer notices. */
export type EventSink = (event: AgentEvent) => void;
