import { trimmed } from "../evidence/text.ts";

/** What a step's result class means. Anything that is no success has failed; one that is to be tried again may be either. */
export interface ResultClass {
  /** As classes are compared: trimmed, lower case, `_` for `-`. */
  readonly name: string;
  readonly isSuccess: boolean;
  readonly isFailed: boolean;
  readonly isRetryNeeded: boolean;
}

const SUCCESSES: ReadonlySet<string> = new Set(["accepted", "verified_accept", "completed", "success", "ok", "passed"]);
const RETRY = /retry|transient|timeout|network|rate_limit/;

/** Reads a result class as the contract's 2.5: exactly six words are a success, so `pass` has failed and `completed_retry` has too. */
export function resultClassOf(text: string): ResultClass {
  const name = trimmed(text).toLowerCase().replaceAll("-", "_");
  const isSuccess = SUCCESSES.has(name);
  return { name, isSuccess, isFailed: !isSuccess, isRetryNeeded: RETRY.test(name) };
}
