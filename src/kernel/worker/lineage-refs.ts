import type { Sha256 } from "../digest/digest.ts";
import { sortedByCodePoint } from "../digest/order.ts";
import { stableHash } from "../digest/stable-hash.ts";

/** Where a step happens. Paths are absolute and part of the refs: the same step elsewhere has others. */
export interface SiteLineage {
  readonly repoRoot: string;
  readonly issuesPath: string;
  readonly worktree: string;
  readonly workerId: string;
  readonly issueId: string;
  readonly mutationMode: string;
  readonly activeEpoch: string;
  /** Empty when the mode is supported without an end. */
  readonly supportUntil: string;
}

/** The pool whose cover a worker refines (contract 3.1). */
const WORKER_POOL = "harness.multithread.v1";

/** Context, cover and refinement of one step, each hashed over the one before; sorted, so cover comes first (contract 3.1, 003 §3.3). */
export function lineageRefs(sha256: Sha256, site: SiteLineage): readonly string[] {
  const { repoRoot, issuesPath, worktree, workerId, issueId, mutationMode, activeEpoch, supportUntil } = site;
  const ctx = stableHash(sha256, { kind: "ctx", issueId, repoRoot, issuesPath });
  const ctxRef = `ctx://issue/${issueId}/${ctx}`;
  const cover = stableHash(sha256, { kind: "cover", ctxRef, workerPool: WORKER_POOL });
  const coverRef = `cover://worker-loop/${issueId}/${cover}`;
  const refined = { coverRef, workerId, worktree, mutationMode, activeEpoch, supportUntil };
  const refinement = stableHash(sha256, { kind: "refinement", ...refined });
  return sortedByCodePoint([ctxRef, coverRef, `refinement://worker-loop/${issueId}/${workerId}/${refinement}`]);
}
