import { MUTATION_INPUT } from "../evidence/mutation-input.ts";
import { TUSK_INPUT } from "../evidence/tusk-schema.ts";
import { JOIN_CHECK_INPUT } from "../evidence/wire.ts";
import { HANDOFF } from "../handoff/handoff.ts";
import type { JsonObject } from "../json/value.ts";
import { APPROVAL } from "../policy/permissions/approval.ts";
import { RULE_SET_SCHEMA } from "../policy/permissions/rule-set-schema.ts";
import { SESSION_EVENT } from "../session/session-event-forms.ts";
import { TAPE_ENTRY } from "../session/tape-entry-forms.ts";
import {
  BOOTSTRAP,
  FEATURE_NEXT,
  LEDGER_CHECK,
  ledgerOutputSchema,
  ledgerSchema,
  sessionOutputSchema,
  sessionSchema,
} from "./artifact-schema.ts";
import {
  COORDINATOR_ROW,
  WORKER_ENDED,
  WORKER_HEARTBEAT,
  WORKER_REFUSED,
  workerRowSchema,
} from "./coordinator-schema.ts";
import { ISSUE_CHECK, REPLAY_CACHE, TRANSPORT_CHECK, TRANSPORT_DISPATCH } from "./issue-output-schema.ts";
import { issueEventSchema, issueLogSchema, issueSchema } from "./issue-schema.ts";
import { JOURNAL_ROW, WITNESS } from "./journal-schema.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { NORMALIZED } from "./output-schema.ts";
import { jsonSchemaOfShape } from "./shape-schema.ts";
import { PERMISSIONS_CHECK, PERMISSIONS_LINT } from "./permissions-output-schema.ts";
import { DOCTOR, SANDBOX_CHECK, SANDBOX_RUN } from "./sandbox-output-schema.ts";
import { REPLAY } from "./replay-output-schema.ts";
import { ESCALATION_OUTPUT, RETRY_POLICY, RETRY_POLICY_OUTPUT } from "./retry-policy-schema.ts";
import { RUN_EVENT } from "./run-event-schema.ts";
import { SESSION_EXPORT, SESSION_LIST, SESSION_RESUME, SESSION_SHOW, VERIFY } from "./session-output-schema.ts";
import { TOOL_CALL, TOOL_CHECK } from "./tool-output-schema.ts";
import { KPI, TRAJECTORY_APPEND, TRAJECTORY_QUERY, TRAJECTORY_ROW } from "./trajectory-schema.ts";
import { JOIN_CHECK_OUTPUT, JOIN_WITNESS } from "./witness-schema.ts";

/** One published kind: what it is, and its schema. */
export interface WireKind {
  readonly title: string;
  readonly schema: () => JsonObject;
}

/** Every wire kind so far (H07). Later layers add theirs. */
export const WIRE_KINDS: Readonly<Record<string, WireKind>> = {
  evidence: {
    title: "evidence.tusk: what the gate reads beyond the reference",
    schema: () => jsonSchemaOf(TUSK_INPUT.node),
  },
  "join-check.input": {
    title: "what harness-join-check reads, evidence.tusk included",
    schema: () => jsonSchemaOfShape(JOIN_CHECK_INPUT, { tusk: jsonSchemaOf(TUSK_INPUT.node) }),
  },
  "join-check.output": { title: "what harness-join-check --json prints", schema: () => JOIN_CHECK_OUTPUT },
  "premath.harness.join_check.v1": { title: "the witness of a join check", schema: () => JOIN_WITNESS },
  "premath.harness.typestate_normalized.v1": {
    title: "a normalised turn",
    schema: () => jsonSchemaOf(NORMALIZED.node),
  },
  mutation: {
    title: "what is brought to the gate with one mutation",
    schema: () => jsonSchemaOf(MUTATION_INPUT.node),
  },
  issue: { title: "one row of an issue file", schema: issueSchema },
  "issue.event.v1": { title: "one row of an exported event log", schema: issueEventSchema },
  "issue.replay.cache.v1": { title: "what issue replay-events remembers", schema: () => REPLAY_CACHE },
  "tusk.issue.log.v1": { title: "one row of a clone's log: who changed what, hash-chained", schema: issueLogSchema },
  "tusk.journal.v1": { title: "one row of a session's or worker's journal, hash-chained", schema: () => JOURNAL_ROW },
  "tusk.session.v1": {
    title: "what the rows of a session's journal say, kind by kind, envelope left out",
    schema: () => jsonSchemaOf(SESSION_EVENT.node),
  },
  "tusk.cassette.v1": {
    title: "what the rows of a cassette say, kind by kind, envelope left out",
    schema: () => jsonSchemaOf(TAPE_ENTRY.node),
  },
  "tusk.run.v1": {
    title: "one line of run --json: an event of a run, its beginning or its end",
    schema: () => RUN_EVENT,
  },
  "tusk.handoff.v1": {
    title: "a handoff packet: what one session of a work hands to the next",
    schema: () => jsonSchemaOf(HANDOFF.node),
  },
  "tusk.witness.v1": { title: "one witness of a turn, named by the digest of its content", schema: () => WITNESS },
  "premath.issue_graph.check.v1": { title: "what issue check --json prints", schema: () => ISSUE_CHECK },
  "premath.transport_dispatch.v1": {
    title: "what transport-dispatch --json prints",
    schema: () => TRANSPORT_DISPATCH,
  },
  "premath.transport_check.v1": { title: "what transport-check --json prints", schema: () => TRANSPORT_CHECK },
  "premath.harness.session.v1": { title: "a session artifact: where the work stands", schema: sessionSchema },
  "premath.harness.bootstrap.v1": { title: "what harness-session bootstrap --json prints", schema: () => BOOTSTRAP },
  "harness-session.output": { title: "what harness-session write and read --json print", schema: sessionOutputSchema },
  "premath.harness.feature_ledger.v1": {
    title: "a feature ledger: which features there are and how far each is",
    schema: ledgerSchema,
  },
  "premath.harness.feature_ledger.check.v1": {
    title: "what harness-feature check --json prints",
    schema: () => LEDGER_CHECK,
  },
  "harness-feature.output": { title: "what harness-feature write and read --json print", schema: ledgerOutputSchema },
  "harness-feature-next.output": { title: "what harness-feature next --json prints", schema: () => FEATURE_NEXT },
  "tool-call.output": { title: "what tool call --json prints", schema: () => TOOL_CALL },
  "tool-check.output": { title: "what tool check --json prints", schema: () => TOOL_CHECK },
  "tusk.permissions.v1": { title: "a rule set for permissions", schema: () => RULE_SET_SCHEMA },
  "tusk.approval.v1": {
    title: "a person's answer to a question of permission",
    schema: () => jsonSchemaOf(APPROVAL.node),
  },
  "permissions-check.output": { title: "what permissions check --json prints", schema: () => PERMISSIONS_CHECK },
  "permissions-lint.output": { title: "what permissions lint --json prints", schema: () => PERMISSIONS_LINT },
  "sandbox-check.output": { title: "what sandbox check --json prints", schema: () => SANDBOX_CHECK },
  "sandbox-run.output": { title: "what sandbox run --json prints", schema: () => SANDBOX_RUN },
  "verify.output": { title: "what verify --json prints", schema: () => VERIFY },
  "replay.output": { title: "what replay --json prints", schema: () => REPLAY },
  "session-list.output": { title: "what session list --json prints", schema: () => SESSION_LIST },
  "session-show.output": { title: "what session show --json prints", schema: () => SESSION_SHOW },
  "session-resume.output": { title: "what the last line of session resume --json is", schema: () => SESSION_RESUME },
  "session-export.output": { title: "what session export --json prints", schema: () => SESSION_EXPORT },
  "ci.harness.retry.policy.v1": { title: "a retry policy file", schema: () => RETRY_POLICY },
  "escalation.output": { title: "what escalation --json prints", schema: () => ESCALATION_OUTPUT },
  "retry-policy.output": { title: "what retry-policy --json prints", schema: () => RETRY_POLICY_OUTPUT },
  "tusk.coordinator.row.v1": {
    title: "one line of coordinator --json that the coordinator says itself",
    schema: () => COORDINATOR_ROW,
  },
  "tusk.harness.row.v1": {
    title: "a line of worker --json: a row of the worker's journal, kind by kind",
    schema: workerRowSchema,
  },
  "tusk.worker.heartbeat.v1": { title: "a line of worker --json: a sign of life", schema: () => WORKER_HEARTBEAT },
  "tusk.worker.refused.v1": { title: "a line of worker --json: why it did not begin", schema: () => WORKER_REFUSED },
  "tusk.worker.ended.v1": { title: "the last line of worker --json", schema: () => WORKER_ENDED },
  "doctor.output": { title: "what doctor --json prints", schema: () => DOCTOR },
  "premath.harness.step.v1": { title: "one row of a trajectory: how a step ended", schema: () => TRAJECTORY_ROW },
  "premath.harness.trajectory.projection.v1": {
    title: "what harness-trajectory query --json prints",
    schema: () => TRAJECTORY_QUERY,
  },
  "harness-trajectory-append.output": {
    title: "what harness-trajectory append --json prints",
    schema: () => TRAJECTORY_APPEND,
  },
  "premath.multithread.throughput.v1": { title: "what kpi --json prints", schema: () => KPI },
};

/** The published schema of a kind, with its dialect, id and title; undefined for a kind that does not exist. */
export function publishedSchema(kind: string, more: Readonly<Record<string, WireKind>> = {}): JsonObject | undefined {
  const found = Object.hasOwn(more, kind) ? more[kind] : Object.hasOwn(WIRE_KINDS, kind) ? WIRE_KINDS[kind] : undefined;
  if (found === undefined) return undefined;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:tusk:schema:${kind}`,
    title: found.title,
    ...found.schema(),
  };
}
