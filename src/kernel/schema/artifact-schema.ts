import type { StructShape } from "../json/shape.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { BOOTSTRAP_KIND } from "../projections/bootstrap.ts";
import { LEDGER_CHECK_KIND } from "../projections/check-ledger.ts";
import { LEDGER, LEDGER_KIND } from "../projections/feature-ledger.ts";
import { SESSION, SESSION_KIND } from "../projections/harness-session.ts";
import { closed } from "./closed-object.ts";
import { jsonSchemaOfShape } from "./shape-schema.ts";

/*
 * Session artifacts and feature ledgers, and what the commands on them print (contract 2.1 to 2.4). Files may hold members of other tools;
 * what is printed has no others than these.
 */

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const TRUTH: JsonObject = { type: "boolean" };

/** A session artifact's file. */
export function sessionSchema(): JsonObject {
  return fileSchema(SESSION, {
    schema: { const: 1 },
    sessionKind: { const: SESSION_KIND },
    sessionId: { type: "string", pattern: "\\S" },
    state: { enum: ["active", "stopped"] },
  });
}

/** A feature ledger's file; what its check says beyond the form, no schema can. */
export function ledgerSchema(): JsonObject {
  return fileSchema(LEDGER, { schema: { const: 1 }, ledgerKind: { const: LEDGER_KIND } });
}

/** What `harness-session write` and `read` print as JSON. */
export function sessionOutputSchema(): JsonObject {
  const action = { enum: ["harness-session.write", "harness-session.read"] };
  return closed({ action, path: TEXT, session: sessionSchema() });
}

/** What `harness-session bootstrap --json` prints. */
export const BOOTSTRAP: JsonObject = closed({
  action: { const: "harness-session.bootstrap" },
  bootstrapKind: { const: BOOTSTRAP_KIND },
  featureClosureComplete: orNull(TRUTH),
  featureCount: orNull(COUNT),
  featureLedgerRef: TEXT,
  instructionRefs: TEXTS,
  issuesPath: orNull(TEXT),
  issuesSnapshotRef: orNull(TEXT),
  lineageRefs: TEXTS,
  mode: { enum: ["resume", "attach"] },
  nextFeatureId: orNull(TEXT),
  nextStep: orNull(TEXT),
  resumeIssueId: orNull(TEXT),
  sessionId: TEXT,
  sessionRef: TEXT,
  startedAt: TEXT,
  stoppedAt: orNull(TEXT),
  summary: orNull(TEXT),
  updatedAt: TEXT,
  witnessRefs: TEXTS,
});

/** What `harness-feature write` and `read` print as JSON. */
export function ledgerOutputSchema(): JsonObject {
  return {
    oneOf: [
      closed({ action: { const: "harness-feature.write" }, featureId: TEXT, ledger: ledgerSchema(), path: TEXT }),
      closed({ action: { const: "harness-feature.read" }, ledger: ledgerSchema(), path: TEXT }),
    ],
  };
}

/** What `harness-feature check --json` prints. */
export const LEDGER_CHECK: JsonObject = closed({
  action: { const: "harness-feature.check" },
  checkKind: { const: LEDGER_CHECK_KIND },
  errors: { type: "array", items: closed({ class: TEXT, message: TEXT }, { featureId: TEXT }) },
  failureClasses: TEXTS,
  nextFeatureId: orNull(TEXT),
  path: TEXT,
  requireClosure: TRUTH,
  result: { enum: ["accepted", "rejected"] },
  summary: closed({
    blockedCount: COUNT,
    closureComplete: TRUTH,
    completedCount: COUNT,
    featureCount: COUNT,
    inProgressCount: COUNT,
    pendingCount: COUNT,
  }),
});

/** What `harness-feature next --json` prints. */
export const FEATURE_NEXT: JsonObject = closed({
  action: { const: "harness-feature.next" },
  closureComplete: orNull(TRUTH),
  exists: TRUTH,
  featureCount: orNull(COUNT),
  nextFeatureId: orNull(TEXT),
  path: TEXT,
});

/** The form that is read, with what is required of some members beyond it. */
function fileSchema(shape: StructShape, exact: Readonly<Record<string, Json>>): JsonObject {
  const schema = jsonSchemaOfShape(shape);
  const { properties } = schema;
  return { ...schema, properties: { ...(isJsonObject(properties) ? properties : {}), ...exact } };
}

function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}
