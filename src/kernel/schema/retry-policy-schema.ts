import type { JsonObject } from "../json/value.ts";
import { closed } from "./closed-object.ts";

/* The retry policy file, and what `retry-policy --json` prints; tests hold both against what is printed. */

const TEXT: JsonObject = { type: "string", minLength: 1 };
const TEXTS: JsonObject = { type: "array", minItems: 1, items: TEXT };
const ATTEMPTS: JsonObject = { type: "integer", minimum: 1 };
const TERMS = { maxAttempts: ATTEMPTS, backoffClass: TEXT, escalationAction: TEXT };

/** A retry policy file (contract 3.3); unknown keys are part of its digest, so they are allowed. */
export const RETRY_POLICY: JsonObject = {
  ...closed({
    schema: { const: 1 },
    policyKind: { const: "ci.harness.retry.policy.v1" },
    policyId: TEXT,
    policyDigest: { type: "string", pattern: "^pol1_[0-9a-f]{64}$" },
    defaultRule: { ...closed(TERMS), additionalProperties: true },
    rules: {
      type: "array",
      minItems: 1,
      items: { ...closed({ ruleId: TEXT, failureClasses: TEXTS, ...TERMS }), additionalProperties: true },
    },
  }),
  additionalProperties: true,
};

const WAIT: JsonObject = { type: "integer", minimum: 0 };
const DECISION = {
  ...TERMS,
  attempt: ATTEMPTS,
  retry: { type: "boolean" },
  ruleId: TEXT,
  matchedFailureClass: TEXT,
  failureClasses: { type: "array", items: TEXT },
} satisfies JsonObject;

/** What `retry-policy --json` prints. */
export const RETRY_POLICY_OUTPUT: JsonObject = closed(
  { action: { const: "retry-policy" }, path: { type: ["string", "null"] }, policy: RETRY_POLICY },
  { decision: closed({ ...DECISION, waitMs: WAIT }) },
);

const PLAN: JsonObject = {
  oneOf: [
    closed({ kind: { const: "retry" }, waitMs: WAIT }),
    closed({ kind: { const: "stop" } }),
    closed({ kind: { const: "issue_discover" }, parent: TEXT, title: TEXT, description: TEXT, note: TEXT }),
    closed({ kind: { const: "mark_blocked" }, id: TEXT, notes: TEXT, note: TEXT }),
  ],
};

/** What `escalation --json` prints. */
export const ESCALATION_OUTPUT: JsonObject = closed({
  action: { const: "escalation" },
  scope: { type: "string" },
  policyDigest: { type: "string", pattern: "^pol1_[0-9a-f]{64}$" },
  decision: closed(DECISION),
  plan: PLAN,
  issue: { oneOf: [{ type: "null" }, closed({ id: TEXT, source: TEXT })] },
  noteDigest: { oneOf: [{ type: "null" }, { type: "string", pattern: "^note1_[0-9a-f]{64}$" }] },
});
