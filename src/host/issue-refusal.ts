import type { IssueFailure, LeaseFailureClass } from "#kernel";
import { type IssueStoreCode, PortError } from "#ports";
import type { Failed } from "./action.ts";
import { failed } from "./failed.ts";
import { FAILURE_HINTS, STORE_HINTS } from "./issue-hints.ts";

/** How a command speaks of what the file's state forbids (contract memory 1.1, 2). */
export type Voice = "read" | "mutation" | "claim";

const LEASE_CLASS: { readonly [Code in IssueStoreCode]: LeaseFailureClass } = {
  missing: "lease_mutation_store_io",
  corrupt: "lease_mutation_store_io",
  io: "lease_mutation_store_io",
  lock_busy: "lease_mutation_lock_busy",
  lock_io: "lease_mutation_lock_io",
  permit_refused: "lease_mutation_store_io",
};

/** Why a change was refused, in the contract's words: what is about leases names its class, what is about an edge has the `prefix` that says what was tried. */
export function refusedChange({ code, message }: IssueFailure, prefix = ""): Failed {
  // A blank assignee is told before any lease is looked at (contract memory 2).
  const ofLease = code.startsWith("lease_") && code !== "lease_invalid_assignee";
  const before = code === "issue_not_found" || code.startsWith("dependency_") ? prefix : "";
  return failed(`${before}${message}${ofLease ? ` (${code})` : ""}`, FAILURE_HINTS[code]);
}

/** The issue file that a command needs is not there. */
export function missingFile(path: string): Failed {
  return failed(`issues file not found: ${path}`, STORE_HINTS.missing);
}

/** What an issue store threw, in the contract's words; anything else is passed on. */
export function storeFailure(error: unknown, path: string, voice: Voice): Failed {
  if (!isStoreError(error)) throw error;
  const { code, message } = error;
  const hint = STORE_HINTS[code];
  if (voice === "claim") return failed(`${message} (${LEASE_CLASS[code]})`, hint);
  if (code === "missing") return missingFile(path);
  return failed(voice === "read" ? `failed to load ${path}: ${message}` : message, hint);
}

/** The class under which the transport's envelopes report what a store threw (contract memory 1.8). */
export function leaseFailure(error: unknown): IssueFailure {
  if (!isStoreError(error)) throw error;
  return { code: LEASE_CLASS[error.code], message: error.message };
}

/** What the issue memory throws when the world fails, and nothing else does. */
export function isStoreError(error: unknown): error is PortError<IssueStoreCode> {
  return error instanceof PortError && error.port === "issues";
}
