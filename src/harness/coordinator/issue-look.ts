import { graphIntegrity, type Issue } from "#kernel";
import { type IssueTotals, PortError, type WorkerStanding } from "#ports";
import type { CoordinatorPorts, CoordinatorTerms } from "./coordinator-terms.ts";
import { type Candidate, candidatesOf, leaseOwners, totalsOf } from "./dispatch.ts";

/** The issues at one moment, as a coordinator looks at them. */
export interface IssueLook {
  readonly issues: ReadonlyMap<string, Issue>;
  readonly totals: IssueTotals;
  /** The first circle of dependencies among active work (dep diagnostics). */
  readonly cycle: readonly string[] | undefined;
  readonly candidates: readonly Candidate[];
  readonly standings: ReadonlyMap<string, WorkerStanding>;
}

/** What was seen, or one sentence why the issues cannot be read now. */
export type Looking = { readonly ok: true; readonly look: IssueLook } | { readonly ok: false; readonly reason: string };

/** Reads the issues and judges them: preflight, totals, and what may be given to whom. `isOurs` says which workers run under us. */
export async function lookAtIssues(
  { issues: reads, workers, now }: CoordinatorPorts,
  { by }: Pick<CoordinatorTerms, "by">,
  isOurs: (workerId: string) => boolean,
): Promise<Looking> {
  try {
    const { issues } = reads.load();
    const standings = new Map<string, WorkerStanding>();
    for (const owner of leaseOwners(issues))
      standings.set(owner, isOurs(owner) ? "live" : await workers.standingOf(owner));
    const begun = await workers.begun(
      [...issues.values()].flatMap(({ id, status }) => (status === "closed" ? [] : [id])),
    );
    const candidates = candidatesOf(issues, { by, begun, now: now(), standings });
    const cycle = graphIntegrity(issues, "active").cyclePath ?? undefined;
    return { ok: true, look: { issues, totals: totalsOf(issues), cycle, candidates, standings } };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return { ok: false, reason: error.message };
  }
}

/** Before anything was read. */
export const NOTHING_SEEN: IssueLook = {
  issues: new Map(),
  totals: { ready: 0, open: 0, inProgress: 0, blocked: 0, closed: 0 },
  cycle: undefined,
  candidates: [],
  standings: new Map(),
};
