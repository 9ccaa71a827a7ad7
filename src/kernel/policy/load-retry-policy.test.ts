import { expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { backoffMs } from "./backoff.ts";
import { HARNESS_RETRY_POLICY } from "./harness-retry-policy.ts";
import { builtInRetryPolicy, loadRetryPolicy, type RetryPolicyFile, retryPolicyProblem } from "./load-retry-policy.ts";

function load(file: RetryPolicyFile): unknown {
  const reading = loadRetryPolicy({ ...file, path: "p.json" }, { sha256, utf8 });
  return reading.ok ? reading.policy : retryPolicyProblem(reading);
}

function bytes(text: string): RetryPolicyFile {
  return { kind: "bytes", bytes: utf8.encode(text) };
}

test("a policy file is believed whole, or refused as <class>: <message> (M10, contract 3.3)", () => {
  const policy = builtInRetryPolicy(sha256);
  expect(load(bytes(JSON.stringify(policy, null, 2)))).toEqual(policy);
  expect(load({ kind: "missing" })).toBe("retry_policy_missing: retry policy not found: p.json");
  expect(load({ kind: "unreadable", reason: "Is a directory (os error 21)" })).toBe(
    "retry_policy_io_error: failed reading retry policy p.json: Is a directory (os error 21)",
  );
  expect(load(bytes("{"))).toBe(
    "retry_policy_invalid_json: invalid JSON in retry policy p.json: EOF while parsing an object at line 1 column 1",
  );
  expect(load(bytes("[]"))).toBe("retry_policy_invalid_shape: retry policy root must be an object");
  const { policyDigest } = policy;
  expect(load(bytes(JSON.stringify({ ...policy, policyId: "other" })))).toMatch(
    new RegExp(
      `^retry_policy_invalid_digest: policyDigest mismatch \\(expected pol1_[0-9a-f]{64}, got ${policyDigest}\\)$`,
    ),
  );
});

test("the built-in policy is the canonical one with its digest", () => {
  expect(builtInRetryPolicy(sha256)).toEqual({
    ...HARNESS_RETRY_POLICY,
    policyDigest: "pol1_85f35a1dd21bbfd1bd8c0b1e999303dba5f905e75ffe7eb8be25d581296ec0c7",
  });
});

test("waits are short, grow only where the class says so, and never pass eight seconds (M10)", () => {
  const waits = (backoffClass: string): readonly number[] =>
    [1, 2, 3, 4, 5, 6, 1e9].map((n) => backoffMs(backoffClass, n));
  expect(waits("none")).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(waits("fixed_short")).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000]);
  expect(waits("exponential_short")).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(waits("unheard_of")).toEqual([8000, 8000, 8000, 8000, 8000, 8000, 8000]);
  const noCount = [0, -1, 1.5, Number.NaN].map((attempt) => backoffMs("exponential_short", attempt));
  expect(noCount).toEqual([8000, 8000, 8000, 8000]);
});
