import type { Sha256 } from "../digest/digest.ts";
import { problemText } from "../json/problem.ts";
import { readJson } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { HARNESS_RETRY_POLICY } from "./harness-retry-policy.ts";
import { parseRetryPolicy, type RetryPolicyFailure, type RetryPolicyReading } from "./parse-retry-policy.ts";
import { type RetryPolicy, retryPolicyDigest } from "./retry.ts";

/** Where a repository keeps the retry policy of its own, from its root (contract 3.3). */
export const RETRY_POLICY_PATH = "policies/control/harness-retry-policy-v1.json";

/** What became of reading a policy file. */
export type RetryPolicyFile =
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

/** The policy that holds where a repository has none of its own. */
export function builtInRetryPolicy(sha256: Sha256): RetryPolicy {
  return { ...HARNESS_RETRY_POLICY, policyDigest: retryPolicyDigest(sha256, HARNESS_RETRY_POLICY) };
}

/** Believes a policy file only whole (contract 3.3): a broken one is refused, never replaced by another in silence. */
export function loadRetryPolicy(
  file: RetryPolicyFile & { readonly path: string },
  { sha256, utf8 }: { readonly sha256: Sha256; readonly utf8: Utf8 },
): RetryPolicyReading {
  switch (file.kind) {
    case "missing":
      return failed("retry_policy_missing", `retry policy not found: ${file.path}`);
    case "unreadable":
      return failed("retry_policy_io_error", `failed reading retry policy ${file.path}: ${file.reason}`);
    case "bytes": {
      const reading = readJson(file.bytes, utf8);
      if (reading.ok) return parseRetryPolicy(sha256, reading.value);
      const problem = `invalid JSON in retry policy ${file.path}: ${problemText(reading.problem)}`;
      return failed("retry_policy_invalid_json", problem);
    }
    default:
      return file satisfies never;
  }
}

/** The contract's line for a policy that cannot be used: `<class>: <message>`. */
export function retryPolicyProblem({ failureClass, message }: Extract<RetryPolicyReading, { ok: false }>): string {
  return `${failureClass}: ${message}`;
}

function failed(failureClass: RetryPolicyFailure, message: string): RetryPolicyReading {
  return { ok: false, failureClass, message };
}
