import type { Sha256 } from "../digest/digest.ts";
import { stableHash } from "../digest/stable-hash.ts";

/** Under which rule a worker changed an issue in one step. JSON as it stands, hence no interface. */
export type WorkerLanePolicy = {
  readonly mode: string;
  readonly reason: string;
  readonly activeEpoch: string;
  readonly supportUntil: string;
  readonly workerId: string;
  readonly issueId: string;
  /** From 1. */
  readonly stepIndex: number;
};

/** `policy://worker-lane/<mode>/<digest>` (contract 3.1). */
export function policyRef(sha256: Sha256, policy: WorkerLanePolicy): string {
  const { mode, reason, activeEpoch, supportUntil, workerId, issueId, stepIndex } = policy;
  const hashed = { mode, reason, activeEpoch, supportUntil, workerId, issueId, stepIndex };
  return `policy://worker-lane/${mode}/${stableHash(sha256, hashed)}`;
}

/** How the refs of a worker's own words begin unless a person says otherwise (contract 3.1). */
export const WORKER_REF_PREFIX = "worker://loop";

/** What a worker says of a step. */
export interface WorkerWord {
  readonly workerId: string;
  readonly issueId: string;
  readonly outcome: "completed" | "failed";
  readonly prefix?: string;
}

/** `<prefix>/<worker>/<issue>/completed|failed`; slashes at the end of the prefix are not doubled (contract 3.1). */
export function workerRef({ workerId, issueId, outcome, prefix = WORKER_REF_PREFIX }: WorkerWord): string {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === "/") end -= 1;
  return `${prefix.slice(0, end)}/${workerId}/${issueId}/${outcome}`;
}
