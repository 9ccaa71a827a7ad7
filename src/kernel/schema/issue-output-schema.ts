import { closed } from "./closed-object.ts";
import type { JsonObject } from "../json/value.ts";

/*
 * What issue commands print or write as JSON of a named kind (contract memory 2, 2.1). Outputs are open records in the contract, so their
 * form is written as JSON Schema; a test holds it against what is printed.
 */

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const RESULT: JsonObject = { enum: ["accepted", "rejected"] };

const FINDINGS: JsonObject = { type: "array", items: closed({ issueId: TEXT, class: TEXT, message: TEXT }) };

/** What `issue check --json` prints. */
export const ISSUE_CHECK: JsonObject = closed({
  action: { const: "issue.check" },
  issuesPath: TEXT,
  checkKind: { const: "premath.issue_graph.check.v1" },
  result: RESULT,
  failureClasses: TEXTS,
  warningClasses: TEXTS,
  errors: FINDINGS,
  warnings: FINDINGS,
  summary: closed({ issueCount: COUNT, errorCount: COUNT, warningCount: COUNT, noteWarnThreshold: COUNT }),
});

/** The cache that `issue replay-events` keeps. */
export const REPLAY_CACHE: JsonObject = closed({
  schema: { const: "issue.replay.cache.v1" },
  eventsPath: TEXT,
  issuesPath: TEXT,
  eventStreamRef: { type: "string", pattern: "^ev1_[0-9a-f]{64}$" },
  snapshotRef: { type: "string", pattern: "^iss1_[0-9a-f]{64}$" },
  eventCount: COUNT,
  issueCount: COUNT,
});

const WORLD = { operationId: TEXT, routeFamilyId: TEXT, worldId: TEXT, morphismRowId: TEXT } as const;

const RESOLVER: JsonObject = closed({
  schema: { const: 1 },
  witnessKind: { const: "premath.site_resolve.witness.v1" },
  siteId: TEXT,
  ...WORLD,
  semanticDigest: { type: "string", pattern: "^sr1_[0-9a-f]{64}$" },
  failureClasses: TEXTS,
});

const TRANSPORT_DIGEST: JsonObject = { type: "string", pattern: "^ts1_[0-9a-f]{64}$" };

/** What `transport-dispatch --json` prints; what an action adds is its own. */
export const TRANSPORT_DISPATCH: JsonObject = {
  type: "object",
  properties: {
    schema: { const: 1 },
    dispatchKind: { const: "premath.transport_dispatch.v1" },
    profileId: TEXT,
    action: TEXT,
    actionId: TEXT,
    result: RESULT,
    failureClasses: TEXTS,
    semanticDigest: TRANSPORT_DIGEST,
    worldBinding: closed(WORLD),
    resolverWitness: RESOLVER,
    resolverWitnessRef: TEXT,
    issuesPath: TEXT,
    diagnostic: TEXT,
    changed: { type: "boolean" },
    issue: { type: "object" },
    leaseProjection: closed({
      checkedAt: TEXT,
      staleCount: COUNT,
      staleIssueIds: TEXTS,
      contendedCount: COUNT,
      contendedIssueIds: TEXTS,
    }),
  },
  required: ["schema", "dispatchKind", "profileId", "action", "actionId", "result", "failureClasses", "semanticDigest"],
};

/** What `transport-check --json` prints. */
export const TRANSPORT_CHECK: JsonObject = closed({
  schema: { const: 1 },
  checkKind: { const: "premath.transport_check.v1" },
  registryKind: { const: "premath.transport_action_registry.v1" },
  profileId: TEXT,
  result: RESULT,
  failureClasses: TEXTS,
  issues: { type: "array" },
  actionCount: COUNT,
  actions: {
    type: "array",
    items: closed({ action: TEXT, actionId: TEXT, ...WORLD, semanticDigest: TRANSPORT_DIGEST }),
  },
  semanticDigest: TRANSPORT_DIGEST,
});
