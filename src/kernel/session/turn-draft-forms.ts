import { HANDOFF_PACKET, TUSK_PARTS, TUSK_ROWS } from "../evidence/tusk-schema.ts";
import type { GovernanceProfileInput, PolicyProvenanceInput } from "../evidence/wire.ts";
import { fieldOf, itemOf, joined, without } from "../schema/record-parts.ts";
import { free, list, nullable, optional, record, type Schema, text, truth, map } from "../schema/schema.ts";
import type { GuardDecisions } from "../turn/guarded-requests.ts";
import type { TurnClosing } from "../turn/join-closed.ts";
import type { ToolRequestDraft } from "../turn/tool-requests.ts";
import type { ErrorDraft, ToolResultDraft } from "../turn/tool-results.ts";
import type { HandoffDraft, UseDraft } from "../turn/tool-use.ts";

/* The drafts of a turn as rows keep them: the forms of evidence, less what the doors compute. */

const REQUEST = itemOf(TUSK_ROWS.requests);

/** The form of {@link ToolRequestDraft}. */
export const REQUEST_DRAFT: Schema<ToolRequestDraft> = joined(
  record<{ readonly toolName: string }>({ toolName: text }),
  without(REQUEST, "permission"),
);

/** The form of {@link GuardDecisions}. */
export const GUARD_DECISIONS: Schema<GuardDecisions> = record<GuardDecisions>({
  permissions: map(fieldOf(REQUEST, "permission")),
  guards: TUSK_ROWS.guards,
});

/** The form of {@link ToolResultDraft}. */
export const RESULT_DRAFT: Schema<ToolResultDraft> = joined(
  without(itemOf(TUSK_ROWS.results), "payloadBytes", "shownBytes"),
  record<Pick<ToolResultDraft, "payload" | "shown" | "injectionPoint" | "error">>({
    payload: optional(free),
    shown: text,
    injectionPoint: text,
    error: optional(record<ErrorDraft>({ errorCode: text, retryable: truth, errorMessage: text })),
  }),
);

/** The form of {@link UseDraft}. */
export const USE_DRAFT: Schema<UseDraft> = record<UseDraft>({
  summary: optional(fieldOf(TUSK_PARTS, "summary")),
  intent: optional(fieldOf(TUSK_PARTS, "intent")),
  handoff: optional(
    record<HandoffDraft>({
      target: text,
      returnPathRef: optional(text),
      packet: HANDOFF_PACKET,
      existing: fieldOf(HANDOFF_PACKET, "artifacts"),
    }),
  ),
  notes: optional(list(without(itemOf(TUSK_ROWS.use), "consumedBy"))),
});

const PROVENANCE = record<PolicyProvenanceInput>({
  pinned: truth,
  packageRef: optional(nullable(text)),
  expectedDigest: optional(nullable(text)),
  boundDigest: optional(nullable(text)),
});

type Parts = "handoffIn" | "fanOut" | "autonomy" | "checkpoints" | "compaction" | "exports";

/** The form of {@link TurnClosing}. */
export const TURN_CLOSING: Schema<TurnClosing> = joined(
  without(TUSK_PARTS, "summary", "intent", "handoff"),
  record<Omit<TurnClosing, Parts>>({
    stopReason: text,
    continuationAllowed: truth,
    reminderQueues: list(record<TurnClosing["reminderQueues"][number]>({ queueId: text, reduced: free })),
    stateViews: list(
      record<TurnClosing["stateViews"][number]>({ viewId: text, view: free, sourceRefs: optional(list(text)) }),
    ),
    sessionRefs: list(text),
    trajectoryRefs: list(text),
    guards: TUSK_ROWS.guards,
    governanceProfile: optional(
      record<GovernanceProfileInput>({
        claimId: optional(nullable(text)),
        claimed: truth,
        policyProvenance: optional(nullable(PROVENANCE)),
      }),
    ),
    values: list(free),
  }),
);
