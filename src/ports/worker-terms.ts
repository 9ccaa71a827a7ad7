import type { CheckDeclaration, RetryPolicy, WorkerLanePolicy } from "#kernel";
import type { RunWish } from "./run-seat.ts";
import type { SandboxNetwork, SandboxProfile } from "./sandbox.ts";

/** Where everything is, as absolute paths. */
export interface WorkerPlaces {
  readonly repoRoot: string;
  readonly stateFolder: string;
  readonly issues: string;
  readonly session: string;
  readonly ledger: string;
  readonly trajectory: string;
}

/** What one worker is to do, everything settled: nothing has to be looked up any more. */
export interface WorkerTerms {
  readonly workerId: string;
  readonly places: WorkerPlaces;
  /** The command that a person typed, which its mandates come from. */
  readonly commandLine: string;
  readonly checks: readonly CheckDeclaration[];
  readonly retryPolicy: RetryPolicy;
  readonly leaseTtlSeconds: number;
  /** How often failed checks are told to whoever works, before the attempt counts as failed. */
  readonly repairRounds: number;
  /** How many issues are taken at most. */
  readonly maxIssues: number;
  /** The issue that is taken first, where one was named; without it the policy chooses. */
  readonly firstIssue?: string;
  readonly by: "id" | "priority";
  /** Whether issues that this worker itself still holds are taken up again. */
  readonly takesOwn: boolean;
  readonly continueOnFailure: boolean;
  /** What trajectory rows say of the lane that work is done in (contract 3.1). */
  readonly lane: Pick<WorkerLanePolicy, "mode" | "reason" | "activeEpoch" | "supportUntil">;
  /** `worker://loop` unless a person says otherwise. */
  readonly witnessRefPrefix: string;
}

/** What a worker did. */
export interface WorkerEnd {
  readonly closed: readonly string[];
  readonly failed: readonly string[];
  readonly handedOff: readonly string[];
  /** Why it did not go on, in one sentence. */
  readonly reason: string;
  /** It was told to stop. */
  readonly isStopped: boolean;
  /** The preflight refused to begin anything more. */
  readonly isRefused?: true;
}

/** A worker as a person or a coordinator asks for it: everything is settled. */
export interface WorkerWish {
  readonly terms: WorkerTerms;
  /** The branch that work is merged into; absent: the one that is checked out. */
  readonly target?: string;
  /** Who works: any command, or our agent. */
  readonly work:
    | {
        readonly kind: "command";
        readonly command: string;
        /** It is ended after so long. */
        readonly limitMs: number;
        /** Behind which walls; absent: none. */
        readonly walls?: { readonly profile: SandboxProfile; readonly network: SandboxNetwork };
      }
    | {
        readonly kind: "agent";
        readonly run: Omit<RunWish, "workspace">;
        /** How many bounded sessions one attempt may take. */
        readonly maxSessions: number;
      };
  /** How far checks reach. */
  readonly checksIn: { readonly profile: SandboxProfile; readonly network: SandboxNetwork };
  /** How it is shown: rows as JSON lines, plain lines, or at a terminal with the agent's own view. */
  readonly show: "json" | "plain" | "live";
  /** It stops when its standard input ends: whoever started it is gone. */
  readonly parentPipe: boolean;
}
