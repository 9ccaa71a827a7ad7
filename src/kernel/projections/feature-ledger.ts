import { problemText } from "../json/problem.ts";
import { readStruct } from "../json/read.ts";
import { struct, type StructOf } from "../json/shape.ts";
import type { Utf8 } from "../json/utf8.ts";
import { presentMembers } from "./present-members.ts";

/** The kind of a feature ledger. */
export const LEDGER_KIND = "premath.harness.feature_ledger.v1";

/** How far a feature is, in the contract's order. */
export const FEATURE_STATUSES = ["pending", "in_progress", "blocked", "completed"] as const;

/** How far a feature is. */
export type FeatureStatus = (typeof FEATURE_STATUSES)[number];

/** One feature. Its status may be any text: what is wrong with it is for the check to say (contract 2.4). */
export interface FeatureRow {
  readonly featureId: string;
  readonly status: string;
  readonly issueId?: string;
  readonly summary?: string;
  readonly instructionRefs?: readonly string[];
  readonly verificationRefs?: readonly string[];
  readonly updatedAt: string;
}

/** Which features there are and how far each is; what is absent is not there, lists of refs are never empty (contract 2.4). */
export interface FeatureLedger {
  readonly schema: 1;
  readonly ledgerKind: typeof LEDGER_KIND;
  readonly sessionRef?: string;
  readonly updatedAt: string;
  readonly features: readonly FeatureRow[];
}

/** A row as it was written. */
export interface FeatureWire {
  readonly featureId: string;
  readonly status: string;
  readonly issueId?: string | null;
  readonly summary?: string | null;
  readonly instructionRefs?: readonly string[];
  readonly verificationRefs?: readonly string[];
  readonly updatedAt: string;
}

/** A ledger as it was written. */
export interface LedgerWire {
  readonly schema: number;
  readonly ledgerKind: string;
  readonly sessionRef?: string | null;
  readonly updatedAt: string;
  readonly features?: readonly FeatureWire[];
}

const NEEDED = { presence: "required", shape: { kind: "string" } } as const;
const MAYBE = { presence: "optional", shape: { kind: "string" } } as const;
const REFS = { presence: "defaulted", shape: { kind: "list", of: { kind: "string" } } } as const;

const FEATURE: StructOf<FeatureWire> = struct<FeatureWire>("HarnessFeatureRow", {
  featureId: NEEDED,
  status: NEEDED,
  issueId: MAYBE,
  summary: MAYBE,
  instructionRefs: REFS,
  verificationRefs: REFS,
  updatedAt: NEEDED,
});

/** The form of a feature ledger, in its file's order and with the reference's names for its error texts. */
export const LEDGER: StructOf<LedgerWire> = struct<LedgerWire>("HarnessFeatureLedger", {
  schema: { presence: "required", shape: { kind: "integer", name: "u32", least: 0, most: 0xffff_ffff } },
  ledgerKind: NEEDED,
  sessionRef: MAYBE,
  updatedAt: NEEDED,
  features: { presence: "defaulted", shape: { kind: "list", of: FEATURE } },
});

/** A ledger that was read, or the contract's words why not (2.4); the caller says before them what it wanted to do. */
export type LedgerReading =
  | { readonly ok: true; readonly ledger: FeatureLedger }
  | { readonly ok: false; readonly reason: string };

/** Reads a feature ledger as far as its header and form go, naming its file as `path` (contract 2.4). Never throws. */
export function readFeatureLedger(bytes: Uint8Array, utf8: Utf8, path: string): LedgerReading {
  const reading = readStruct(bytes, LEDGER, utf8);
  if (!reading.ok) return { ok: false, reason: `unable to parse ${path}: ${problemText(reading.problem)}` };
  const { schema, ledgerKind, sessionRef = null, updatedAt, features = [] } = reading.value;
  if (schema !== 1) return { ok: false, reason: `invalid schema ${schema} (expected 1)` };
  if (ledgerKind !== LEDGER_KIND)
    return { ok: false, reason: `invalid ledger kind ${ledgerKind} (expected ${LEDGER_KIND})` };
  return { ok: true, ledger: ledgerOf({ sessionRef, updatedAt, features: features.map(featureOf) }) };
}

/** A ledger's members in the order of its file. */
export function ledgerOf(
  from: Pick<FeatureLedger, "updatedAt" | "features"> & Pick<LedgerWire, "sessionRef">,
): FeatureLedger {
  const { sessionRef, updatedAt, features } = from;
  return { schema: 1, ledgerKind: LEDGER_KIND, ...presentMembers({ sessionRef }), updatedAt, features };
}

/** A row's members in the order of its file. */
export function featureOf(from: FeatureWire): FeatureRow {
  const { featureId, status, issueId, summary, instructionRefs, verificationRefs, updatedAt } = from;
  return {
    featureId,
    status,
    ...presentMembers({ issueId, summary, instructionRefs, verificationRefs }),
    updatedAt,
  };
}

/** The text of a ledger's file (contract 2.4). */
export function writeFeatureLedger(ledger: FeatureLedger): string {
  return `${JSON.stringify(ledger, null, 2)}\n`;
}
