import type { Flag, WholeNumbers } from "./action.ts";
import { JSON_FLAG } from "./action-row.ts";

/** A number of 32 bits, as priorities are. */
const I32: WholeNumbers = { min: -(2 ** 31), max: 2 ** 31 - 1 };
/** Any number the reference's parser takes; what it means is judged later. */
const I64: WholeNumbers = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** A count. */
const COUNT: WholeNumbers = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A count of 64 bits. */
const U64: WholeNumbers = { min: 0, max: 2n ** 64n - 1n };

const ISSUES: Flag = {
  name: "issues",
  value: "ISSUES",
  summary: "the issue file; else .premath/issues.jsonl of this repository",
};

/** What every command on issues takes. */
export const READ_FLAGS: readonly Flag[] = [ISSUES, JSON_FLAG];

/** What every command takes that changes issues: who does it, and why. */
export const CHANGE_FLAGS: readonly Flag[] = [
  ISSUES,
  { name: "actor", value: "ACTOR", summary: "who does this; else TUSK_ACTOR, the configuration, the git identity" },
  {
    name: "override-reason",
    value: "REASON",
    summary: "why a person does this; else TUSK_OVERRIDE_REASON, else the command itself is recorded",
  },
  JSON_FLAG,
];

/** What a new issue takes, all of it optional. */
export const NEW_ISSUE_FLAGS: readonly Flag[] = [
  { name: "id", value: "ID", summary: "the id of the new issue; else bd-<n> with the smallest free n" },
  {
    name: "description",
    value: "DESCRIPTION",
    default: "",
    summary: "what is to be done, with an Acceptance: section",
  },
  { name: "priority", value: "PRIORITY", integer: I32, default: "2", summary: "0 is the most urgent, 4 the least" },
  { name: "type", value: "ISSUE_TYPE", default: "task", summary: "task or epic" },
  { name: "assignee", value: "ASSIGNEE", default: "", summary: "who shall work on it" },
  { name: "owner", value: "OWNER", default: "", summary: "who answers for it" },
];

/** What an update may set. */
export const UPDATE_FLAGS: readonly Flag[] = [
  { name: "title", value: "TITLE", summary: "the new title" },
  { name: "description", value: "DESCRIPTION", summary: "the new description" },
  { name: "notes", value: "NOTES", excludes: ["notes-file"], summary: "the new notes" },
  {
    name: "notes-file",
    value: "NOTES_FILE",
    excludes: ["notes"],
    summary: "a file to read the new notes from, or - for standard input",
  },
  { name: "status", value: "STATUS", summary: "the new status: open, in_progress, blocked, closed or your own" },
  { name: "priority", value: "PRIORITY", integer: I32, summary: "the new priority: 0 is the most urgent, 4 the least" },
  { name: "assignee", value: "ASSIGNEE", summary: "who shall work on it" },
  { name: "owner", value: "OWNER", summary: "who answers for it" },
];

/** What a holder may show: the change is made only while all of it still holds. */
export const FENCE_FLAGS: readonly Flag[] = [
  { name: "token", value: "TOKEN", integer: COUNT, summary: "only while this is the fencing token" },
  { name: "lease-id", value: "LEASE_ID", summary: "only while this lease holds" },
  { name: "lease-owner", value: "LEASE_OWNER", summary: "only while this one holds the lease" },
];

/** What a claim takes. */
export const CLAIM_FLAGS: readonly Flag[] = [
  { name: "assignee", value: "ASSIGNEE", required: true, summary: "who takes it" },
  { name: "lease-id", value: "LEASE_ID", summary: "the id of the new lease; else made of issue and assignee" },
  {
    name: "lease-ttl-seconds",
    value: "LEASE_TTL_SECONDS",
    integer: I64,
    summary: "how long the lease lasts, from 30 to 86400; else 3600",
  },
  { name: "lease-expires-at", value: "TIME", summary: "when the lease ends instead, such as 2026-12-31T23:59:59Z" },
  { name: "fence", summary: "add revision and fencing token, for a later update --token" },
];

/** How claim-next chooses. */
export const NEXT_FLAGS: readonly Flag[] = [
  {
    name: "by",
    value: "ORDER",
    choices: ["id", "priority"],
    default: "id",
    summary: "in which order issues are taken",
  },
  { name: "reclaim-stale", summary: "take over issues whose lease has expired too" },
];

/** How long notes may be before they are warned of. */
export const NOTE_FLAG: Flag = {
  name: "note-warn-threshold",
  value: "NOTE_WARN_THRESHOLD",
  integer: U64,
  default: "2000",
  summary: "warn of notes longer than this",
};

/** Where the contract's event log is. */
export const EVENTS_FLAG: Flag = {
  name: "events",
  value: "EVENTS",
  default: ".premath/memory/events.jsonl",
  summary: "the event log",
};

/** On a terminal lists stop at the end of the screen. */
export const ALL_FLAG: Flag = {
  name: "all",
  summary: "show all of them, however many; else as many as the screen holds",
};

/** Colours for people; what is printed for programs has none. */
export const COLOR_FLAG: Flag = {
  name: "color",
  value: "WHEN",
  choices: ["auto", "always", "never"],
  summary: "colours on a terminal; else the configuration, NO_COLOR",
};
