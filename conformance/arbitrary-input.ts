import * as fc from "fast-check";
import {
  anyText,
  callSpec,
  type CallSpec,
  evidence,
  queueRow,
  renderRow,
  solidText,
  stopReason,
  viewRow,
} from "./arbitrary-evidence.ts";
import { CLOSED_TURN } from "./closed-turn.ts";

const nullable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const key = fc.oneof(
  { weight: 29, arbitrary: fc.constantFrom("a", " a", "b", "c\u0085", "\u{1F600}", "\uFFFD") },
  { weight: 1, arbitrary: fc.constantFrom("", " ") },
);
const BLANK_MODEL: CallSpec = { ...CLOSED_TURN.callSpec, modelRef: " " };
const freeJson = fc.oneof(
  fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }),
  fc.record({ code: anyText, errorCode: fc.oneof(anyText, fc.integer()), retryable: fc.boolean(), message: anyText }),
);
const looseRefs = fc.array(anyText, { maxLength: 3 });

type Model = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** A record whose second half may be absent, key by key. */
function loose(required: Model, optional: Model): fc.Arbitrary<object> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

function list(row: fc.Arbitrary<object>): fc.Arbitrary<readonly object[]> {
  return fc.array(row, { maxLength: 3 });
}

const wildEvidence = loose(
  {
    callSpec: fc.oneof({ weight: 9, arbitrary: callSpec }, { weight: 1, arbitrary: fc.constant(BLANK_MODEL) }),
    protocolState: loose({ stopReason: fc.oneof(stopReason, anyText) }, { continuationAllowed: fc.boolean() }),
  },
  {
    toolRequests: list(loose({ toolCallId: key, toolName: solidText }, { callerId: nullable(anyText) })),
    toolResults: list(
      loose(
        { toolCallId: key },
        {
          status: fc.constantFrom("ok", " ERROR", "", null),
          resultDigest: nullable(anyText),
          payload: freeJson,
          errorCode: nullable(anyText),
          retryable: nullable(fc.boolean()),
          errorMessage: nullable(anyText),
          rawError: freeJson,
        },
      ),
    ),
    toolUse: list(
      loose(
        { toolCallId: key, disposition: fc.constantFrom("consumed", "Observed") },
        { resultDigest: nullable(anyText) },
      ),
    ),
    handoff: nullable(
      loose({ target: solidText }, { requiredArtifactRefs: looseRefs, returnPathRef: nullable(anyText) }),
    ),
    toolRender: fc.array(key.chain(renderRow), { maxLength: 2 }),
    reminderQueue: fc.array(key.chain(queueRow), { maxLength: 2 }),
    stateViews: fc.array(key.chain(viewRow), { maxLength: 2 }),
    sessionRefs: looseRefs,
    trajectoryRefs: looseRefs,
    tusk: fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: freeJson }),
  },
);

const anyEvidence = fc.oneof(fc.constant(CLOSED_TURN), evidence, { weight: 4, arbitrary: wildEvidence });

const anyConstraints = loose(
  {},
  {
    governanceProfile: nullable(
      loose(
        { claimed: fc.boolean() },
        {
          claimId: fc.constantFrom("profile.doctrine_inf_governance.v0", " ", "other", null),
          policyProvenance: nullable(
            loose(
              { pinned: fc.boolean() },
              { packageRef: anyText, expectedDigest: anyText, boundDigest: nullable(anyText) },
            ),
          ),
        },
      ),
    ),
    protocolConstraints: nullable(loose({}, { parallelTransportOrderValid: nullable(fc.boolean()) })),
    handoffConstraints: nullable(
      loose({}, { requiredArtifactRefs: looseRefs, allowedTargets: looseRefs, requireReturnPath: fc.boolean() }),
    ),
    truncationConstraints: nullable(loose({}, { required: fc.boolean(), valid: fc.boolean() })),
    decompositionConstraints: nullable(
      loose(
        {},
        {
          admissible: nullable(fc.boolean()),
          expectedExecutionPattern: anyText,
          expectedPolicyDigest: nullable(anyText),
        },
      ),
    ),
  },
);

/** Any join-check file of the right shape, before it is written: usable or not, closed or not. */
export const anyInput = fc
  .tuple(anyEvidence, fc.oneof(fc.constant({}), anyConstraints))
  .map(([given, constraints]) => ({ evidence: given, ...constraints }));
