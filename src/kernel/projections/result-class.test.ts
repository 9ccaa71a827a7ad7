import { expect, test } from "vitest";
import { resultClassOf } from "./result-class.ts";

/** The contract's cases: text, success, retry needed (2.5). */
const CASES: readonly (readonly [text: string, isSuccess: boolean, isRetryNeeded: boolean])[] = [
  ["accepted", true, false],
  ["verified_accept", true, false],
  ["Verified-Accept", true, false],
  ["completed", true, false],
  ["SUCCESS", true, false],
  [" ok\u00A0", true, false],
  ["passed", true, false],
  ["pass", false, false],
  ["oK", true, false],
  ["o\u212A", true, false],
  ["completed_retry", false, true],
  ["network-timeout", false, true],
  ["TRANSIENT", false, true],
  ["rate-limit", false, true],
  ["rate_limited", false, true],
  ["ratelimit", false, false],
  ["rate.limit", false, false],
  ["retry_needed_lease_active", false, true],
  ["failed_issue_closed", false, false],
  ["", false, false],
];

test.each(CASES)(
  "a result class is judged trimmed, in lower case, with _ for - : %j (M04)",
  (text, isSuccess, isRetryNeeded) => {
    const { name: _name, ...judged } = resultClassOf(text);
    expect(judged).toEqual({ isSuccess, isFailed: !isSuccess, isRetryNeeded });
  },
);
