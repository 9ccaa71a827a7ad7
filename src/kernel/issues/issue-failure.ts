/** Why a lease was not given, renewed, released or honoured (contract memory 1.8); `lease_token_mismatch` is ours. */
export type LeaseFailureClass =
  | "lease_invalid_ttl"
  | "lease_invalid_expires_at"
  | "lease_binding_ambiguous"
  | "lease_invalid_assignee"
  | "lease_invalid_payload"
  | "lease_not_found"
  | "lease_issue_closed"
  | "lease_contention_active"
  | "lease_missing"
  | "lease_stale"
  | "lease_owner_mismatch"
  | "lease_id_mismatch"
  | "lease_token_mismatch"
  | "lease_mutation_lock_busy"
  | "lease_mutation_lock_io"
  | "lease_mutation_store_io";

/** Why an issue was not changed. Closed, so that each can have a hint. */
export type IssueFailureCode =
  | LeaseFailureClass
  | "issue_not_found"
  | "issue_exists"
  | "invalid_id"
  | "invalid_title"
  | "invalid_priority"
  | "invalid_issue_type"
  | "parent_not_found"
  | "no_update_fields"
  | "dependency_type_unknown"
  | "dependency_self_loop"
  | "dependency_exists"
  | "dependency_not_found"
  | "dependency_cycle"
  | "import_invalid"
  | "mutation_invalid"
  | "mutation_already_applied"
  | "permit_refused";

/** A mutation that was not admitted: nothing changed. `message` is the contract's text, without prefix or class. */
export interface IssueFailure {
  readonly code: IssueFailureCode;
  readonly message: string;
}

/** What no issue can cure: found in a memory without any, it would be found in every other. */
const OF_ARGUMENTS: ReadonlySet<IssueFailureCode> = new Set<IssueFailureCode>([
  "lease_invalid_ttl",
  "lease_invalid_expires_at",
  "lease_binding_ambiguous",
  "lease_invalid_assignee",
  "lease_id_mismatch",
  "invalid_id",
  "invalid_title",
  "invalid_priority",
  "invalid_issue_type",
  "dependency_type_unknown",
  "mutation_invalid",
]);

/** Whether a refusal met in an empty memory is about the arguments alone, not about something that is not there. */
export function isAboutArguments(code: IssueFailureCode): boolean {
  return OF_ARGUMENTS.has(code);
}
