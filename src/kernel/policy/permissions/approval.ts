import { type Digest, digestIn, digestJson, type Sha256 } from "../../digest/digest.ts";
import type { PermissionEvidence } from "../../evidence/tusk-evidence.ts";
import { compareTimestamps, parseTimestamp, type Timestamp } from "../../issues/timestamp.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { findMisfit } from "../../schema/misfit.ts";
import { digest, record, type Schema, text, words } from "../../schema/schema.ts";
import type { PermissionDecision } from "./decide.ts";

/** A person's answer to one question, as a row. It is bound to the arguments and the rules that were asked about, and it ends. */
export interface Approval {
  readonly argsDigest: string;
  readonly policyDigest: string;
  readonly ruleId: string;
  readonly decision: "approved" | "refused";
  readonly by: string;
  readonly at: string;
  readonly expiresAt: string;
  /** `once`: this call and no other. `session`: the same arguments again in the same session. */
  readonly scope: "once" | "session";
  readonly sessionId: string;
  readonly toolCallId: string;
}

/** The form of an approval row. */
export const APPROVAL: Schema<Approval> = record<Approval>({
  argsDigest: digest,
  policyDigest: digest,
  ruleId: text,
  decision: words("approved", "refused"),
  by: text,
  at: text,
  expiresAt: text,
  scope: words("once", "session"),
  sessionId: text,
  toolCallId: text,
});

/** What keeps a value from being an approval; undefined where it is one. */
export function approvalProblem(value: Json): string | undefined {
  const misfit = findMisfit(value, APPROVAL.node, "approval");
  return misfit && `${misfit.path} ${misfit.problem}`;
}

/** The digest of an approval row, by which evidence names it. */
export function approvalRef(sha256: Sha256, approval: Approval): Digest {
  return digestIn(sha256, "tusk.approval.v1", { ...approval });
}

/** The question that was asked, and the moment at which the call wants to run. */
export interface Asked {
  readonly tool: string;
  readonly args: JsonObject;
  readonly policyDigest: string;
  readonly decision: PermissionDecision;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly now: Timestamp;
}

/** What an approval's `argsDigest` is of: tool and arguments, so that an answer about one is none about another. */
export function permissionArgsDigest(sha256: Sha256, tool: string, args: JsonObject): Digest {
  return digestJson(sha256, { tool, args });
}

/**
 * The last word on a call (T08). Rules that allow or deny have it themselves; a question is answered by an approval of exactly these
 * arguments under exactly these rules that has not expired. No answer is `expired`, one about something else is `deny`.
 */
export function settleApproval(asked: Asked, approval: Approval | undefined, sha256: Sha256): PermissionEvidence {
  const { effect, ruleId } = asked.decision;
  if (effect !== "ask") return { decision: effect, ruleId };
  if (approval === undefined) return { decision: "expired", ruleId };
  const named = { ruleId, approvalRef: approvalRef(sha256, approval) };
  if (!isAbout(asked, approval, sha256)) return { decision: "deny", ...named };
  if (!isCurrent(approval, asked.now)) return { decision: "expired", ...named };
  // A row that came from elsewhere may say anything: one word approves, every other refuses.
  return { decision: approval.decision === "approved" ? "approved" : "refused", ...named };
}

function isAbout(asked: Asked, approval: Approval, sha256: Sha256): boolean {
  return (
    approval.argsDigest === permissionArgsDigest(sha256, asked.tool, asked.args) &&
    approval.policyDigest === asked.policyDigest &&
    approval.ruleId === asked.decision.ruleId &&
    approval.sessionId === asked.sessionId &&
    (approval.scope === "session" || approval.toolCallId === asked.toolCallId)
  );
}

/** From the moment it was given until before it ends; a moment that cannot be read is no moment. */
function isCurrent({ at, expiresAt }: Approval, now: Timestamp): boolean {
  const given = parseTimestamp(at);
  const end = parseTimestamp(expiresAt);
  if (given === undefined || end === undefined) return false;
  return compareTimestamps(given, now) <= 0 && compareTimestamps(now, end) < 0;
}
