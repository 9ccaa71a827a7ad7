import type { Json, JsonNumber } from "../json/value.ts";
import type { ValueRef } from "../schema/schema.ts";
import type { GuardStage, SpecInput, SpecValues } from "../spec/spec-values.ts";

/** The last word on a permission question. */
export interface PermissionEvidence {
  readonly decision: "allow" | "approved" | "deny" | "refused" | "expired";
  readonly ruleId: string;
  readonly approvalRef?: string;
}

/** What stands behind one wire request: arguments, origin in the reply, repairs, caller, permission. */
export interface RequestEvidence {
  readonly toolCallId: string;
  readonly providerCallId: string;
  readonly actionId: string;
  readonly index: number;
  readonly block: { readonly replyDigest: string; readonly n: number };
  readonly args: Json;
  readonly repairs: readonly { readonly rule: string; readonly field: string }[];
  readonly adapterProfile?: string;
  readonly searchRef?: {
    readonly query: string;
    readonly catalogDigest: string;
    readonly resultSet: readonly { readonly name: string; readonly schemaDigest: string }[];
  };
  readonly callerEdge?: { readonly parentCallId: string; readonly seq: number };
  readonly branch?: string;
  readonly permission: PermissionEvidence;
}

/** How a call ended. `interrupted` means that nobody knows what it did. */
export type Outcome = "ok" | "failed" | "denied" | "timeout" | "interrupted";

/** One file a call wrote: digests of its content before and after; absent where there was no file. */
export interface ArtifactWrite {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** What a program printed, here or by digest. */
export type CodeText = string | ValueRef;

/** What stands behind one wire result: outcome, provenance, sizes, and the evidence its tool's effects demand. */
export interface ResultEvidence {
  readonly toolCallId: string;
  readonly outcome: Outcome;
  readonly provenance: { readonly kind: "command" | "api" | "route"; readonly ref: string };
  readonly seq: number;
  readonly order?: number;
  readonly payloadBytes: number;
  readonly shownBytes: number;
  readonly truncation?: {
    readonly totalBytes: number;
    readonly sha256: string;
    readonly headBytes: number;
    readonly tailBytes: number;
    readonly markerBytes: number;
  };
  readonly shell?: {
    readonly commandDigest: string;
    readonly workdir: string;
    readonly profile: string;
    readonly network: string;
    readonly exit: Json;
  };
  readonly surface?: string;
  readonly artifacts?: readonly ArtifactWrite[];
  readonly reads?: readonly string[];
  readonly code?: { readonly stdout: CodeText; readonly stderr: CodeText; readonly traceback: CodeText };
  readonly tokens?: { readonly filtered: number; readonly unfiltered: number };
}

/** Why a result was not used. */
export type DiscardReason = "superseded" | "duplicate" | "irrelevant" | "untrusted" | "over_budget";

/** What stands behind one wire use. */
export interface UseEvidence {
  readonly toolCallId: string;
  readonly consumedBy?: readonly string[];
  readonly reasonCode?: DiscardReason;
  readonly retry?: { readonly decisionRef: string };
}

/** One decision of one guardrail, over the turn or one call. */
export interface GuardEvidence {
  readonly stage: GuardStage;
  readonly guardrailId: string;
  readonly scope: string;
  readonly decision: "pass" | "trigger" | "error";
  readonly threshold?: JsonNumber;
  readonly modelRef?: string;
  readonly inputDigest: string;
  readonly seq: number;
}

/** An artifact by reference and digest. */
export interface ArtifactRef {
  readonly ref: string;
  readonly digest: string;
}

/** One piece of work that was split off: its issue, its session, and the evidence digest of its closed join. */
export interface FanOutChild {
  readonly issueId?: string;
  readonly sessionId?: string;
  readonly join?: string;
}

/** A transfer's packet: what is wanted, under which constraints, from which results, with which artifacts. */
export interface HandoffPacket {
  readonly intent: Json;
  readonly constraints: Json;
  readonly inputs: readonly string[];
  readonly artifacts: readonly ArtifactRef[];
}

/** What the turn means to change in work state, and the results it is derived from. */
export interface Intent {
  readonly action: string;
  readonly args: Json;
  readonly inputs: readonly string[];
}

/** `evidence.tusk`: everything the gate reads beyond the reference (CONTRACT-EVIDENCE §2). */
export interface TuskEvidence {
  readonly schema: 1;
  readonly turn: { readonly sessionId: string; readonly index: number };
  readonly spec: SpecValues;
  readonly requests: readonly RequestEvidence[];
  readonly results: readonly ResultEvidence[];
  readonly use: readonly UseEvidence[];
  readonly summary?: { readonly ref: string; readonly inputs: readonly string[] };
  readonly intent?: Intent;
  readonly guards: readonly GuardEvidence[];
  readonly handoff?: {
    readonly packet: HandoffPacket;
    readonly existing: readonly ArtifactRef[];
  };
  readonly handoffIn?: { readonly packetDigest: string; readonly artifacts: readonly ArtifactRef[] };
  readonly fanOut?: {
    readonly children: readonly FanOutChild[];
  };
  readonly autonomy?: { readonly metric: string; readonly measured: JsonNumber; readonly evalProfileRef: string };
  readonly checkpoints?: readonly { readonly at: number; readonly approvalRef: string }[];
  readonly compaction?: {
    readonly replaced: readonly string[];
    readonly carried: readonly { readonly item: string; readonly digest: string }[];
    readonly continuityDigest: string;
  };
  readonly exports?: readonly { readonly sink: string; readonly carries: "payload" | "digest" }[];
}

/** `evidence.tusk` as it stands in a file: the spec may be named by digest, and `values` may be left out. */
export type TuskInput = Omit<TuskEvidence, "spec"> & {
  readonly spec: SpecInput | ValueRef;
  readonly values?: Readonly<Record<string, Json>>;
};
