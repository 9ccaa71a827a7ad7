import * as fc from "fast-check";
import type { TypestateEvidenceInput } from "#kernel";
import type {
  CallSpec,
  Handoff,
  ReminderQueue,
  StateView,
  ToolRender,
  ToolRequest,
  ToolResult,
  ToolUse,
} from "./arbitrary-evidence.ts";

type ProtocolState = TypestateEvidenceInput["protocolState"];

const WHITE = ["\t", "\n", "\u000B", "\f", "\r", " ", "\u0085", "\u00A0", "\u1680", "\u2003", "\u2028", "\u3000"];
const white = fc.string({ unit: fc.constantFrom(...WHITE), maxLength: 3 });

/** The same text with white space around it. */
function padded(text: string): fc.Arbitrary<string> {
  return fc.tuple(white, white).map(([before, after]) => before + text + after);
}

/** The same text with white space around it and some ASCII letters in upper case. */
function shouted(text: string): fc.Arbitrary<string> {
  const letters = fc.tuple(...text.split("").map((letter) => fc.constantFrom(letter, upperAscii(letter))));
  return letters.chain((chosen) => padded(chosen.join("")));
}

function upperAscii(letter: string): string {
  return /^[a-z]$/.test(letter) ? letter.toUpperCase() : letter;
}

/** An optional text: absent is as good as null or blank. */
function maybePadded(text: string | null | undefined): fc.Arbitrary<string | null> {
  return (text ?? "") === "" ? fc.oneof(white, fc.constant(null)) : padded(text ?? "");
}

/** The same refs in another order, some of them twice, with blanks between them. */
function shuffledRefs(refs: readonly string[] | undefined): fc.Arbitrary<readonly string[]> {
  return shuffled(refs ?? [], padded).chain((some) => fc.constantFrom(some, [...some, " "]));
}

/** The same rows in another order, some of them twice, each spelled otherwise. */
function shuffled<Row>(rows: readonly Row[], spell: (row: Row) => fc.Arbitrary<Row>): fc.Arbitrary<readonly Row[]> {
  return fc
    .subarray([...rows])
    .chain((again) => {
      const all = [...rows, ...again];
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    })
    .chain((all) => fc.tuple(...all.map(spell)));
}

function respeltSpec(spec: CallSpec): fc.Arbitrary<CallSpec> {
  return fc.record({
    callId: padded(spec.callId),
    modelRef: padded(spec.modelRef),
    actionMode: shouted(spec.actionMode),
    executionPattern: shouted(spec.executionPattern),
    normalizerId: padded(spec.normalizerId),
    mutationPolicyDigest: padded(spec.mutationPolicyDigest),
    governancePolicyDigest: padded(spec.governancePolicyDigest),
    toolRenderProtocolDigest: padded(spec.toolRenderProtocolDigest),
    reminderQueuePolicyDigest: padded(spec.reminderQueuePolicyDigest),
    stateViewPolicyDigest: padded(spec.stateViewPolicyDigest),
    decompositionPolicyDigest: padded(spec.decompositionPolicyDigest),
  });
}

function respeltRequest(row: ToolRequest): fc.Arbitrary<ToolRequest> {
  return fc.record({
    toolCallId: padded(row.toolCallId),
    toolName: padded(row.toolName),
    schemaDigest: maybePadded(row.schemaDigest),
    callerId: maybePadded(row.callerId),
    searchRefDigest: maybePadded(row.searchRefDigest),
  });
}

function respeltResult(row: ToolResult): fc.Arbitrary<ToolResult> {
  return fc.record({
    toolCallId: padded(row.toolCallId),
    status: typeof row.status === "string" ? shouted(row.status) : fc.oneof(white, fc.constant(null), shouted("ok")),
    resultDigest: maybePadded(row.resultDigest),
    errorCode: maybePadded(row.errorCode),
    retryable: fc.constant(row.retryable ?? null),
    errorMessage: maybePadded(row.errorMessage),
  });
}

function respeltUse(row: ToolUse): fc.Arbitrary<ToolUse> {
  return fc.record({
    toolCallId: padded(row.toolCallId),
    disposition: shouted(row.disposition),
    resultDigest: maybePadded(row.resultDigest),
  });
}

function respeltRender(row: ToolRender): fc.Arbitrary<ToolRender> {
  return fc.record({
    toolCallId: padded(row.toolCallId),
    operatorPayloadDigest: padded(row.operatorPayloadDigest),
    reminderRenderDigest: padded(row.reminderRenderDigest),
    injectionPoint: shouted(row.injectionPoint),
    policyDigest: padded(row.policyDigest),
  });
}

function respeltQueue(row: ReminderQueue): fc.Arbitrary<ReminderQueue> {
  return fc.record({
    queueId: padded(row.queueId),
    reducedDigest: padded(row.reducedDigest),
    policyDigest: padded(row.policyDigest),
  });
}

function respeltView(row: StateView): fc.Arbitrary<StateView> {
  return fc.record({
    viewId: padded(row.viewId),
    viewDigest: padded(row.viewDigest),
    policyDigest: padded(row.policyDigest),
    sourceRefs: shuffledRefs(row.sourceRefs),
  });
}

function respeltProtocol(state: ProtocolState): fc.Arbitrary<ProtocolState> {
  const continuationAllowed = fc.constant(state.continuationAllowed ?? false);
  return fc.record({ stopReason: shouted(state.stopReason), continuationAllowed });
}

function respeltHandoff(given: Handoff | null | undefined): fc.Arbitrary<Handoff | null> {
  if (!given) return fc.constant(null);
  return fc.record({
    target: padded(given.target),
    requiredArtifactRefs: shuffledRefs(given.requiredArtifactRefs),
    returnPathRef: maybePadded(given.returnPathRef),
  });
}

/** The same evidence spelled otherwise: other order, repeated rows, white space, ASCII case, null and blank for absent. */
export function respelt(given: TypestateEvidenceInput): fc.Arbitrary<TypestateEvidenceInput> {
  return fc.record({
    callSpec: respeltSpec(given.callSpec),
    toolRequests: shuffled(given.toolRequests ?? [], respeltRequest),
    toolResults: shuffled(given.toolResults ?? [], respeltResult),
    toolUse: shuffled(given.toolUse ?? [], respeltUse),
    protocolState: respeltProtocol(given.protocolState),
    handoff: respeltHandoff(given.handoff),
    toolRender: shuffled(given.toolRender ?? [], respeltRender),
    reminderQueue: shuffled(given.reminderQueue ?? [], respeltQueue),
    stateViews: shuffled(given.stateViews ?? [], respeltView),
    sessionRefs: shuffledRefs(given.sessionRefs),
    trajectoryRefs: shuffledRefs(given.trajectoryRefs),
  });
}
