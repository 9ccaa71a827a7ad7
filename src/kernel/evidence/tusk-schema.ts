import {
  constant,
  count,
  digest,
  type Fields,
  free,
  list,
  map,
  number,
  optional,
  record,
  referable,
  type Schema,
  text,
  words,
} from "../schema/schema.ts";
import { SPEC_INPUT } from "../spec/spec-schema.ts";
import type {
  ArtifactRef,
  ArtifactWrite,
  FanOutChild,
  GuardEvidence,
  HandoffPacket,
  Intent,
  PermissionEvidence,
  RequestEvidence,
  ResultEvidence,
  TuskEvidence,
  TuskInput,
  UseEvidence,
} from "./tusk-evidence.ts";

const texts = list(text);
const inputs = texts;
const ARTIFACT_REFS = list(record<ArtifactRef>({ ref: text, digest }));

const REQUEST = record<RequestEvidence>({
  toolCallId: text,
  providerCallId: text,
  actionId: text,
  index: count,
  block: record<RequestEvidence["block"]>({ replyDigest: digest, n: count }),
  args: free,
  repairs: list(record<RequestEvidence["repairs"][number]>({ rule: text, field: text })),
  adapterProfile: optional(text),
  searchRef: optional(
    record<NonNullable<RequestEvidence["searchRef"]>>({
      query: text,
      catalogDigest: digest,
      resultSet: list(
        record<{ readonly name: string; readonly schemaDigest: string }>({ name: text, schemaDigest: digest }),
      ),
    }),
  ),
  callerEdge: optional(record<NonNullable<RequestEvidence["callerEdge"]>>({ parentCallId: text, seq: count })),
  branch: optional(text),
  permission: record<PermissionEvidence>({
    decision: words("allow", "approved", "deny", "refused", "expired"),
    ruleId: text,
    approvalRef: optional(text),
  }),
});

/** The forms of what only some results have. */
export const RESULT_PARTS: {
  readonly [P in "artifacts" | "code" | "shell" | "tokens" | "truncation"]: Schema<NonNullable<ResultEvidence[P]>>;
} = {
  artifacts: list(record<ArtifactWrite>({ path: text, before: optional(digest), after: optional(digest) })),
  code: record<NonNullable<ResultEvidence["code"]>>({
    stdout: referable(text),
    stderr: referable(text),
    traceback: referable(text),
  }),
  shell: record<NonNullable<ResultEvidence["shell"]>>({
    commandDigest: digest,
    workdir: text,
    profile: text,
    network: text,
    exit: free,
  }),
  tokens: record<NonNullable<ResultEvidence["tokens"]>>({ filtered: count, unfiltered: count }),
  truncation: record<NonNullable<ResultEvidence["truncation"]>>({
    totalBytes: count,
    sha256: digest,
    headBytes: count,
    tailBytes: count,
    markerBytes: count,
  }),
};

const RESULT = record<ResultEvidence>({
  toolCallId: text,
  outcome: words("ok", "failed", "denied", "timeout", "interrupted"),
  provenance: record<ResultEvidence["provenance"]>({ kind: words("command", "api", "route"), ref: text }),
  seq: count,
  order: optional(count),
  payloadBytes: count,
  shownBytes: count,
  truncation: optional(RESULT_PARTS.truncation),
  shell: optional(RESULT_PARTS.shell),
  surface: optional(text),
  artifacts: optional(RESULT_PARTS.artifacts),
  reads: optional(texts),
  code: optional(RESULT_PARTS.code),
  tokens: optional(RESULT_PARTS.tokens),
});

const USE = record<UseEvidence>({
  toolCallId: text,
  consumedBy: optional(texts),
  reasonCode: optional(words("superseded", "duplicate", "irrelevant", "untrusted", "over_budget")),
  retry: optional(record<NonNullable<UseEvidence["retry"]>>({ decisionRef: text })),
});

const GUARD = record<GuardEvidence>({
  stage: words("pre_flight", "input", "output"),
  guardrailId: text,
  scope: text,
  decision: words("pass", "trigger", "error"),
  threshold: optional(number),
  modelRef: optional(text),
  inputDigest: digest,
  seq: count,
});

const INTENT = record<Intent>({ action: text, args: free, inputs });

/** The form of {@link HandoffPacket}. */
export const HANDOFF_PACKET: Schema<HandoffPacket> = record<HandoffPacket>({
  intent: free,
  constraints: free,
  inputs,
  artifacts: ARTIFACT_REFS,
});

/** The forms of the lists that grow with the calls of a turn. */
export const TUSK_ROWS: {
  readonly requests: Schema<TuskInput["requests"]>;
  readonly results: Schema<TuskInput["results"]>;
  readonly use: Schema<TuskInput["use"]>;
  readonly guards: Schema<TuskInput["guards"]>;
} = { requests: list(REQUEST), results: list(RESULT), use: list(USE), guards: list(GUARD) };

/** Everything of `evidence.tusk` but {@link TUSK_ROWS}. */
export type TuskFrame = Omit<TuskInput, keyof typeof TUSK_ROWS>;

/** The parts of the frame that a turn may have or not have. */
export type OptionalPart = Exclude<keyof TuskFrame, "schema" | "turn" | "spec" | "values">;

const PARTS: Fields<Pick<TuskFrame, OptionalPart>> = {
  summary: optional(record<NonNullable<TuskEvidence["summary"]>>({ ref: text, inputs })),
  intent: optional(INTENT),
  handoff: optional(record<NonNullable<TuskEvidence["handoff"]>>({ packet: HANDOFF_PACKET, existing: ARTIFACT_REFS })),
  handoffIn: optional(
    record<NonNullable<TuskEvidence["handoffIn"]>>({ packetDigest: digest, artifacts: ARTIFACT_REFS }),
  ),
  fanOut: optional(
    record<NonNullable<TuskEvidence["fanOut"]>>({
      children: list(
        record<FanOutChild>({ issueId: optional(text), sessionId: optional(text), join: optional(digest) }),
      ),
    }),
  ),
  autonomy: optional(
    record<NonNullable<TuskEvidence["autonomy"]>>({ metric: text, measured: number, evalProfileRef: text }),
  ),
  checkpoints: optional(
    list(record<NonNullable<TuskEvidence["checkpoints"]>[number]>({ at: count, approvalRef: text })),
  ),
  compaction: optional(
    record<NonNullable<TuskEvidence["compaction"]>>({
      replaced: list(digest),
      carried: list(record<{ readonly item: string; readonly digest: string }>({ item: text, digest })),
      continuityDigest: digest,
    }),
  ),
  exports: optional(
    list(record<NonNullable<TuskEvidence["exports"]>[number]>({ sink: text, carries: words("payload", "digest") })),
  ),
};

const FRAME: Fields<TuskFrame> = {
  schema: constant(1),
  turn: record<TuskEvidence["turn"]>({ sessionId: text, index: count }),
  spec: referable(SPEC_INPUT),
  values: optional(map(free, "digest")),
  ...PARTS,
};

/** The form of what a turn may have or not have. */
export const TUSK_PARTS: Schema<Pick<TuskFrame, OptionalPart>> = record<Pick<TuskFrame, OptionalPart>>(PARTS);

/** The form of the frame, when the rows were taken out. */
export const TUSK_FRAME: Schema<TuskFrame> = record<TuskFrame>(FRAME);

/** The form of {@link TuskInput}: what it does not name is unusable input (CONTRACT-EVIDENCE §1). */
export const TUSK_INPUT: Schema<TuskInput> = record<TuskInput>({ ...FRAME, ...TUSK_ROWS });
