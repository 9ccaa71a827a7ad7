import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import type { Json, JsonObject } from "../json/value.ts";
import { HARNESS_RETRY_POLICY } from "./harness-retry-policy.ts";
import { parseRetryPolicy } from "./parse-retry-policy.ts";
import { decideRetry, retryPolicyDigest } from "./retry.ts";

const TERMS = { maxAttempts: 1, backoffClass: "none", escalationAction: "stop" };
const RULE = { ruleId: "r", failureClasses: ["a"], ...TERMS };

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

test("texts are trimmed and classes deduplicated, what is none passed over; the digest is over the file as written, unknown keys included", () => {
  const rules = [
    {
      ...RULE,
      ruleId: " r ",
      failureClasses: [" a ", "a", " ", 1, "b"],
      backoffClass: " none ",
      escalationAction: " x ",
    },
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

test("the default rule may go by a name of its own, which decisions tell (M10)", () => {
  const reading = parseRetryPolicy(sha256, changed({ defaultRule: { ...TERMS, ruleId: " other " } }));
  expect(reading).toMatchObject({ ok: true, policy: { defaultRule: { ruleId: "other" } } });
  const policy = reading.ok ? reading.policy : HARNESS_RETRY_POLICY;
  expect(decideRetry(policy, { failureClasses: ["unheard_of"], attempt: 1 })).toMatchObject({ ruleId: "other" });
});

describe("a policy of another form is refused in the reference's words (M10)", () => {
  test.each<[Json, string]>([
    [[], "retry policy root must be an object"],
    [changed({ schema: 2 }), "retry policy schema must be 1"],
    [changed({ schema: true }), "retry policy schema must be 1"],
    [changed({ policyKind: 1 }), "policyKind must be a non-empty string"],
    [changed({ policyKind: "other" }), "policyKind must be 'ci.harness.retry.policy.v1' (got 'other')"],
    [changed({ policyId: " " }), "policyId must be a non-empty string"],
    [{ ...HARNESS_RETRY_POLICY }, "policyDigest must be a non-empty string"],
    [changed({ defaultRule: null }), "defaultRule.maxAttempts must be an integer >= 1"],
    [changed({ defaultRule: { ...TERMS, ruleId: "" } }), "defaultRule.ruleId must be a non-empty string"],
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
    // The id is looked at first.
    [changed({ rules: [{ ...RULE, ruleId: "", maxAttempts: 0 }] }), "rules[0].ruleId must be a non-empty string"],
    [changed({ rules: [{ ...RULE, ruleId: "default" }] }), "duplicate ruleId in rules: 'default'"],
    [changed({ defaultRule: { ...TERMS, ruleId: "r" }, rules: [RULE] }), "duplicate ruleId in rules: 'r'"],
    [changed({ rules: [RULE, { ...RULE, failureClasses: ["b"] }] }), "duplicate ruleId in rules: 'r'"],
    [
      changed({
        rules: [
          { ...RULE, failureClasses: ["b", "a"] },
          { ...RULE, ruleId: "s", failureClasses: ["b", "a"] },
        ],
      }),
      "failureClasses must be disjoint across rules (duplicate 'a' in 'r' and 's')",
    ],
    [changed({ rules: [{ ...RULE, failureClasses: "a" }] }), "rules[0].failureClasses must be a non-empty list"],
    [changed({ rules: [{ ...RULE, failureClasses: [] }] }), "rules[0].failureClasses must be a non-empty list"],
    [
      changed({ rules: [{ ...RULE, failureClasses: [" ", 1, null] }] }),
      "rules[0].failureClasses must contain non-empty strings",
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
    message: "policyDigest must use pol1_ prefix",
  });
  expect(parseRetryPolicy(sha256, { ...HARNESS_RETRY_POLICY, policyDigest: "pol1_00" })).toEqual({
    ...invalid,
    message: `policyDigest mismatch (expected ${expected}, got pol1_00)`,
  });
});
