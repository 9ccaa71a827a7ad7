import * as fc from "fast-check";
import type { TypestateEvidenceInput } from "#kernel";
import { trimmed } from "../src/kernel/evidence/text.ts";

type Rows<S extends keyof TypestateEvidenceInput> =
  NonNullable<TypestateEvidenceInput[S]> extends readonly (infer Row)[] ? Row : never;

export type CallSpec = TypestateEvidenceInput["callSpec"];
export type ToolRequest = Rows<"toolRequests">;
export type ToolResult = Rows<"toolResults">;
export type ToolUse = Rows<"toolUse">;
export type ToolRender = Rows<"toolRender">;
export type ReminderQueue = Rows<"reminderQueue">;
export type StateView = Rows<"stateViews">;
export type Handoff = NonNullable<TypestateEvidenceInput["handoff"]>;

/** Characters that JSON, the sort order or the trim treat in a way of their own. */
const UNIT = fc.oneof(
  fc.constantFrom("a", "Z", "0", "-", "_", '"', "\\", "/", "\b", "\n", "\u0000", "\u001F", "\u007F", "é", " "),
  fc.constantFrom("\u0085", "\u2028", "\uE000", "\uFEFF", "\uFFFD", "\u{10000}", "\u{1F600}", "\u{10FFFF}"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);

/** Any well-formed text, blank ones too. */
export const anyText = fc.string({ unit: UNIT, maxLength: 6 });
/** A text as it stands after trimming, not blank. */
export const solidText = anyText.map((text) => trimmed(`${text}x`));
const maybeText = fc.option(solidText, { nil: undefined });

const words = {
  mode: fc.constantFrom("json", "code", "text"),
  pattern: fc.constantFrom("single", "chain", "parallel"),
};
export const stopReason = fc.constantFrom("tool_use", "pause_turn", "max_tokens", "end_turn", "refusal");
const policy = fc.constantFrom("policy:1", "policy:2");

export const callSpec: fc.Arbitrary<CallSpec> = fc.record({
  callId: solidText,
  modelRef: solidText,
  actionMode: words.mode,
  executionPattern: words.pattern,
  normalizerId: solidText,
  mutationPolicyDigest: solidText,
  governancePolicyDigest: solidText,
  toolRenderProtocolDigest: policy,
  reminderQueuePolicyDigest: policy,
  stateViewPolicyDigest: policy,
  decompositionPolicyDigest: solidText,
});

function requestRow(toolCallId: string): fc.Arbitrary<ToolRequest> {
  return fc
    .record({ toolName: solidText, schemaDigest: maybeText, callerId: maybeText, searchRefDigest: maybeText })
    .map((row) => withoutUndefined({ toolCallId, ...row }));
}

function resultRow(toolCallId: string): fc.Arbitrary<ToolResult> {
  const succeeded = fc.record({ status: fc.constantFrom("ok", undefined), resultDigest: maybeText });
  const failed = fc.record({
    status: fc.constant("error"),
    resultDigest: maybeText,
    errorCode: maybeText,
    retryable: fc.option(fc.boolean(), { nil: undefined }),
    errorMessage: maybeText,
  });
  return fc.oneof(succeeded, failed).map((row) => withoutUndefined({ toolCallId, ...row }));
}

function useRow(toolCallId: string): fc.Arbitrary<ToolUse> {
  return fc
    .record({ disposition: fc.constantFrom("consumed", "observed", "discarded"), resultDigest: maybeText })
    .map((row) => withoutUndefined({ toolCallId, ...row }));
}

export function renderRow(toolCallId: string): fc.Arbitrary<ToolRender> {
  return fc.record({
    toolCallId: fc.constant(toolCallId),
    operatorPayloadDigest: solidText,
    reminderRenderDigest: solidText,
    injectionPoint: fc.constantFrom("tool_response", "system_reminder"),
    policyDigest: policy,
  });
}

export function queueRow(queueId: string): fc.Arbitrary<ReminderQueue> {
  return fc.record({ queueId: fc.constant(queueId), reducedDigest: solidText, policyDigest: policy });
}

export function viewRow(viewId: string): fc.Arbitrary<StateView> {
  const sourceRefs = fc.array(solidText, { maxLength: 3 });
  return fc.record({ viewId: fc.constant(viewId), viewDigest: solidText, policyDigest: policy, sourceRefs });
}

const handoff: fc.Arbitrary<Handoff> = fc
  .record({ target: solidText, requiredArtifactRefs: fc.array(solidText, { maxLength: 3 }), returnPathRef: maybeText })
  .map(withoutUndefined);

/** Rows for some of the ids, each id at most once. */
function rowsFor<Row>(ids: readonly string[], row: (id: string) => fc.Arbitrary<Row>): fc.Arbitrary<readonly Row[]> {
  return fc.shuffledSubarray([...ids]).chain((some) => fc.tuple(...some.map(row)));
}

/** Evidence that can always be normalised: ids are shared between surfaces, and no surface names one twice. */
export const evidence: fc.Arbitrary<TypestateEvidenceInput> = fc.uniqueArray(solidText, { maxLength: 5 }).chain((ids) =>
  fc.record({
    callSpec,
    toolRequests: rowsFor(ids, requestRow),
    toolResults: rowsFor(ids, resultRow),
    toolUse: rowsFor(ids, useRow),
    protocolState: fc.record({ stopReason, continuationAllowed: fc.boolean() }),
    handoff: fc.option(handoff, { nil: null }),
    toolRender: rowsFor(ids, renderRow),
    reminderQueue: rowsFor(ids, queueRow),
    stateViews: rowsFor(ids, viewRow),
    sessionRefs: fc.array(solidText, { maxLength: 2 }),
    trajectoryRefs: fc.array(solidText, { maxLength: 2 }),
  }),
);

/** The row without the keys that stand for nothing. */
export function withoutUndefined<T extends object>(row: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
