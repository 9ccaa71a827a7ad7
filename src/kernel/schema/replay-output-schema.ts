import type { JsonObject } from "../json/value.ts";
import { closed } from "./closed-object.ts";

const TEXT: JsonObject = { type: "string" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };

const STANDING: JsonObject = closed(
  {
    sessionId: TEXT,
    steps: COUNT,
    phase: { enum: ["Completed", "Failed", "Interrupted", "Open"] },
    messages: COUNT,
    lastRows: { type: "array", items: closed({ kind: TEXT, digest: DIGEST }, { step: COUNT }) },
  },
  { budgetLeft: closed({ steps: COUNT }, { tokens: COUNT, costMicros: COUNT }) },
);

const DIFFERENCE: JsonObject = closed({
  run: { type: "integer", minimum: 1 },
  step: COUNT,
  row: COUNT,
  what: TEXT,
  path: TEXT,
  recorded: TEXT,
  replayed: TEXT,
});

const REFUSAL: JsonObject = closed(
  {
    code: { enum: ["zero_retention", "damaged", "unreadable", "no_run", "no_step", "no_beginning"] },
    message: TEXT,
  },
  { row: COUNT },
);

/** What `replay --json` prints. */
export const REPLAY: JsonObject = closed(
  {
    action: { const: "replay" },
    path: TEXT,
    result: { enum: ["same", "differs", "refused"] },
    runs: COUNT,
    rows: COUNT,
    digest: DIGEST,
    isWhole: { type: "boolean" },
    isFromStart: { type: "boolean" },
    standing: STANDING,
  },
  { difference: DIFFERENCE, refusal: REFUSAL, fork: closed({ sessionId: TEXT, path: TEXT }) },
);
