import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtInRetryPolicy, compileSchema, publishedSchema } from "#kernel";
import { sha256 } from "#platform";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRefused, premath, tusk } from "./program.ts";
import { published } from "./published.ts";

const folder = temporaryFolder();
const POLICY = builtInRetryPolicy(sha256);
const OWN = "policies/control/harness-retry-policy-v1.json";

/** A repository's folder, with a policy file of its own where one is given. */
function place(own?: string): string {
  const cwd = mkdtempSync(join(folder, "retry-"));
  mkdirSync(join(cwd, ".premath"));
  if (own !== undefined) {
    mkdirSync(join(cwd, "policies/control"), { recursive: true });
    writeFileSync(join(cwd, OWN), own);
  }
  return cwd;
}

describe("retry-policy (M10, contract 3.3)", () => {
  test("without a file of the repository's own, the built-in policy holds", async () => {
    const { code, stdout } = await premath(["retry-policy"], { cwd: place() });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `premath retry-policy
  Policy: policy.harness.retry.v1
  Digest: pol1_85f35a1dd21bbfd1bd8c0b1e999303dba5f905e75ffe7eb8be25d581296ec0c7
  File: built-in
  - transient_retry: attempts=3 backoff=exponential_short escalation=issue_discover (6 classes)
  - operational_retry: attempts=2 backoff=fixed_short escalation=issue_discover (9 classes)
  - governance_no_retry: attempts=1 backoff=none escalation=mark_blocked (11 classes)
  - kcir_mapping_no_retry: attempts=1 backoff=none escalation=mark_blocked (1 classes)
  - semantic_no_retry: attempts=1 backoff=none escalation=mark_blocked (14 classes)
  - default: attempts=1 backoff=none escalation=stop (any other class)
`,
    });
    expect(compileSchema(publishedSchema("ci.harness.retry.policy.v1") ?? false)(POLICY)).toEqual([]);
  });

  test("it decides about a failure: the first class that has a rule, and how long is waited", async () => {
    const args = ["retry-policy", "--class", "unheard_of", "--class", "flaky_io", "--attempt", "2", "--json"];
    const { code, stdout } = await tusk(args, { cwd: place() });
    expect(code).toBe(0);
    expect(published("retry-policy.output", stdout)).toEqual({
      action: "retry-policy",
      path: null,
      policy: POLICY,
      decision: {
        attempt: 2,
        retry: true,
        maxAttempts: 3,
        backoffClass: "exponential_short",
        escalationAction: "issue_discover",
        ruleId: "transient_retry",
        matchedFailureClass: "flaky_io",
        failureClasses: ["flaky_io", "unheard_of"],
        waitMs: 1000,
      },
    });
    const { stdout: used } = await tusk(["retry-policy", "--class", "check_failed"], { cwd: place() });
    expect(used.split("\n").slice(-3)).toEqual([
      "  Decision: mark_blocked",
      "  Rule: semantic_no_retry (check_failed, attempt 1/1)",
      "",
    ]);
  });

  test("the repository's own file holds where it is there, and one that does not hold is never passed over", async () => {
    const own = await premath(["retry-policy", "--json"], { cwd: place(JSON.stringify(POLICY)) });
    expect(published("retry-policy.output", own.stdout)).toMatchObject({ path: OWN, policy: POLICY });
    const broken = await premath(["retry-policy"], {
      cwd: place(JSON.stringify({ ...POLICY, policyDigest: "pol1_0" })),
    });
    expectRefused(
      broken,
      `retry_policy_invalid_digest: policyDigest mismatch (expected ${POLICY.policyDigest}, got pol1_0)`,
    );
    const invalid = await premath(["retry-policy"], { cwd: place("{") });
    expectRefused(
      invalid,
      `retry_policy_invalid_json: invalid JSON in retry policy ${OWN}: EOF while parsing an object at line 1 column 1`,
    );
  });

  test("a file that is named is checked; the configuration names one from the repository's root", async () => {
    const cwd = place("{");
    writeFileSync(join(cwd, "mine.json"), JSON.stringify(POLICY));
    const named = await premath(["retry-policy", "--path", "mine.json", "--json"], { cwd });
    expect(published("retry-policy.output", named.stdout)).toMatchObject({ path: "mine.json" });
    expectRefused(
      await premath(["retry-policy", "--path", "none.json"], { cwd }),
      "retry_policy_missing: retry policy not found: none.json",
    );
    expectRefused(
      await premath(["retry-policy", "--path", "policies"], { cwd }),
      "retry_policy_io_error: failed reading retry policy policies: Is a directory (os error 21)",
    );
    writeFileSync(join(cwd, "tusk.config.json"), JSON.stringify({ harness: { retryPolicy: "mine.json" } }));
    const configured = await premath(["retry-policy", "--json"], { cwd });
    expect(published("retry-policy.output", configured.stdout)).toMatchObject({ path: "mine.json" });
  });
});
