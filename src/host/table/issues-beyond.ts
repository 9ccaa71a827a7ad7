import type { Flag } from "../action.ts";
import type { ActionRows } from "../action-row.ts";
import type { IssueCloseData } from "../actions/issue-close.ts";
import type { IssueCompactData } from "../actions/issue-compact.ts";
import type { IssueDeleteData } from "../actions/issue-delete.ts";
import type { IssueExportData } from "../actions/issue-export.ts";
import type { IssueGraphData } from "../actions/issue-graph.ts";
import type { IssueHistoryData } from "../actions/issue-history.ts";
import type { IssueImportData } from "../actions/issue-import.ts";
import type { LeaseProjectionData } from "../actions/issue-lease-projection.ts";
import type { LeaseReleaseData } from "../actions/issue-lease-release.ts";
import type { LeaseRenewData } from "../actions/issue-lease-renew.ts";
import type { IssueRepairData } from "../actions/issue-repair.ts";
import type { IssueShowData } from "../actions/issue-show.ts";
import type { IssueVerifyData } from "../actions/issue-verify.ts";
import { ALL_FLAG, CHANGE_FLAGS, CLAIM_FLAGS, COLOR_FLAG, FENCE_FLAGS, READ_FLAGS } from "../issue-flags.ts";

/** What the commands on issues beyond the reference's answer. */
export interface BeyondData {
  readonly "issue.show": IssueShowData;
  readonly "issue.close": IssueCloseData;
  readonly "issue.delete": IssueDeleteData;
  readonly "issue.lease_renew": LeaseRenewData;
  readonly "issue.lease_release": LeaseReleaseData;
  readonly "issue.lease_projection": LeaseProjectionData;
  readonly "issue.history": IssueHistoryData;
  readonly "issue.graph": IssueGraphData;
  readonly "issue.verify": IssueVerifyData;
  readonly "issue.import": IssueImportData;
  readonly "issue.export": IssueExportData;
  readonly "issue.compact": IssueCompactData;
  readonly "issue.repair": IssueRepairData;
}

const ID = { name: "ID", required: true, summary: "the issue; its number or the beginning of its id will do" } as const;
const REASON: Flag = { name: "reason", value: "TEXT", summary: "why; it is recorded with the command" };
const HOLDER: Flag = { name: "assignee", value: "ASSIGNEE", summary: "only while this one holds the lease" };
const HELD: readonly Flag[] = [HOLDER, ...FENCE_FLAGS.filter(({ name }) => name !== "lease-owner")];
const TERM: readonly Flag[] = CLAIM_FLAGS.filter(
  ({ name }) => name === "lease-ttl-seconds" || name === "lease-expires-at",
);
const DEPTH: Flag = {
  name: "depth",
  value: "N",
  integer: { min: 0, max: 10_000 },
  default: "32",
  summary: "how deep to go",
};

/** The commands on issues beyond the reference's. */
export const BEYOND_ACTIONS: ActionRows<BeyondData> = {
  "issue.show": {
    id: "issue.show",
    command: "issue show",
    group: "Issues",
    summary: "Show one issue: what it says, needs and holds up, and who has it",
    effect: "read",
    flags: [COLOR_FLAG, ...READ_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-show.ts"),
  },
  "issue.graph": {
    id: "issue.graph",
    command: "issue graph",
    group: "Issues",
    summary: "Show issues above what they need, as a tree",
    effect: "read",
    flags: [
      { ...ALL_FLAG, summary: "follow closed issues too, and show all lines and issues tied to no other" },
      DEPTH,
      COLOR_FLAG,
      ...READ_FLAGS,
    ],
    operands: [{ name: "ID", summary: "only what this issue needs" }],
    load: () => import("../actions/issue-graph.ts"),
  },
  "issue.history": {
    id: "issue.history",
    command: "issue history",
    group: "Issues",
    summary: "Show who changed an issue, when, and under which permit",
    effect: "read",
    flags: [COLOR_FLAG, ...READ_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-history.ts"),
  },
  "issue.close": {
    id: "issue.close",
    command: "issue close",
    group: "Issues",
    summary: "Close an issue",
    effect: "mutation",
    flags: [REASON, ...HELD, ...CHANGE_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-close.ts"),
  },
  "issue.delete": {
    id: "issue.delete",
    command: "issue delete",
    group: "Issues",
    summary: "Delete an issue, so that no merge brings it back",
    effect: "mutation",
    flags: [REASON, ...CHANGE_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-delete.ts"),
  },
  "issue.lease_renew": {
    id: "issue.lease_renew",
    command: "issue lease-renew",
    group: "Issues",
    summary: "Prolong a lease that is still held",
    effect: "mutation",
    flags: [
      { name: "assignee", value: "ASSIGNEE", required: true, summary: "who holds it" },
      { name: "lease-id", value: "LEASE_ID", required: true, summary: "the lease" },
      ...TERM,
      ...FENCE_FLAGS.filter(({ name }) => name === "token"),
      ...CHANGE_FLAGS,
    ],
    operands: [ID],
    load: () => import("../actions/issue-lease-renew.ts"),
  },
  "issue.lease_release": {
    id: "issue.lease_release",
    command: "issue lease-release",
    group: "Issues",
    summary: "Give a lease back, so that others can take the issue",
    effect: "mutation",
    flags: [...HELD, ...CHANGE_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-lease-release.ts"),
  },
  "issue.lease_projection": {
    id: "issue.lease_projection",
    command: "issue lease-projection",
    group: "Issues",
    summary: "List the leases: who holds what until when, what is stale or contended",
    effect: "read",
    flags: [ALL_FLAG, COLOR_FLAG, ...READ_FLAGS],
    operands: [],
    load: () => import("../actions/issue-lease-projection.ts"),
  },
  "issue.verify": {
    id: "issue.verify",
    command: "issue verify",
    group: "Issues",
    summary: "Check every row and every log: a changed byte is found and named",
    effect: "read",
    flags: READ_FLAGS,
    operands: [],
    load: () => import("../actions/issue-verify.ts"),
  },
  "issue.import": {
    id: "issue.import",
    command: "issue import",
    group: "Issues",
    summary: "Take over issues of another file that are new or newer, all or none",
    effect: "mutation",
    flags: [
      { name: "from", value: "FORM", choices: ["beads", "jsonl"], required: true, summary: "how the file is written" },
      ...CHANGE_FLAGS,
    ],
    operands: [{ name: "FILE", required: true, summary: "the file, or - for standard input" }],
    load: () => import("../actions/issue-import.ts"),
  },
  "issue.export": {
    id: "issue.export",
    command: "issue export",
    group: "Issues",
    summary: "Print the issues in their canonical form, one row a line",
    effect: "read",
    flags: [
      { name: "to", value: "FILE", summary: "write them to this file instead" },
      { name: "contract", summary: "only the reference's fields" },
      ...READ_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/issue-export.ts"),
  },
  "issue.compact": {
    id: "issue.compact",
    command: "issue compact",
    group: "Issues",
    summary: "Write the issue file with one row an issue; its history stays in the logs",
    effect: "mutation",
    flags: [{ name: "purge-tombstones", summary: "forget deleted issues for good" }, ...CHANGE_FLAGS],
    operands: [],
    load: () => import("../actions/issue-compact.ts"),
  },
  "issue.repair": {
    id: "issue.repair",
    command: "issue repair",
    group: "Issues",
    summary: "Put bytes that are no rows into quarantine and keep every other row",
    effect: "mutation",
    flags: [
      { name: "restore", summary: "bring back the rows that the logs have and the file has not" },
      ...CHANGE_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/issue-repair.ts"),
  },
};
