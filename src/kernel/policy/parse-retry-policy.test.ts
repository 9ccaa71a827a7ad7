import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import type { Json, JsonObject } from "../json/value.ts";
import { HARNESS_RETRY_POLICY } from "./harness-retry-policy.ts";
import { parseRetryPolicy } from "./parse-retry-policy.ts";
import { retryPolicyDigest } from "./retry.ts";

const RULE = { ruleId: "r", failureClasses: ["a"], maxAttempts: 1, backoffClass: "none", escalationAction: "stop" };

function sealed(body: JsonObject): JsonObject {
  return { ...body, policyDigest: retryPolicyDigest(sha256, body) };
}

function changed(change: JsonObject): JsonObject {
  return sealed({ ...HARNESS_RETRY_POLICY, ...change });
}

test("the canonical policy with its digest is believed (M10)", () => {
  const file = sealed(HARNESS_RETRY_POLICY);
  expect(parseRetryPolicy(sha256, file)).toEqual({ ok: true, policy: file });
});

test("texts are trimmed and classes deduplicated; the digest is over the file as written, unknown keys included", () => {
  const rules = [
    { ...RULE, ruleId: " r ", failureClasses: [" a ", "a", "b"], backoffClass: " none ", escalationAction: " x " },
  ];
  const file = changed({ policyId: " p ", note: "kept", rules });
  const { schema, policyKind, defaultRule } = HARNESS_RETRY_POLICY;
  const rule = { ...RULE, failureClasses: ["a", "b"], escalationAction: "x" };
  const policyDigest = file["policyDigest"];
  expect(parseRetryPolicy(sha256, file)).toEqual({
    ok: true,
    policy: { schema, policyKind, policyId: "p", policyDigest, defaultRule, rules: [rule] },
  });
});

describe("a policy of another form is refused (M10)", () => {
  test.each<[Json, string]>([
    [[], "the root must be an object"],
    [changed({ schema: 2 }), "schema must be 1"],
    [changed({ schema: true }), "schema must be 1"],
    [changed({ policyKind: "other" }), "policyKind must be ci.harness.retry.policy.v1"],
    [changed({ policyId: " " }), "policyId must be a non-empty string"],
    [{ ...HARNESS_RETRY_POLICY }, "policyDigest must be a non-empty string"],
    [changed({ defaultRule: null }), "defaultRule must be an object"],
    [changed({ defaultRule: { ...RULE, maxAttempts: 0 } }), "defaultRule.maxAttempts must be an integer >= 1"],
    [changed({ defaultRule: { ...RULE, maxAttempts: 1.5 } }), "defaultRule.maxAttempts must be an integer >= 1"],
    [changed({ defaultRule: { ...RULE, maxAttempts: "3" } }), "defaultRule.maxAttempts must be an integer >= 1"],
    [changed({ defaultRule: { ...RULE, backoffClass: "" } }), "defaultRule.backoffClass must be a non-empty string"],
    [
      changed({ defaultRule: { ...RULE, escalationAction: 1 } }),
      "defaultRule.escalationAction must be a non-empty string",
    ],
    [changed({ rules: {} }), "rules must be a non-empty list"],
    [changed({ rules: [] }), "rules must be a non-empty list"],
    [changed({ rules: [RULE, "x"] }), "rules[1] must be an object"],
    [changed({ rules: [{ ...RULE, maxAttempts: 0 }] }), "rules[0].maxAttempts must be an integer >= 1"],
    [changed({ rules: [{ ...RULE, ruleId: "" }] }), "rules[0].ruleId must be a non-empty string"],
    [changed({ rules: [{ ...RULE, ruleId: "default" }] }), 'rules[0].ruleId "default" is taken'],
    [changed({ rules: [RULE, { ...RULE, failureClasses: ["b"] }] }), 'rules[1].ruleId "r" is taken'],
    [changed({ rules: [RULE, { ...RULE, ruleId: "s", failureClasses: ["b", "a"] }] }), '"a" is in rules r and s'],
    [
      changed({ rules: [{ ...RULE, failureClasses: "a" }] }),
      "rules[0].failureClasses must be a non-empty list of non-empty strings",
    ],
    [
      changed({ rules: [{ ...RULE, failureClasses: [] }] }),
      "rules[0].failureClasses must be a non-empty list of non-empty strings",
    ],
    [
      changed({ rules: [{ ...RULE, failureClasses: ["a", " "] }] }),
      "rules[0].failureClasses must be a non-empty list of non-empty strings",
    ],
    [
      changed({ rules: [{ ...RULE, failureClasses: ["a", 1] }] }),
      "rules[0].failureClasses must be a non-empty list of non-empty strings",
    ],
  ])("case %#", (file, message) => {
    expect(parseRetryPolicy(sha256, file)).toEqual({ ok: false, failureClass: "retry_policy_invalid_shape", message });
  });
});

test("a digest of another kind, or of another policy, is refused in the contract's words", () => {
  const expected = retryPolicyDigest(sha256, HARNESS_RETRY_POLICY);
  const invalid = { ok: false, failureClass: "retry_policy_invalid_digest" };
  expect(parseRetryPolicy(sha256, { ...HARNESS_RETRY_POLICY, policyDigest: "sha256:00" })).toEqual({
    ...invalid,
    message: "policyDigest must start with pol1_",
  });
  expect(parseRetryPolicy(sha256, { ...HARNESS_RETRY_POLICY, policyDigest: "pol1_00" })).toEqual({
    ...invalid,
    message: `policyDigest mismatch (expected ${expected}, got pol1_00)`,
  });
});
