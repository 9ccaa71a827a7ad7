import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { HARNESS_RETRY_POLICY, verificationClassOf } from "./harness-retry-policy.ts";
import { classifyFailure, decideRetry, ESCALATIONS, parseEscalationAction, retryPolicyDigest } from "./retry.ts";

function decide(attempt: number, ...failureClasses: readonly string[]): unknown {
  return decideRetry(HARNESS_RETRY_POLICY, { failureClasses, attempt });
}

test("the canonical policy has the contract's digest (M10, contract 3.3)", () => {
  expect(retryPolicyDigest(sha256, HARNESS_RETRY_POLICY)).toBe(
    "pol1_85f35a1dd21bbfd1bd8c0b1e999303dba5f905e75ffe7eb8be25d581296ec0c7",
  );
});

describe("the first class that has a rule decides (K14, M10)", () => {
  test("a transient failure is tried three times, then an issue tells of it", () => {
    const decision = {
      maxAttempts: 3,
      backoffClass: "exponential_short",
      escalationAction: "issue_discover",
      ruleId: "transient_retry",
      matchedFailureClass: "gate_timeout",
      failureClasses: ["gate_timeout"],
    };
    expect(decide(1, "gate_timeout")).toEqual({ ...decision, attempt: 1, retry: true });
    expect(decide(2, "gate_timeout")).toEqual({ ...decision, attempt: 2, retry: true });
    expect(decide(3, "gate_timeout")).toEqual({ ...decision, attempt: 3, retry: false });
    expect(decide(4, "gate_timeout")).toEqual({ ...decision, attempt: 4, retry: false });
  });

  test("a semantic failure is never tried again", () => {
    expect(decide(1, "check_failed")).toEqual({
      attempt: 1,
      retry: false,
      maxAttempts: 1,
      backoffClass: "none",
      escalationAction: "mark_blocked",
      ruleId: "semantic_no_retry",
      matchedFailureClass: "check_failed",
      failureClasses: ["check_failed"],
    });
  });

  test("in the order given; the report is trimmed, sorted and without repeats", () => {
    expect(decide(1, "unheard_of", " flaky_io ", "check_failed", "flaky_io", "")).toEqual({
      attempt: 1,
      retry: true,
      maxAttempts: 3,
      backoffClass: "exponential_short",
      escalationAction: "issue_discover",
      ruleId: "transient_retry",
      matchedFailureClass: "flaky_io",
      failureClasses: ["check_failed", "flaky_io", "unheard_of"],
    });
  });

  test("else the default rule stops, with the first class as the match", () => {
    const stopped = {
      attempt: 1,
      retry: false,
      maxAttempts: 1,
      backoffClass: "none",
      escalationAction: "stop",
      ruleId: "default",
    };
    expect(decide(1, "unheard_of", "another")).toEqual({
      ...stopped,
      matchedFailureClass: "unheard_of",
      failureClasses: ["another", "unheard_of"],
    });
    expect(decide(1)).toEqual({
      ...stopped,
      matchedFailureClass: "pipeline_missing_failure_class",
      failureClasses: [],
    });
  });

  test.each([0, -1, 1.5, Number.NaN])("attempt %d is none, and nothing is retried on it", (attempt) => {
    expect(decide(attempt, "flaky_io")).toMatchObject({ retry: false });
  });
});

test("a failure without a class still has one: it never passes in silence (M10)", () => {
  expect(classifyFailure([], [])).toEqual(["pipeline_missing_failure_class"]);
  expect(classifyFailure([" "], [""])).toEqual(["pipeline_missing_failure_class"]);
  expect(classifyFailure(["b", " a "], ["c", "a"])).toEqual(["b", "a", "c"]);
});

test("each rule is of one verification class, and what is unknown is semantic (M10)", () => {
  const classes = HARNESS_RETRY_POLICY.rules.map(({ ruleId }) => [ruleId, verificationClassOf(ruleId)]);
  expect(classes).toEqual([
    ["transient_retry", "transient"],
    ["operational_retry", "operational"],
    ["governance_no_retry", "semantic"],
    ["kcir_mapping_no_retry", "semantic"],
    ["semantic_no_retry", "semantic"],
  ]);
  expect(["default", "", "toString"].map(verificationClassOf)).toEqual(["semantic", "semantic", "semantic"]);
});

test("there are three escalations, of which only stop leaves issue memory alone (M10)", () => {
  const mutating = Object.entries(ESCALATIONS).map(([action, { mutates }]) => [action, mutates]);
  expect(Object.fromEntries(mutating)).toEqual({ issue_discover: true, mark_blocked: true, stop: false });
  expect(["issue_discover", "mark_blocked", "stop"].map(parseEscalationAction)).toEqual([
    "issue_discover",
    "mark_blocked",
    "stop",
  ]);
  expect(["close", "", "toString"].map(parseEscalationAction)).toEqual([undefined, undefined, undefined]);
});

test("every rule of the canonical policy escalates to an action there is", () => {
  const { rules, defaultRule } = HARNESS_RETRY_POLICY;
  const actions = [defaultRule, ...rules].map(({ escalationAction }) => parseEscalationAction(escalationAction));
  expect(actions).not.toContain(undefined);
});
