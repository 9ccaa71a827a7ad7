import { type ActionRows, CONFIG_FLAG } from "../action-row.ts";
import type { IssueAddData } from "../actions/issue-add.ts";
import type { BackendStatusData } from "../actions/issue-backend-status.ts";
import type { IssueBlockedData } from "../actions/issue-blocked.ts";
import type { IssueCheckData } from "../actions/issue-check.ts";
import type { IssueClaimData } from "../actions/issue-claim.ts";
import type { IssueClaimNextData } from "../actions/issue-claim-next.ts";
import type { IssueDiscoverData } from "../actions/issue-discover.ts";
import type { IssueListData } from "../actions/issue-list.ts";
import type { MigrateEventsData } from "../actions/issue-migrate-events.ts";
import type { IssueReadyData } from "../actions/issue-ready.ts";
import type { ReplayEventsData } from "../actions/issue-replay-events.ts";
import type { IssueUpdateData } from "../actions/issue-update.ts";
import {
  ALL_FLAG,
  CHANGE_FLAGS,
  CLAIM_FLAGS,
  COLOR_FLAG,
  EVENTS_FLAG,
  FENCE_FLAGS,
  NEW_ISSUE_FLAGS,
  NEXT_FLAGS,
  NOTE_FLAG,
  READ_FLAGS,
  UPDATE_FLAGS,
} from "../issue-flags.ts";

/** What the commands on issues answer. */
export interface IssueData {
  readonly "issue.add": IssueAddData;
  readonly "issue.list": IssueListData;
  readonly "issue.ready": IssueReadyData;
  readonly "issue.blocked": IssueBlockedData;
  readonly "issue.check": IssueCheckData;
  readonly "issue.claim": IssueClaimData;
  readonly "issue.claim_next": IssueClaimNextData;
  readonly "issue.update": IssueUpdateData;
  readonly "issue.discover": IssueDiscoverData;
  readonly "issue.migrate_events": MigrateEventsData;
  readonly "issue.replay_events": ReplayEventsData;
  readonly "issue.backend_status": BackendStatusData;
}

const ID = { name: "ID", required: true, summary: "the issue" } as const;
const TITLE = { name: "TITLE", required: true, summary: "the title of the new issue" } as const;

/** The commands on issues (M01). */
export const ISSUE_ACTIONS: ActionRows<IssueData> = {
  "issue.add": {
    id: "issue.add",
    command: "issue add",
    group: "Issues",
    summary: "Add an issue",
    effect: "mutation",
    flags: [
      ...NEW_ISSUE_FLAGS,
      { name: "status", value: "STATUS", default: "open", summary: "its status" },
      ...CHANGE_FLAGS,
    ],
    operands: [TITLE],
    load: () => import("../actions/issue-add.ts"),
  },
  "issue.list": {
    id: "issue.list",
    command: "issue list",
    group: "Issues",
    summary: "List issues, by id",
    effect: "read",
    flags: [
      { name: "status", value: "STATUS", summary: "only those with exactly this status" },
      { name: "assignee", value: "ASSIGNEE", summary: "only those of exactly this assignee" },
      ALL_FLAG,
      COLOR_FLAG,
      ...READ_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/issue-list.ts"),
  },
  "issue.ready": {
    id: "issue.ready",
    command: "issue ready",
    group: "Issues",
    summary: "List open issues that nothing holds back",
    effect: "read",
    flags: [ALL_FLAG, COLOR_FLAG, ...READ_FLAGS],
    operands: [],
    load: () => import("../actions/issue-ready.ts"),
  },
  "issue.blocked": {
    id: "issue.blocked",
    command: "issue blocked",
    group: "Issues",
    summary: "List issues that wait, and for what",
    effect: "read",
    flags: [ALL_FLAG, COLOR_FLAG, ...READ_FLAGS],
    operands: [],
    load: () => import("../actions/issue-blocked.ts"),
  },
  "issue.claim": {
    id: "issue.claim",
    command: "issue claim",
    group: "Issues",
    summary: "Take one issue for work: assignee, status and lease in one step",
    effect: "mutation",
    flags: [...CLAIM_FLAGS, ...CHANGE_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-claim.ts"),
  },
  "issue.claim_next": {
    id: "issue.claim_next",
    command: "issue claim-next",
    group: "Issues",
    summary: "Take the next issue that is ready and free",
    effect: "mutation",
    flags: [...CLAIM_FLAGS, ...NEXT_FLAGS, ...CHANGE_FLAGS],
    operands: [],
    load: () => import("../actions/issue-claim-next.ts"),
  },
  "issue.update": {
    id: "issue.update",
    command: "issue update",
    group: "Issues",
    summary: "Change fields of an issue",
    effect: "mutation",
    flags: [...UPDATE_FLAGS, ...FENCE_FLAGS, ...CHANGE_FLAGS],
    operands: [ID],
    load: () => import("../actions/issue-update.ts"),
  },
  "issue.discover": {
    id: "issue.discover",
    command: "issue discover",
    group: "Issues",
    summary: "Add an issue that was found at work on another",
    effect: "mutation",
    flags: [...NEW_ISSUE_FLAGS, ...CHANGE_FLAGS],
    operands: [{ name: "PARENT_ISSUE_ID", required: true, summary: "the issue it was found at" }, TITLE],
    load: () => import("../actions/issue-discover.ts"),
  },
  "issue.check": {
    id: "issue.check",
    command: "issue check",
    group: "Issues",
    summary: "Check that active issues say when they are done and how to verify it",
    effect: "read",
    flags: [NOTE_FLAG, CONFIG_FLAG, ...READ_FLAGS],
    operands: [],
    load: () => import("../actions/issue-check.ts"),
  },
  "issue.migrate_events": {
    id: "issue.migrate_events",
    command: "issue migrate-events",
    group: "Issues",
    summary: "Write the issues as an event log that replays to the same",
    effect: "read",
    flags: [EVENTS_FLAG, ...READ_FLAGS],
    operands: [],
    load: () => import("../actions/issue-migrate-events.ts"),
  },
  "issue.replay_events": {
    id: "issue.replay_events",
    command: "issue replay-events",
    group: "Issues",
    summary: "Make the issues what an event log says",
    effect: "mutation",
    flags: [
      EVENTS_FLAG,
      { name: "cache", value: "CACHE", summary: "where the result is remembered; else beside the issue file" },
      ...CHANGE_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/issue-replay-events.ts"),
  },
  "issue.backend_status": {
    id: "issue.backend_status",
    command: "issue backend-status",
    group: "Issues",
    summary: "Show where the issues are kept, and what else knows them",
    effect: "read",
    flags: [
      { name: "repo", value: "REPO", default: ".", summary: "the repository to look for jj in" },
      {
        name: "projection",
        value: "PROJECTION",
        default: ".premath/surreal_issue_cache.json",
        summary: "the query projection to compare with",
      },
      ...READ_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/issue-backend-status.ts"),
  },
};
