import { checkLedger } from "./check-ledger.ts";
import type { FeatureLedger } from "./feature-ledger.ts";

/** What is to be done next by a ledger that holds. */
export interface NextFeature {
  /** The one in progress, else the smallest that is pending; blocked ones are never chosen. */
  readonly nextFeatureId: string | null;
  readonly closureComplete: boolean;
  readonly featureCount: number;
}

/** The next feature, or the contract's words why a ledger that does not hold has none (2.4). */
export type NextFeatureChoice =
  | { readonly ok: true; readonly next: NextFeature }
  | { readonly ok: false; readonly reason: string };

/** The next feature of a ledger; one that its check rejects decides nothing (contract 2.4). */
export function nextFeature(ledger: FeatureLedger): NextFeatureChoice {
  const { result, failureClasses, nextFeatureId, summary } = checkLedger(ledger);
  if (result === "rejected") return { ok: false, reason: `ledger rejected: ${failureClasses.join(", ")}` };
  const { closureComplete, featureCount } = summary;
  return { ok: true, next: { nextFeatureId, closureComplete, featureCount } };
}
