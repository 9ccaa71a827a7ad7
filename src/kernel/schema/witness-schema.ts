import { closed } from "./closed-object.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { DIGESTS, NORMALIZED } from "./output-schema.ts";

/*
 * What `harness-join-check --json` prints (contract 1.5). Its inputs to join and mutation are open records in the
 * contract, so their form is written as JSON Schema; a test holds it against what is printed.
 */

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const TRUTH: JsonObject = { type: "boolean" };

function all(names: readonly string[], schema: JsonObject): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

const CONTEXT = all(
  [
    "continuationContextReady",
    "queuePolicyValid",
    "queueReductionPresent",
    "renderPolicyValid",
    "stateViewPolicyValid",
    "stateViewPresent",
  ],
  TRUTH,
);

const OPEN = all(
  ["missingRenderCallIds", "missingResultCallIds", "missingUseCallIds", "orphanResultCallIds", "unknownUseCallIds"],
  TEXTS,
);

const JOIN_INPUT = closed(
  {
    ...CONTEXT,
    ...all(
      [
        "decompositionPolicyDigest",
        "joinSetDigest",
        "protocolStateDigest",
        "reminderQueuePolicyDigest",
        "reminderQueueSetDigest",
        "requestSetDigest",
        "resultSetDigest",
        "stateViewPolicyDigest",
        "stateViewSetDigest",
        "toolRenderProtocolDigest",
        "toolRenderSetDigest",
        "useSetDigest",
      ],
      TEXT,
    ),
    joinClosed: TRUTH,
  },
  { ...OPEN, handoffDigest: TEXT },
);

const MUTATION_INPUT = closed(
  {
    ...CONTEXT,
    ...all(["governancePolicyDigest", "mutationPolicyDigest", "normalizerId"], TEXT),
    continuationAllowed: TRUTH,
    joinClosed: TRUTH,
  },
  { ...OPEN, sessionRefs: TEXTS, trajectoryRefs: TEXTS },
);

/** How one class ended: `answer` and `findings` when tripped, `why` when it was not judged. */
const CHECK_ROWS: JsonObject = {
  type: "array",
  items: closed(
    { class: TEXT, outcome: { enum: ["held", "skipped", "not_due", "withheld", "tripped"] } },
    {
      answer: { enum: ["continue", "stop"] },
      findings: { type: "array", items: closed({ note: TEXT, path: TEXT, subject: TEXT }) },
      why: TEXT,
    },
  ),
};

/** `premath.harness.join_check.v1`; `tusk` is there in the full profile. */
export const JOIN_WITNESS: JsonObject = closed(
  {
    digests: jsonSchemaOf(DIGESTS.node),
    joinInput: JOIN_INPUT,
    mutationInput: MUTATION_INPUT,
    schema: { const: 1 },
    witnessKind: { const: "premath.harness.join_check.v1" },
  },
  { tusk: closed({ checks: CHECK_ROWS, evidenceDigest: TEXT, profile: { const: "full" } }) },
);

/** What `harness-join-check --json` prints. */
export const JOIN_CHECK_OUTPUT: JsonObject = closed(
  {
    action: { const: "harness-join-check" },
    failureClasses: TEXTS,
    joinClosed: TRUTH,
    normalized: jsonSchemaOf(NORMALIZED.node),
    result: { enum: ["accepted", "rejected"] },
    witness: JOIN_WITNESS,
  },
  {
    checks: closed({ profile: { enum: ["reference", "full"] }, rules: CHECK_ROWS }),
    mutation: closed({ accepted: TRUTH, checks: CHECK_ROWS, failureClasses: TEXTS }),
  },
);
