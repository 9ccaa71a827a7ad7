import { orderFor } from "../digest/order.ts";
import type { Timestamp } from "../issues/timestamp.ts";
import { type FeatureLedger, featureOf, type FeatureRow, type FeatureStatus, ledgerOf } from "./feature-ledger.ts";
import { givenRefs, givenText } from "./given-text.ts";
import { wholeSecond } from "./whole-second.ts";

/** What a write says of one feature. A member that is absent keeps what was, a blank one removes it (contract 2.4). */
export interface FeatureChange {
  readonly featureId: string;
  readonly status: FeatureStatus;
  readonly issueId?: string;
  readonly summary?: string;
  /** Of the whole ledger. */
  readonly sessionRef?: string;
  /** Refs replace what was only when any is left of them: they cannot be cleared. */
  readonly instructionRefs?: readonly string[];
  readonly verificationRefs?: readonly string[];
}

/** The ledger that a write leaves, and the feature it was about; or the contract's words why there is none. */
export type FeatureUpdate =
  | { readonly ok: true; readonly ledger: FeatureLedger; readonly featureId: string }
  | { readonly ok: false; readonly reason: string };

/** The ledger after a write: one row changed or added, rows by id in byte order, no invariant looked at (contract 2.4). */
export function updateFeature(old: FeatureLedger | undefined, change: FeatureChange, now: Timestamp): FeatureUpdate {
  const featureId = givenText(change.featureId);
  if (featureId === undefined) return { ok: false, reason: "feature-id must be non-empty" };
  const updatedAt = wholeSecond(now);
  const rows = old?.features ?? [];
  // Ids are compared as they stand: one with blanks around it was not written by us (contract 2.4).
  const at = rows.findIndex((row) => row.featureId === featureId);
  const row = featureOf({ ...changed(rows[at], change), featureId, status: change.status, updatedAt });
  const features = at < 0 ? [...rows, row] : rows.with(at, row);
  const order = orderFor(features.map((each) => each.featureId));
  const sessionRef = kept(change.sessionRef, old?.sessionRef);
  const sorted = features.toSorted((one, other) => order(one.featureId, other.featureId));
  return { ok: true, featureId, ledger: ledgerOf({ sessionRef, updatedAt, features: sorted }) };
}

function changed(row: FeatureRow | undefined, change: FeatureChange) {
  return {
    issueId: kept(change.issueId, row?.issueId),
    summary: kept(change.summary, row?.summary),
    instructionRefs: givenRefs(change.instructionRefs ?? []) ?? row?.instructionRefs ?? [],
    verificationRefs: givenRefs(change.verificationRefs ?? []) ?? row?.verificationRefs ?? [],
  };
}

function kept(given: string | undefined, old: string | undefined): string | null {
  return (given === undefined ? old : givenText(given)) ?? null;
}
