import type { IssueFailureCode } from "#kernel";
import type { IssueStoreCode } from "#ports";
import { MACHINE_HINT } from "./failed.ts";

const WHO_HOLDS = "issue list --status in_progress shows who works on what";
const TERM = "give --lease-ttl-seconds from 30 to 86400, or --lease-expires-at, not both";
const LOST = "the lease is lost: claim the issue again before changing it";
const IDS = "issue list shows the ids there are";

/** What a person may do about a change that was refused; a code without a hint does not compile. */
export const FAILURE_HINTS: { readonly [Code in IssueFailureCode]: string } = {
  lease_invalid_ttl: TERM,
  lease_invalid_expires_at: "write it as 2026-12-31T23:59:59Z",
  lease_binding_ambiguous: TERM,
  lease_invalid_assignee: "name who works on it with --assignee",
  lease_invalid_payload: "transport-check lists the actions there are",
  lease_not_found: IDS,
  lease_issue_closed: "issue update <ID> --status open opens it again",
  lease_contention_active: `${WHO_HOLDS}; claim-next takes one that is free`,
  lease_missing: "issue claim <ID> --assignee <WHO> takes a lease",
  lease_stale: LOST,
  lease_owner_mismatch: WHO_HOLDS,
  lease_id_mismatch: LOST,
  lease_token_mismatch: LOST,
  lease_mutation_lock_busy: "another process is writing; try again",
  lease_mutation_lock_io: MACHINE_HINT,
  lease_mutation_store_io: MACHINE_HINT,
  issue_not_found: IDS,
  issue_exists: "leave --id out and a free one is taken",
  invalid_id: "leave --id out and a free one is taken",
  invalid_title: "say in a few words what is to be done",
  invalid_priority: "0 is the most urgent, 4 the least",
  invalid_issue_type: "write task or epic",
  parent_not_found: IDS,
  no_update_fields: "issue update --help lists what can be changed",
  dependency_type_unknown: "dep add --help lists the types",
  dependency_self_loop: "name two different issues: the first needs the second",
  dependency_exists: "dep replace changes its type",
  dependency_not_found: "dep project shows the dependencies there are",
  dependency_cycle: "remove one of the edges on the path with dep remove",
  import_invalid: "nothing was imported; mend that row first",
  mutation_invalid: "the command's --help lists what it takes",
  mutation_already_applied: "nothing is left to do; issue history shows the change",
  permit_refused: "say why with --override-reason",
};

/** What a person may do about the state of the file or of the machine. */
export const STORE_HINTS: { readonly [Code in IssueStoreCode]: string } = {
  missing: "init makes one here; --issues names another",
  corrupt: "issue repair keeps every other row and puts the bad bytes aside",
  io: `nothing was changed; ${MACHINE_HINT}`,
  lock_busy: "another process is writing; try again",
  lock_io: `nothing was changed; ${MACHINE_HINT}; a lock.db that is no lock may be deleted`,
  permit_refused: "say why with --override-reason",
};
