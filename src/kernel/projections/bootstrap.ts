import type { HarnessSession } from "./harness-session.ts";
import type { NextFeature } from "./next-feature.ts";

/** The kind of a bootstrap. */
export const BOOTSTRAP_KIND = "premath.harness.bootstrap.v1";

/** What a fresh context begins with: how to go on, where, and with what (contract 2.3). Absent is null, lists may be empty. */
export interface Bootstrap {
  readonly bootstrapKind: typeof BOOTSTRAP_KIND;
  /** A stopped session is resumed; one that is active has somebody in it. */
  readonly mode: "resume" | "attach";
  readonly sessionRef: string;
  readonly sessionId: string;
  readonly resumeIssueId: string | null;
  readonly nextStep: string | null;
  readonly summary: string | null;
  readonly instructionRefs: readonly string[];
  readonly witnessRefs: readonly string[];
  readonly lineageRefs: readonly string[];
  readonly issuesPath: string | null;
  readonly issuesSnapshotRef: string | null;
  readonly featureLedgerRef: string;
  readonly nextFeatureId: string | null;
  readonly featureClosureComplete: boolean | null;
  readonly featureCount: number | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly stoppedAt: string | null;
}

/** Where session and ledger were read from, and what the ledger says; undefined when there is none. */
export interface BootstrapRefs {
  readonly sessionRef: string;
  readonly featureLedgerRef: string;
  readonly next: NextFeature | undefined;
}

/** The bootstrap that a session and its ledger make (contract 2.3). */
export function bootstrapOf(session: HarnessSession, { sessionRef, featureLedgerRef, next }: BootstrapRefs): Bootstrap {
  return {
    bootstrapKind: BOOTSTRAP_KIND,
    mode: session.state === "stopped" ? "resume" : "attach",
    sessionRef,
    sessionId: session.sessionId,
    resumeIssueId: session.issueId ?? null,
    nextStep: session.nextStep ?? null,
    summary: session.summary ?? null,
    instructionRefs: session.instructionRefs ?? [],
    witnessRefs: session.witnessRefs ?? [],
    lineageRefs: session.lineageRefs ?? [],
    issuesPath: session.issuesPath ?? null,
    issuesSnapshotRef: session.issuesSnapshotRef ?? null,
    featureLedgerRef,
    nextFeatureId: next?.nextFeatureId ?? null,
    featureClosureComplete: next?.closureComplete ?? null,
    featureCount: next?.featureCount ?? null,
    startedAt: session.startedAt,
    updatedAt: session.updatedAt,
    stoppedAt: session.stoppedAt ?? null,
  };
}
