import { findCycle, type HarnessRow, selectTarget, type TargetChoice } from "#kernel";
import type { Harness } from "./harness.ts";
import { reconcile } from "./reconcile.ts";
import { rowsOf } from "./rows-of.ts";

/** Makes one working session from files alone (003 §3.1): where memory is, what went before, and what processes that are gone left. */
export async function boot(harness: Harness): Promise<void> {
  const { log, ports } = harness;
  const rows = rowsOf(ports.journal.opened.rows);
  await log.record(roots(harness));
  await log.record(before(harness));
  await log.record({ kind: "boot.reconciled", actions: await reconcile(harness, rows) });
}

function roots({ terms, ports }: Harness): HarnessRow {
  const { places, workerId } = terms;
  const { issues, session, ledger, trajectory, repoRoot } = places;
  const observation = `${repoRoot}/artifacts/observation/latest.json`;
  return {
    kind: "boot.roots",
    worker: workerId,
    issues,
    session,
    ledger,
    trajectory,
    ciwitness: ports.listFolder(`${repoRoot}/artifacts/ciwitness`),
    ...(ports.exists(observation) ? { observation } : {}),
  };
}

/** Looks at the dependencies before every pass: where they go round in a circle nothing is begun, and this says which (003 §3.1). */
export async function preflight({ ports, log }: Harness): Promise<string | undefined> {
  const cycle = findCycle(ports.issues.load().issues, "active");
  await log.record({
    kind: "boot.preflight",
    accepted: cycle === undefined,
    classes: cycle === undefined ? [] : [CYCLE],
  });
  if (cycle === undefined) return undefined;
  return `dependencies go round in a circle: ${cycle.join(" -> ")}; 'tusk dep diagnostics' has more`;
}

const CYCLE = "dependency_cycle";

function before({ terms, ports }: Harness): HarnessRow {
  const session = ports.sessions.read(terms.places.session);
  if (session === undefined) return { kind: "boot.handoff" };
  const { sessionId, state, issueId, nextStep } = session;
  return {
    kind: "boot.handoff",
    mode: state === "stopped" ? "resume" : "attach",
    sessionId,
    ...(issueId === undefined ? {} : { issueId }),
    ...(nextStep === undefined ? {} : { nextStep }),
  };
}

/** The next issue by graph and policy, as a row tells it. */
export async function target(harness: Harness, tried: ReadonlySet<string>): Promise<TargetChoice> {
  const { terms, ports, log } = harness;
  const worktrees = await ports.repository.worktrees();
  const begun = new Set(worktrees.map(({ issueId }) => issueId));
  const { workerId, by, takesOwn, firstIssue } = terms;
  const { issues } = ports.issues.load();
  const choice = selectTarget(issues, { workerId, by, begun, tried, takesOwn, named: firstIssue, now: ports.now() });
  const named = firstIssue === undefined || tried.size > 0 ? choice : only(choice, firstIssue, issues.get(firstIssue));
  const { issue, reason, ready } = named;
  await log.record({ kind: "boot.target", ...(issue === undefined ? {} : { issueId: issue.id }), reason, ready });
  return named;
}

/** The issue that was named, where it could be taken. */
function only(choice: TargetChoice, issueId: string, issue: TargetChoice["issue"]): TargetChoice {
  const row = choice.candidates.find((candidate) => candidate.issueId === issueId);
  if (row !== undefined && row.passedOver === undefined) return { ...choice, issue, reason: `${issueId} was named` };
  const why = row?.passedOver ?? (issue === undefined ? "there is no such issue" : "it is not ready");
  return { ...choice, issue: undefined, reason: `${issueId} cannot be taken: ${why}` };
}
