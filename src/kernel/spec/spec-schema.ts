import {
  count,
  digest,
  free,
  list,
  map,
  number,
  optional,
  record,
  referable,
  type Schema,
  text,
  truth,
  words,
} from "../schema/schema.ts";
import type {
  BoundaryPolicy,
  CatalogRow,
  Checkpoint,
  ContextScope,
  DecompositionPolicy,
  Governance,
  Guardrail,
  HandoffContract,
  Probe,
  SpecInput,
  SpecValues,
  ToolChoice,
  TruncationPolicy,
} from "./spec-values.ts";

const texts = list(text);

const CATALOG_ROW = record<CatalogRow>({
  name: text,
  schemaDigest: digest,
  exampleDigest: digest,
  allowedCallers: list(words("model", "code")),
  loading: words("eager", "deferred"),
  effects: list(words("read", "write", "shell", "code", "search", "other")),
});

/** The form of a catalog. */
export const CATALOG: Schema<readonly CatalogRow[]> = list(CATALOG_ROW);
/** The form of a sandbox attestation. */
export const ATTESTATION: Schema<readonly Probe[]> = list(
  record<Probe>({ probe: text, expected: text, observed: text }),
);

const GOVERNANCE = record<Governance>({
  package: record<Governance["package"]>({ name: text, version: text, integrity: optional(text) }),
  guardrails: record<Governance["guardrails"]>({
    required: list(words("pre_flight", "input", "output")),
    list: list(
      record<Guardrail>({
        id: text,
        stage: words("pre_flight", "input", "output"),
        threshold: optional(number),
        modelRef: optional(text),
      }),
    ),
  }),
  evalGate: optional(
    record<NonNullable<Governance["evalGate"]>>({ minPrecision: number, minRecall: number, minF1: number }),
  ),
  redTeam: optional(
    record<NonNullable<Governance["redTeam"]>>({ plugins: texts, strategies: texts, minProbes: count }),
  ),
  observability: record<Governance["observability"]>({
    mode: words("dashboard", "internal_processor", "disabled"),
    processors: texts,
  }),
  riskTier: words("low", "moderate", "high"),
  controlProfiles: map(free),
});

/** The form of {@link SpecInput}. */
export const SPEC_INPUT: Schema<SpecInput> = record<SpecInput>({
  toolChoice: record<ToolChoice>({ kind: words("auto", "any", "specific"), tool: optional(text) }),
  catalog: referable(CATALOG),
  toolPolicy: record<SpecValues["toolPolicy"]>({ allow: texts }),
  parallelPolicy: record<SpecValues["parallelPolicy"]>({ enabled: truth, maxBranches: count }),
  transportPolicy: record<SpecValues["transportPolicy"]>({ parallelToolCalls: truth, order: words("strict", "any") }),
  truncationPolicy: record<TruncationPolicy>({ maxBytes: count, keep: words("middle", "head", "tail"), marker: text }),
  boundaryPolicy: record<BoundaryPolicy>({ roots: texts, editSurfaces: texts, shellMayEdit: truth }),
  sandbox: record<SpecInput["sandbox"]>({
    profile: text,
    network: words("none", "proxy", "full"),
    attestation: referable(ATTESTATION),
  }),
  compactionPolicy: optional(record<NonNullable<SpecValues["compactionPolicy"]>>({ carry: texts })),
  stopPolicy: record<SpecValues["stopPolicy"]>({
    maxTurns: count,
    checkpoints: list(record<Checkpoint>({ at: count, kind: text })),
  }),
  protocolPolicy: record<SpecValues["protocolPolicy"]>({ handled: map(words("continue", "stop")) }),
  renderProtocol: record<SpecValues["renderProtocol"]>({ injectionPoints: texts }),
  reminderQueuePolicy: record<SpecValues["reminderQueuePolicy"]>({ dedup: truth, maxItems: count }),
  stateViewPolicy: record<SpecValues["stateViewPolicy"]>({ required: texts }),
  decompositionPolicy: record<DecompositionPolicy>({
    patterns: texts,
    maxFanOut: count,
    autonomous: optional(
      record<NonNullable<DecompositionPolicy["autonomous"]>>({ metric: text, threshold: number, evalProfileRef: text }),
    ),
  }),
  role: record<SpecValues["role"]>({ kind: words("orchestrator", "specialist"), id: text }),
  contextScope: record<ContextScope>({
    read: texts,
    write: texts,
    owners: list(record<ContextScope["owners"][number]>({ glob: text, role: text })),
  }),
  handoffContract: optional(
    record<HandoffContract>({ from: texts, allowedTargets: texts, requiredArtifacts: texts, requireReturnPath: truth }),
  ),
  mutationPolicy: free,
  evalProfileRef: optional(text),
  preContextFilter: record<SpecValues["preContextFilter"]>({ enabled: truth, tools: texts }),
  governance: GOVERNANCE,
});
