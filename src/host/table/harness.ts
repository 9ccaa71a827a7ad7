import type { Flag } from "../action.ts";
import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { FeatureCheckData } from "../actions/harness-feature-check.ts";
import type { FeatureNextData } from "../actions/harness-feature-next.ts";
import type { FeatureReadData } from "../actions/harness-feature-read.ts";
import type { FeatureWriteData } from "../actions/harness-feature-write.ts";
import type { SessionBootstrapData } from "../actions/harness-session-bootstrap.ts";
import type { SessionReadData } from "../actions/harness-session-read.ts";
import type { SessionWriteData } from "../actions/harness-session-write.ts";

/** What the commands of the harness answer. */
export interface HarnessData {
  readonly "harness.session_write": SessionWriteData;
  readonly "harness.session_read": SessionReadData;
  readonly "harness.session_bootstrap": SessionBootstrapData;
  readonly "harness.feature_write": FeatureWriteData;
  readonly "harness.feature_read": FeatureReadData;
  readonly "harness.feature_check": FeatureCheckData;
  readonly "harness.feature_next": FeatureNextData;
}

const LEDGER = ".premath/harness_feature_ledger.json";

const SESSION_PATH: Flag = {
  name: "path",
  value: "PATH",
  default: ".premath/harness_session.json",
  summary: "the session artifact",
};
const LEDGER_PATH: Flag = { name: "path", value: "PATH", default: LEDGER, summary: "the feature ledger" };
const INSTRUCTION_REFS: Flag = refs("instruction-ref", "INSTRUCTION_REF", "an instruction it follows");

/** The commands of the harness: what one context leaves for the next (contract 2). */
export const HARNESS_ACTIONS: ActionRows<HarnessData> = {
  "harness.session_write": {
    id: "harness.session_write",
    command: "harness-session write",
    group: "Harness",
    summary: "Write down where the work stands, for whoever comes next",
    effect: "mutation",
    flags: [
      SESSION_PATH,
      { name: "session-id", value: "SESSION_ID", summary: "its name; else the old one, else one made of the time" },
      {
        name: "state",
        value: "STATE",
        choices: ["active", "stopped"],
        default: "stopped",
        summary: "whether somebody is at work in it",
      },
      { name: "issue-id", value: "ISSUE_ID", summary: "the issue that is worked on; blank removes it" },
      { name: "summary", value: "SUMMARY", summary: "what was done; blank removes it" },
      { name: "next-step", value: "NEXT_STEP", summary: "what comes next; blank removes it" },
      INSTRUCTION_REFS,
      refs("witness-ref", "WITNESS_REF", "a witness of what was done"),
      refs("lineage-ref", "LINEAGE_REF", "where it comes from, such as ctx://..."),
      { name: "issues", value: "ISSUES", default: ".premath/issues.jsonl", summary: "the issue file it is about" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/harness-session-write.ts"),
  },
  "harness.session_read": {
    id: "harness.session_read",
    command: "harness-session read",
    group: "Harness",
    summary: "Show where the work stands",
    effect: "read",
    flags: [SESSION_PATH, JSON_FLAG],
    operands: [],
    load: () => import("../actions/harness-session-read.ts"),
  },
  "harness.session_bootstrap": {
    id: "harness.session_bootstrap",
    command: "harness-session bootstrap",
    group: "Harness",
    summary: "Show what a fresh context begins with: the session and the next feature",
    effect: "read",
    flags: [
      SESSION_PATH,
      {
        name: "feature-ledger",
        value: "FEATURE_LEDGER",
        default: LEDGER,
        summary: "the feature ledger; it may be missing",
      },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/harness-session-bootstrap.ts"),
  },
  "harness.feature_write": {
    id: "harness.feature_write",
    command: "harness-feature write",
    group: "Harness",
    summary: "Write down how far one feature is",
    effect: "mutation",
    flags: [
      LEDGER_PATH,
      { name: "feature-id", value: "FEATURE_ID", required: true, summary: "the feature; a new one is added" },
      {
        name: "status",
        value: "STATUS",
        choices: ["pending", "in_progress", "blocked", "completed"],
        required: true,
        summary: "how far it is",
      },
      { name: "issue-id", value: "ISSUE_ID", summary: "the issue it belongs to; blank removes it" },
      { name: "summary", value: "SUMMARY", summary: "what it is; blank removes it" },
      { name: "session-ref", value: "SESSION_REF", summary: "the session the ledger belongs to; blank removes it" },
      INSTRUCTION_REFS,
      refs("verification-ref", "VERIFICATION_REF", "what proves that it is done"),
      { name: "strict", summary: "change nothing when the ledger would then be rejected by harness-feature check" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/harness-feature-write.ts"),
  },
  "harness.feature_read": {
    id: "harness.feature_read",
    command: "harness-feature read",
    group: "Harness",
    summary: "Show the features and how far each is",
    effect: "read",
    flags: [LEDGER_PATH, JSON_FLAG],
    operands: [],
    load: () => import("../actions/harness-feature-read.ts"),
  },
  "harness.feature_check": {
    id: "harness.feature_check",
    command: "harness-feature check",
    group: "Harness",
    summary: "Check the feature ledger: unique ids, one at most in progress, proof for what is completed",
    effect: "read",
    flags: [
      LEDGER_PATH,
      { name: "require-closure", summary: "also reject a ledger that is not completed throughout" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/harness-feature-check.ts"),
  },
  "harness.feature_next": {
    id: "harness.feature_next",
    command: "harness-feature next",
    group: "Harness",
    summary: "Show the feature to work on next",
    effect: "read",
    flags: [LEDGER_PATH, JSON_FLAG],
    operands: [],
    load: () => import("../actions/harness-feature-next.ts"),
  },
};

function refs(name: string, value: string, summary: string): Flag {
  return { name, value, repeatable: true, summary };
}
