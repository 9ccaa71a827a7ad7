import type { JsonObject } from "../json/value.ts";
import { EXPORT_CHANGES } from "../session/export/exported.ts";
import { EXPORT_FORMATS } from "../session/export/export-history.ts";
import { closed } from "./closed-object.ts";

/* What `verify` and the commands on sessions print as JSON; tests hold it against what is printed. */

const TEXT: JsonObject = { type: "string" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const TIME: JsonObject = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$" };

const PROBLEM: JsonObject = closed({ path: TEXT, problem: TEXT }, { line: COUNT, seq: COUNT });

/** What `verify --json` prints. */
export const VERIFY: JsonObject = closed(
  {
    action: { const: "verify" },
    stateFolder: TEXT,
    result: { enum: ["accepted", "rejected"] },
    things: {
      type: "array",
      items: closed(
        {
          thing: {
            enum: [
              "journal",
              "cassette",
              "stray",
              "witnesses",
              "handoffs",
              "artifacts",
              "worker journal",
              "trajectory",
              "session artifact",
              "feature ledger",
              "issues",
              "issue graph",
            ],
          },
          path: TEXT,
          holds: { type: "boolean" },
          seen: TEXT,
        },
        { note: TEXT, first: PROBLEM },
      ),
    },
    walked: closed({
      sessions: COUNT,
      rows: COUNT,
      turns: COUNT,
      witnesses: COUNT,
      workers: COUNT,
      workerRows: COUNT,
      steps: COUNT,
      trajectoryRows: COUNT,
      issues: COUNT,
      issueEvents: COUNT,
    }),
  },
  { first: PROBLEM },
);

const OUTLINE = {
  sessionId: TEXT,
  path: TEXT,
  steps: COUNT,
  phase: { enum: ["Completed", "Failed", "Interrupted", "Open"] },
} as const;
/** What a session may lack: a first row, an input, a fault in its journal. */
const MAYBE = { began: TIME, lastInput: TEXT, problem: TEXT } as const;

/** What `session list --json` prints. */
export const SESSION_LIST: JsonObject = closed({
  action: { const: "session.list" },
  stateFolder: TEXT,
  sessions: { type: "array", items: closed(OUTLINE, MAYBE) },
});

const WHAT: JsonObject = {
  enum: [
    "context",
    "input",
    "reply",
    "thinking",
    "call",
    "result",
    "note",
    "answer",
    "decision",
    "fault",
    "end",
    "resumed",
  ],
};

/** What `session show --json` prints. */
export const SESSION_SHOW: JsonObject = closed(
  {
    action: { const: "session.show" },
    ...OUTLINE,
    entries: {
      type: "array",
      items: closed(
        { seq: COUNT, at: TIME, what: WHAT, text: TEXT },
        { step: COUNT, toolCallId: TEXT, tool: TEXT, outcome: TEXT },
      ),
    },
  },
  MAYBE,
);

/** What the last line of `session resume --json` is; the lines before it are events. */
export const SESSION_RESUME: JsonObject = closed(
  {
    action: { const: "session.resume" },
    sessionId: TEXT,
    path: TEXT,
    healed: { type: "array", items: TEXT },
    settled: {
      type: "array",
      items: closed({ toolCallId: TEXT, tool: TEXT, outcome: { enum: ["interrupted", "not_run"] } }),
    },
    phase: OUTLINE.phase,
  },
  {
    step: COUNT,
    run: closed(
      { steps: COUNT, budgetLeft: closed({ steps: COUNT }, { tokens: COUNT, costMicros: COUNT }) },
      { output: {}, reason: TEXT },
    ),
  },
);

/** What `session export --json` prints. */
export const SESSION_EXPORT: JsonObject = closed(
  {
    action: { const: "session.export" },
    sessionId: TEXT,
    format: { enum: EXPORT_FORMATS },
    to: { type: ["string", "null"] },
    messages: COUNT,
    text: TEXT,
    notes: { type: "array", items: closed({ change: { enum: Object.keys(EXPORT_CHANGES) }, message: COUNT }) },
  },
  { problem: TEXT },
);
