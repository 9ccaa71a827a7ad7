import type { Json, JsonNumber } from "../json/value.ts";
import type { ValueRef } from "../schema/schema.ts";

/** Which tool the provider is told to choose. */
export interface ToolChoice {
  readonly kind: "auto" | "any" | "specific";
  readonly tool?: string;
}

/** What a tool does to the world; each effect demands its evidence. */
export type Effect = "read" | "write" | "shell" | "code" | "search" | "other";

/** One tool of the discoverable inventory, by the digests of its schema and examples. */
export interface CatalogRow {
  readonly name: string;
  readonly schemaDigest: string;
  readonly exampleDigest: string;
  readonly allowedCallers: readonly ("model" | "code")[];
  readonly loading: "eager" | "deferred";
  readonly effects: readonly Effect[];
}

/** How much of a result the model sees, and which part. */
export interface TruncationPolicy {
  readonly maxBytes: number;
  readonly keep: "middle" | "head" | "tail";
  readonly marker: string;
}

/** Where tools may work, and which surfaces may change files. */
export interface BoundaryPolicy {
  readonly roots: readonly string[];
  readonly editSurfaces: readonly string[];
  readonly shellMayEdit: boolean;
}

/** One self-test of the sandbox: what was tried, what must happen, what did. */
export interface Probe {
  readonly probe: string;
  readonly expected: string;
  readonly observed: string;
}

/** The bound sandbox profile with its attestation. */
export interface Sandbox {
  readonly profile: string;
  readonly network: "none" | "proxy" | "full";
  readonly attestation: readonly Probe[];
}

/** A point at which a person has to approve. */
export interface Checkpoint {
  readonly at: number;
  readonly kind: string;
}

/** How work may be split, and what autonomy has to prove. */
export interface DecompositionPolicy {
  readonly patterns: readonly string[];
  readonly maxFanOut: number;
  readonly autonomous?: { readonly metric: string; readonly threshold: JsonNumber; readonly evalProfileRef: string };
}

/** What a role may read and write, and which paths belong to another. */
export interface ContextScope {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly owners: readonly { readonly glob: string; readonly role: string }[];
}

/** Who may hand over to whom, and what has to travel along. */
export interface HandoffContract {
  readonly from: readonly string[];
  readonly allowedTargets: readonly string[];
  readonly requiredArtifacts: readonly string[];
  readonly requireReturnPath: boolean;
}

/** When a guardrail looks: before anything runs, at what goes in, at what comes out. */
export type GuardStage = "pre_flight" | "input" | "output";
/** One guardrail that the policy lists. */
export interface Guardrail {
  readonly id: string;
  readonly stage: GuardStage;
  readonly threshold?: JsonNumber;
  readonly modelRef?: string;
}

/** How much control the work needs. */
export type RiskTier = "low" | "moderate" | "high";

/** The governance policy package and what it asks for. */
export interface Governance {
  readonly package: { readonly name: string; readonly version: string; readonly integrity?: string };
  readonly guardrails: {
    readonly required: readonly GuardStage[];
    readonly list: readonly Guardrail[];
  };
  readonly evalGate?: { readonly minPrecision: JsonNumber; readonly minRecall: JsonNumber; readonly minF1: JsonNumber };
  readonly redTeam?: {
    readonly plugins: readonly string[];
    readonly strategies: readonly string[];
    readonly minProbes: number;
  };
  readonly observability: {
    readonly mode: "dashboard" | "internal_processor" | "disabled";
    readonly processors: readonly string[];
  };
  readonly riskTier: RiskTier;
  readonly controlProfiles: Readonly<Record<string, Json>>;
}

/** The values a turn binds beside its wire fields (seed 000 §4.1): policies are values, their digests are computed. */
export interface SpecValues {
  readonly toolChoice: ToolChoice;
  readonly catalog: readonly CatalogRow[];
  readonly toolPolicy: { readonly allow: readonly string[] };
  readonly parallelPolicy: { readonly enabled: boolean; readonly maxBranches: number };
  readonly transportPolicy: { readonly parallelToolCalls: boolean; readonly order: "strict" | "any" };
  readonly truncationPolicy: TruncationPolicy;
  readonly boundaryPolicy: BoundaryPolicy;
  readonly sandbox: Sandbox;
  readonly compactionPolicy?: { readonly carry: readonly string[] };
  readonly stopPolicy: { readonly maxTurns: number; readonly checkpoints: readonly Checkpoint[] };
  readonly protocolPolicy: { readonly handled: Readonly<Record<string, "continue" | "stop">> };
  readonly renderProtocol: { readonly injectionPoints: readonly string[] };
  readonly reminderQueuePolicy: { readonly dedup: boolean; readonly maxItems: number };
  readonly stateViewPolicy: { readonly required: readonly string[] };
  readonly decompositionPolicy: DecompositionPolicy;
  readonly role: { readonly kind: "orchestrator" | "specialist"; readonly id: string };
  readonly contextScope: ContextScope;
  readonly handoffContract?: HandoffContract;
  readonly mutationPolicy: Json;
  readonly evalProfileRef?: string;
  readonly preContextFilter: { readonly enabled: boolean; readonly tools: readonly string[] };
  readonly governance: Governance;
}

/** The values as they stand in a file: catalog and attestation may be named by digest. */
export type SpecInput = Omit<SpecValues, "catalog" | "sandbox"> & {
  readonly catalog: readonly CatalogRow[] | ValueRef;
  readonly sandbox: Omit<Sandbox, "attestation"> & { readonly attestation: readonly Probe[] | ValueRef };
};
