import type { JsonObject } from "../json/value.ts";
import { APPROVAL } from "../policy/permissions/approval.ts";
import { TOOL_FAILURES } from "../policy/tool-failure.ts";
import { REPAIRS } from "../reply/repairs.ts";
import { closed } from "./closed-object.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { SHELL_ROW } from "./shell-row-schema.ts";

/* What `tool call` and `tool check` print as JSON; a test holds it against what is printed. */

const TEXT: JsonObject = { type: "string" };
const TRUTH: JsonObject = { type: "boolean" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const ARGS: JsonObject = { type: "object" };

const REPAIRED: JsonObject = {
  type: "array",
  items: closed({ rule: { enum: Object.keys(REPAIRS) }, field: TEXT }),
};

const FAILURE: JsonObject = closed({
  code: { enum: Object.keys(TOOL_FAILURES) },
  retryable: TRUTH,
  message: { type: "string", maxLength: 400 },
});

const ARTIFACT: JsonObject = closed(
  { path: TEXT, role: TEXT, surface: TEXT, basis: { enum: ["read", "unread", "created"] } },
  { before: DIGEST, after: DIGEST },
);

const TRUNCATION: JsonObject = closed({
  totalBytes: COUNT,
  sha256: DIGEST,
  headBytes: COUNT,
  tailBytes: COUNT,
  markerBytes: COUNT,
});

const PERMISSION: JsonObject = closed(
  {
    permitted: TRUTH,
    evidence: closed(
      { decision: { enum: ["allow", "approved", "deny", "refused", "expired"] }, ruleId: TEXT },
      { approvalRef: DIGEST },
    ),
    why: TEXT,
  },
  { approval: jsonSchemaOf(APPROVAL.node) },
);

/** What `tool check --json` prints. */
export const TOOL_CHECK: JsonObject = closed({ valid: TRUTH, repairs: REPAIRED }, { args: ARGS, failure: FAILURE });

/** What `tool call --json` prints. */
export const TOOL_CALL: JsonObject = closed(
  {
    executed: TRUTH,
    valid: TRUTH,
    repairs: REPAIRED,
    outcome: { enum: ["ok", "failed", "denied", "timeout", "interrupted"] },
    shown: TEXT,
    reads: { type: "array", items: TEXT },
    artifacts: { type: "array", items: ARTIFACT },
  },
  {
    args: ARGS,
    result: true,
    truncation: TRUNCATION,
    shell: SHELL_ROW,
    failure: FAILURE,
    permission: PERMISSION,
    dryRun: { const: true },
  },
);
