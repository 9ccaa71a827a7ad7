import type { JsonObject } from "../json/value.ts";

/** How one check ended, as rows tell it. */
export type CheckWord = { readonly name: string; readonly required: boolean; readonly outcome: string };

/** One violation, as rows tell it. */
export type ViolationWord = { readonly class: string; readonly path: string; readonly note: string };

type Step = { readonly stepId: string; readonly issueId: string };

/**
 * What a worker's journal says, in the order in which it happens (003 §3): `boot` once for a process, `step` and `stop` for each issue. A
 * row is durable before what it announces and after what it reports; a fresh process continues from these rows and the files they name.
 */
export type HarnessRow =
  | {
      readonly kind: "boot.roots";
      readonly worker: string;
      readonly issues: string;
      readonly session: string;
      readonly ledger: string;
      readonly trajectory: string;
      /** The witnesses of required checks that lie in `artifacts/ciwitness`, by name. */
      readonly ciwitness: readonly string[];
      /** Where the newest observation is; absent where there is none. */
      readonly observation?: string;
    }
  | { readonly kind: "boot.preflight"; readonly accepted: boolean; readonly classes: readonly string[] }
  | {
      readonly kind: "boot.handoff";
      /** Absent where no session went before. */
      readonly mode?: "resume" | "attach";
      readonly sessionId?: string;
      readonly issueId?: string;
      readonly nextStep?: string;
    }
  | { readonly kind: "boot.reconciled"; readonly actions: readonly string[] }
  | {
      readonly kind: "boot.target";
      readonly issueId?: string;
      readonly reason: string;
      readonly ready: number;
    }
  | {
      readonly kind: "boot.baseline";
      readonly verdict: "holds" | "fails";
      readonly tree: string;
      readonly checks: readonly CheckWord[];
      readonly witnessRefs: readonly string[];
    }
  | { readonly kind: "step.claiming"; readonly stepId: string; readonly issueId: string }
  | (Step & {
      readonly kind: "step.claimed";
      readonly leaseId: string;
      readonly token: number;
      readonly expiresAt: string;
    })
  | (Step & {
      readonly kind: "step.worktree";
      readonly path: string;
      readonly branch: string;
      readonly base: string;
      readonly isNew: boolean;
    })
  | (Step & {
      readonly kind: "step.verified";
      readonly when: "before" | "after";
      readonly verdict: "holds" | "fails";
      readonly tree: string;
      readonly checks: readonly CheckWord[];
      readonly failureClasses: readonly string[];
      readonly sessionId: string;
      readonly witnessRefs: readonly string[];
    })
  | (Step & {
      readonly kind: "step.working";
      readonly work: "agent" | "command";
      readonly attempt: number;
      readonly round: number;
      readonly sessionId?: string;
      readonly packet?: string;
    })
  | (Step & {
      readonly kind: "step.worked";
      readonly outcome: string;
      readonly summary: string;
      readonly sessionId?: string;
      readonly packet?: string;
      readonly exit?: number;
    })
  | (Step & {
      readonly kind: "step.permitted";
      readonly evidenceDigest: string;
      readonly witnessRef: string;
      readonly tree: string;
    })
  | (Step & {
      readonly kind: "step.refused";
      readonly classes: readonly string[];
      readonly violations: readonly ViolationWord[];
      readonly witnessRef: string;
    })
  | (Step & { readonly kind: "step.committed"; readonly commit: string; readonly tree: string })
  | (Step & { readonly kind: "step.merged"; readonly commit: string; readonly target: string })
  | (Step & {
      readonly kind: "step.unmerged";
      readonly reason: string;
      readonly branch: string;
      readonly commit: string;
    })
  | (Step & { readonly kind: "step.closed"; readonly evidenceDigest: string })
  | (Step & {
      readonly kind: "step.retry";
      readonly attempt: number;
      readonly ruleId: string;
      readonly matchedFailureClass: string;
      readonly backoffClass: string;
      readonly waitMs: number;
    })
  | (Step & {
      readonly kind: "step.escalated";
      readonly action: string;
      readonly outcome: string;
      readonly ruleId: string;
      readonly matchedFailureClass: string;
      readonly policyDigest: string;
      readonly noteDigest?: string;
      readonly createdIssueId?: string;
    })
  | (Step & {
      readonly kind: "stop.handoff";
      readonly reason: string;
      readonly nextStep: string;
      readonly packet?: string;
    })
  | (Step & {
      readonly kind: "stop.lease";
      readonly state: string;
      readonly action: string;
      readonly ref: string;
      /** How the step ends: its lease is left as that asks for. */
      readonly resultClass?: string;
    })
  | (Step & {
      readonly kind: "stop.recorded";
      readonly resultClass: string;
      readonly lineageRefs: readonly string[];
      readonly witnessRefs: readonly string[];
      /** The digest of the row that this process gave to the trajectory; absent where it gave none. */
      readonly trajectoryRow?: string;
      /** Why the worktree of an issue that is closed was not taken away. */
      readonly kept?: string;
    })
  | { readonly kind: "stop.session"; readonly sessionId: string; readonly nextStep: string };

/** The kinds of rows there are. */
export type HarnessRowKind = HarnessRow["kind"];

const KINDS: { readonly [K in HarnessRowKind]: true } = {
  "boot.roots": true,
  "boot.preflight": true,
  "boot.handoff": true,
  "boot.reconciled": true,
  "boot.target": true,
  "boot.baseline": true,
  "step.claiming": true,
  "step.claimed": true,
  "step.worktree": true,
  "step.verified": true,
  "step.working": true,
  "step.worked": true,
  "step.permitted": true,
  "step.refused": true,
  "step.committed": true,
  "step.merged": true,
  "step.unmerged": true,
  "step.closed": true,
  "step.retry": true,
  "step.escalated": true,
  "stop.handoff": true,
  "stop.lease": true,
  "stop.recorded": true,
  "stop.session": true,
};

/** Every kind of row, in the order in which they happen. */
export const HARNESS_ROW_KINDS: readonly HarnessRowKind[] = Object.keys(KINDS) as HarnessRowKind[];

/** A row of a worker's journal; undefined for the journal's own rows and for kinds that nobody here wrote. The chain vouches for its members. */
export function harnessRow(event: JsonObject & { readonly kind: string }): HarnessRow | undefined {
  // Earned: rows are written as HarnessRow only, and the journal's chain was walked before anybody reads them.
  return Object.hasOwn(KINDS, event.kind) ? (event as unknown as HarnessRow) : undefined;
}
