import { checkLedger } from "../projections/check-ledger.ts";
import type { FeatureLedger } from "../projections/feature-ledger.ts";
import { type KeptEvidence, refsProblem } from "./kept-evidence.ts";

/** What a ledger is held against. */
export interface LedgerGround {
  /** Whether a worker that keeps a journal here has closed an issue: what proves it is kept here. */
  readonly isClosedHere: (issueId: string) => boolean;
  readonly kept: KeptEvidence;
}

/** Two workers at work are two features in progress: the check of a ledger minds, its writers cannot help it. */
const PARALLEL = "harness_feature_ledger.in_progress.non_contractible";

/** The first thing that is wrong with a ledger: what its check says, or a completed feature whose proof is not kept (M14). */
export function auditLedger(ledger: FeatureLedger, { isClosedHere, kept }: LedgerGround): string | undefined {
  const broken = checkLedger(ledger).errors.find((error) => error.class !== PARALLEL);
  if (broken !== undefined) {
    const { class: name, featureId, message } = broken;
    return `${featureId === undefined ? "" : `${featureId}: `}${message} (${name})`;
  }
  for (const { featureId, issueId = featureId, status, verificationRefs = [] } of ledger.features) {
    const isOurs = status === "completed" && isClosedHere(issueId);
    const problem = isOurs ? refsProblem(verificationRefs, kept) : undefined;
    if (problem !== undefined) return `${featureId} is completed, and ${problem}`;
  }
  return undefined;
}
