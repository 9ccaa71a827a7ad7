import { sortedByCodePoint } from "../digest/order.ts";
import { trimmed } from "../evidence/text.ts";
import { FEATURE_STATUSES, type FeatureLedger, type FeatureRow, type FeatureStatus } from "./feature-ledger.ts";

/** The kind of a check's report. */
export const LEDGER_CHECK_KIND = "premath.harness.feature_ledger.check.v1";

/** What is wrong with a ledger, by class, each with the contract's words (2.4). */
const CLASSES = {
  "updated_at.empty": "ledger.updatedAt must be non-empty",
  empty: "ledger.features must contain at least one row",
  "feature_id.empty": "featureId must be non-empty",
  "feature_id.duplicate": "featureId must be unique",
  "feature.updated_at.empty": "feature.updatedAt must be non-empty",
  completed_missing_verification_ref: "completed feature requires at least one verificationRef",
  "instruction_ref.empty": "instructionRef entries must be non-empty",
  "verification_ref.empty": "verificationRef entries must be non-empty",
  "in_progress.non_contractible": "at most one feature may be in_progress",
  closure_incomplete: "require-closure set but ledger is not closed",
} as const;

/** One thing that is wrong with a ledger. */
export interface LedgerFinding {
  readonly class: string;
  readonly featureId?: string;
  readonly message: string;
}

/** What a check of a ledger comes to (contract 2.4). */
export interface LedgerCheck {
  readonly result: "accepted" | "rejected";
  /** In the order they were found. */
  readonly errors: readonly LedgerFinding[];
  /** Each once, in byte order. */
  readonly failureClasses: readonly string[];
  readonly nextFeatureId: string | null;
  readonly summary: LedgerSummary;
}

/** How many features are how far. */
export interface LedgerSummary {
  readonly featureCount: number;
  readonly pendingCount: number;
  readonly inProgressCount: number;
  readonly blockedCount: number;
  readonly completedCount: number;
  /** Nothing is wrong, there is a feature, and all are completed. */
  readonly closureComplete: boolean;
}

/** Checks every invariant of a ledger; with `requireClosure` also that it is closed (contract 2.4). */
export function checkLedger(
  ledger: FeatureLedger,
  { requireClosure = false }: { readonly requireClosure?: boolean } = {},
): LedgerCheck {
  const { features } = ledger;
  const ids = idsByStatus(features);
  const errors = [
    ...(isBlank(ledger.updatedAt) ? [finding("updated_at.empty")] : []),
    ...(features.length === 0 ? [finding("empty")] : []),
    ...rowFindings(features),
    ...(ids.in_progress.length > 1 ? [finding("in_progress.non_contractible")] : []),
  ];
  const closureComplete = errors.length === 0 && ids.completed.length === features.length;
  if (requireClosure && !closureComplete) errors.push(finding("closure_incomplete"));
  return {
    result: errors.length === 0 ? "accepted" : "rejected",
    errors,
    failureClasses: sortedByCodePoint([...new Set(errors.map((error) => error.class))]),
    nextFeatureId: smallest(ids.in_progress) ?? smallest(ids.pending) ?? null,
    summary: {
      featureCount: features.length,
      pendingCount: ids.pending.length,
      inProgressCount: ids.in_progress.length,
      blockedCount: ids.blocked.length,
      completedCount: ids.completed.length,
      closureComplete,
    },
  };
}

/** The trimmed ids of the rows that have one, by status; rows of another status count nowhere. */
function idsByStatus(features: readonly FeatureRow[]): Readonly<Record<FeatureStatus, readonly string[]>> {
  const named = features.filter(({ featureId }) => !isBlank(featureId));
  const idsOf = (status: FeatureStatus): readonly string[] =>
    named.filter((row) => row.status === status).map(({ featureId }) => trimmed(featureId));
  return {
    pending: idsOf("pending"),
    in_progress: idsOf("in_progress"),
    blocked: idsOf("blocked"),
    completed: idsOf("completed"),
  };
}

/** Row by row: a row without an id is not looked at further. */
function rowFindings(features: readonly FeatureRow[]): readonly LedgerFinding[] {
  const seen = new Set<string>();
  return features.flatMap((row) => {
    const featureId = trimmed(row.featureId);
    if (featureId === "") return [finding("feature_id.empty")];
    const repeated = seen.has(featureId);
    seen.add(featureId);
    return [...(repeated ? [finding("feature_id.duplicate", featureId)] : []), ...ownFindings(row, featureId)];
  });
}

function ownFindings(row: FeatureRow, featureId: string): readonly LedgerFinding[] {
  const { status, updatedAt, instructionRefs = [], verificationRefs = [] } = row;
  return [
    ...(isBlank(updatedAt) ? [finding("feature.updated_at.empty", featureId)] : []),
    ...(isFeatureStatus(status) ? [] : [statusFinding(status, featureId)]),
    ...(status === "completed" && verificationRefs.length === 0
      ? [finding("completed_missing_verification_ref", featureId)]
      : []),
    ...(instructionRefs.some(isBlank) ? [finding("instruction_ref.empty", featureId)] : []),
    ...(verificationRefs.some(isBlank) ? [finding("verification_ref.empty", featureId)] : []),
  ];
}

function finding(name: keyof typeof CLASSES, featureId?: string): LedgerFinding {
  const rest = { message: CLASSES[name] };
  return { class: `harness_feature_ledger.${name}`, ...(featureId === undefined ? rest : { featureId, ...rest }) };
}

function statusFinding(status: string, featureId: string): LedgerFinding {
  const expected = FEATURE_STATUSES.join("|");
  return {
    class: "harness_feature_ledger.status.invalid",
    featureId,
    message: `feature status \`${status}\` is invalid (expected ${expected})`,
  };
}

function isFeatureStatus(status: string): status is FeatureStatus {
  return FEATURE_STATUSES.some((known) => known === status);
}

function isBlank(text: string): boolean {
  return trimmed(text) === "";
}

function smallest(ids: readonly string[]): string | undefined {
  return sortedByCodePoint(ids)[0];
}
