import { digestJson, type Sha256 } from "../digest/digest.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import type { UseParts } from "./tool-use.ts";
import type { TurnClosing } from "./turn-closing.ts";
import { type TurnValues, withValues } from "./turn-values.ts";
import { withhold } from "./zero-retention.ts";

/** The evidence as it may be stored, and what stays in memory: nothing, unless a zero-retention mode withholds it. */
export function evidenceOf(
  parts: UseParts,
  closing: TurnClosing,
): { readonly input: JoinCheckInput; readonly memory: TurnValues } {
  const { sha256, spec, shownTexts, values } = parts;
  const next = [...closing.reminderQueues.map((row) => row.reduced), ...closing.stateViews.map((row) => row.view)];
  const ofTurn = jsonValues(withValues(shownTexts, closing.values, sha256), next, sha256);
  if (spec.values.governance.observability.mode === "dashboard")
    return { input: layOut(parts, closing, { ...values, ...ofTurn }), memory: {} };
  const withheld = withhold(parts);
  return { input: layOut(withheld.parts, closing, values), memory: { ...ofTurn, ...withheld.memory } };
}

/** The evidence of a turn, readable by the reference and by the full profile. */
function layOut(parts: UseParts, closing: TurnClosing, values: TurnValues): JoinCheckInput {
  const { spec, sha256, wireHandoff } = parts;
  const queues = closing.reminderQueues.map(({ queueId, reduced }) => {
    return { queueId, reducedDigest: digestJson(sha256, reduced), policyDigest: spec.wire.reminderQueuePolicyDigest };
  });
  const views = closing.stateViews.map(({ viewId, view, sourceRefs = [] }) => {
    return { viewId, viewDigest: digestJson(sha256, view), policyDigest: spec.wire.stateViewPolicyDigest, sourceRefs };
  });
  const evidence = {
    callSpec: spec.wire,
    toolRequests: parts.wire,
    toolResults: parts.wireResults,
    toolUse: parts.wireUse,
    protocolState: { stopReason: closing.stopReason, continuationAllowed: closing.continuationAllowed },
    ...(wireHandoff === undefined ? {} : { handoff: wireHandoff }),
    toolRender: parts.renders,
    reminderQueue: queues,
    stateViews: views,
    sessionRefs: closing.sessionRefs,
    trajectoryRefs: closing.trajectoryRefs,
    tusk: layOutTusk(parts, closing, values),
  };
  const { governanceProfile } = closing;
  // Copied and frozen as a whole: a report must stay the report on what was judged.
  const input = { evidence, ...(governanceProfile === undefined ? {} : { governanceProfile }) };
  return frozenCopy<JoinCheckInput>(input);
}

function layOutTusk(parts: UseParts, closing: TurnClosing, values: TurnValues): Json {
  const { handoffIn, fanOut, autonomy, checkpoints, compaction, exports } = closing;
  const tusk = {
    schema: 1,
    turn: parts.spec.turn,
    spec: parts.spec.values,
    values,
    requests: parts.rows,
    results: parts.results,
    use: parts.use,
    guards: [...parts.guards, ...closing.guards],
    ...parts.consumers,
    handoffIn,
    fanOut,
    autonomy,
    checkpoints,
    compaction,
    exports,
  };
  // Absent parts are undefined here and gone in the frozen copy.
  return plainJson(tusk);
}

/** Queues and views are hashed as JSON, texts among them too. */
function jsonValues(known: TurnValues, added: readonly Json[], sha256: Sha256): TurnValues {
  return { ...known, ...Object.fromEntries(added.map((value): [string, Json] => [digestJson(sha256, value), value])) };
}
