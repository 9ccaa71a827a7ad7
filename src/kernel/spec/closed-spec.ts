import { digestJson, type Sha256 } from "../digest/digest.ts";
import { frozenCopy } from "../json/frozen.ts";
import type { Json } from "../json/value.ts";
import { DEFAULT_CONTINUATIONS } from "../turn/stop-reason.ts";
import type { CatalogRow, SpecValues } from "./spec-values.ts";

/**
 * Policies that allow nothing: no tool, no root, no branch, no handoff, one turn, and no pinned governance package,
 * without which no turn closes. Start from it and allow what you mean to allow.
 */
export const CLOSED_SPEC: SpecValues = frozenCopy<SpecValues>({
  toolChoice: { kind: "auto" },
  catalog: [],
  toolPolicy: { allow: [] },
  parallelPolicy: { enabled: false, maxBranches: 0 },
  transportPolicy: { parallelToolCalls: false, order: "strict" },
  truncationPolicy: { maxBytes: 32_768, keep: "middle", marker: "\n[... cut ...]\n" },
  boundaryPolicy: { roots: [], editSurfaces: [], shellMayEdit: false },
  sandbox: { profile: "read-only", network: "none", attestation: [] },
  stopPolicy: { maxTurns: 1, checkpoints: [] },
  protocolPolicy: { handled: DEFAULT_CONTINUATIONS },
  renderProtocol: { injectionPoints: ["tool_response"] },
  reminderQueuePolicy: { dedup: true, maxItems: 16 },
  stateViewPolicy: { required: [] },
  decompositionPolicy: { patterns: ["single", "chain"], maxFanOut: 0 },
  role: { kind: "specialist", id: "agent" },
  contextScope: { read: [], write: [], owners: [] },
  mutationPolicy: {},
  preContextFilter: { enabled: false, tools: [] },
  governance: {
    package: { name: "none", version: "0.0.0" },
    guardrails: { required: [], list: [] },
    observability: { mode: "dashboard", processors: [] },
    riskTier: "low",
    controlProfiles: { low: {} },
  },
});

/** A tool as it is advertised. */
export interface ToolCard {
  readonly name: string;
  /** The JSON Schema of its arguments. */
  readonly schema: Json;
  readonly examples?: readonly Json[];
  readonly effects: CatalogRow["effects"];
  readonly allowedCallers?: CatalogRow["allowedCallers"];
  readonly loading?: CatalogRow["loading"];
}

/** The catalog row of a tool: the digests of its schema and examples are computed. */
export function catalogRow(tool: ToolCard, sha256: Sha256): CatalogRow {
  return {
    name: tool.name,
    schemaDigest: digestJson(sha256, tool.schema),
    exampleDigest: digestJson(sha256, tool.examples ?? []),
    allowedCallers: tool.allowedCallers ?? ["model"],
    loading: tool.loading ?? "eager",
    effects: tool.effects,
  };
}
