import type { Flag } from "../action.ts";
import { type ActionRows, CONFIG_FLAG, JSON_FLAG } from "../action-row.ts";
import type { EscalationData } from "../actions/escalation.ts";
import type { RetryPolicyData } from "../actions/retry-policy.ts";

/** What the commands on retries answer. */
export interface RetryData {
  readonly "retry.policy": RetryPolicyData;
  readonly "retry.escalation": EscalationData;
}

const PATH: Flag = {
  name: "path",
  value: "PATH",
  summary: "the policy file to check instead of the one that holds here",
};
const CLASS: Flag = {
  name: "class",
  value: "CLASS",
  repeatable: true,
  summary: "a failure class to decide about",
};
const ATTEMPT: Flag = {
  name: "attempt",
  value: "N",
  integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
  default: "1",
  summary: "which attempt has failed",
};

/** The commands on retries. */
export const RETRY_ACTIONS: ActionRows<RetryData> = {
  "retry.policy": {
    id: "retry.policy",
    command: "retry-policy",
    group: "Harness",
    summary: "Show and check the retry policy, its digest, and what it decides about a failure",
    effect: "read",
    flags: [PATH, CLASS, ATTEMPT, CONFIG_FLAG, JSON_FLAG],
    operands: [],
    load: () => import("../actions/retry-policy.ts"),
  },
  "retry.escalation": {
    id: "retry.escalation",
    command: "escalation",
    group: "Harness",
    summary: "Show what a failure would leave on the active issue; nothing is changed",
    effect: "read",
    flags: [
      CLASS,
      ATTEMPT,
      { name: "scope", value: "SCOPE", default: "worker.loop", summary: "what has failed, as the note calls it" },
      { name: "witness", value: "PATH", summary: "the witness of the failure; its classes count behind those given" },
      { name: "issues", value: "PATH", summary: "the issue file, instead of this repository's (PREMATH_ISSUES_PATH)" },
      PATH,
      CONFIG_FLAG,
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/escalation.ts"),
  },
};
