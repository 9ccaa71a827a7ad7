import type { Worktree } from "#ports";
import { closeIssue } from "./gate.ts";
import { type Judged, judgeWork } from "./step-verify.ts";
import type { Stepping } from "./stepping.ts";

/** How permitted work ended: merged and closed; left on its branch, and why; refused where it did not hold on the newest target; or too late. */
export type Landing =
  | { readonly kind: "closed"; readonly judged: Judged }
  | { readonly kind: "left"; readonly reason: string; readonly branch: string }
  | { readonly kind: "refused"; readonly judged: Judged }
  | { readonly kind: "interrupted" }
  | { readonly kind: "lost"; readonly reason: string };

/** How often work is put onto a target that goes on meanwhile. */
const REBASES = 8;

/** Commits permitted work, merges it by fast-forward, then spends the permit: an issue is never closed whose work is not merged (DESIGN 23). */
export async function land(stepping: Stepping, worktree: Worktree, judged: Judged): Promise<Landing> {
  const { repository } = stepping.harness.ports;
  const made = await committedHere(stepping, worktree, judged);
  if (made.kind !== "committed") return made;
  const { commit } = made;
  const landing = await repository.inTurn(stepping.signal, () => merged(stepping, worktree, { commit, judged }));
  return landing ?? { kind: "interrupted" };
}

/** The commit of what was judged; where there is nothing to commit the issue is closed, and where the lease is lost nothing is done to the branch. */
async function committedHere(
  stepping: Stepping,
  worktree: Worktree,
  judged: Judged,
): Promise<Landing | { readonly kind: "committed"; readonly commit: string }> {
  const lost = lostLease(stepping);
  if (lost !== undefined) return { kind: "lost", reason: lost };
  const commit = await committed(stepping, worktree, judged);
  return commit === undefined ? close(stepping, judged) : { kind: "committed", commit };
}

/** Merges a commit; where the target has gone on meanwhile, the work is put onto it and verified there. Nobody but a person moves it in this turn. */
async function merged(
  stepping: Stepping,
  worktree: Worktree,
  first: { readonly commit: string; readonly judged: Judged },
): Promise<Landing> {
  let { commit, judged } = first;
  for (let rebases = 0; ; rebases += 1) {
    // Nobody merges what is another worker's by now.
    const lost = lostLease(stepping);
    if (lost !== undefined) return { kind: "lost", reason: lost };
    const merging = await merge(stepping, worktree, commit);
    if (merging.kind === "merged") return close(stepping, judged);
    if (merging.kind === "left") return merging;
    if (rebases === REBASES) return left(stepping, worktree, `${worktree.branch} does not catch up with the target`);
    const rebasing = await stepping.harness.ports.repository.rebase(worktree);
    if (rebasing.kind === "conflict")
      return left(stepping, worktree, `it conflicts with newer work in ${rebasing.paths.join(", ")}`);
    // Other work has come in beside it: what held alone has to hold together.
    judged = await judgeWork(stepping, worktree, "done");
    if (!judged.word.ok) return { kind: "refused", judged };
    if (stepping.signal.aborted) return { kind: "interrupted" };
    const again = await committedHere(stepping, worktree, judged);
    if (again.kind !== "committed") return again;
    ({ commit } = again);
  }
}

function lostLease({ harness, issue, lease, lost }: Stepping): string | undefined {
  const held = harness.ports.issues.get(issue.id)?.lease;
  return lost() ?? (held?.lease_id === lease.leaseId ? undefined : `the lease on ${issue.id} was lost`);
}

async function committed(
  { harness, issue, stepId }: Stepping,
  worktree: Worktree,
  judged: Judged,
): Promise<string | undefined> {
  const { tree, changed, verified } = judged;
  if (changed.length === 0) return undefined;
  const commit = await harness.ports.repository.commit(worktree, {
    tree,
    message: `${issue.id}: ${issue.title}`,
    trailers: [
      ["Tusk-Issue", issue.id],
      ["Tusk-Step", stepId],
      ["Tusk-Witness", verified.witnessRef],
    ],
  });
  await harness.log.record({ kind: "step.committed", stepId, issueId: issue.id, commit, tree });
  return commit;
}

type MergeEnd = { readonly kind: "merged" } | { readonly kind: "behind" } | Extract<Landing, { kind: "left" }>;

async function merge(stepping: Stepping, worktree: Worktree, commit: string): Promise<MergeEnd> {
  const { harness, issue, stepId } = stepping;
  const { repository } = harness.ports;
  const merging = await repository.merge(worktree, commit);
  switch (merging.kind) {
    case "merged":
    case "already":
      await harness.log.record({ kind: "step.merged", stepId, issueId: issue.id, commit, target: repository.target });
      return { kind: "merged" };
    case "behind":
      return { kind: "behind" };
    case "in_the_way":
      return left(stepping, worktree, merging.reason);
    default:
      return merging satisfies never;
  }
}

async function left(
  { harness, issue, stepId }: Stepping,
  { branch, base }: Worktree,
  reason: string,
): Promise<Extract<Landing, { kind: "left" }>> {
  await harness.log.record({ kind: "step.unmerged", stepId, issueId: issue.id, reason, branch, commit: base });
  return { kind: "left", reason, branch };
}

async function close({ harness, issue, stepId }: Stepping, judged: Judged): Promise<Landing> {
  const { mutation, word } = judged;
  if (!word.ok) return { kind: "refused", judged };
  const refused = await closeIssue(harness, mutation, word.permit);
  if (refused !== undefined) return { kind: "lost", reason: refused };
  await harness.log.record({ kind: "step.closed", stepId, issueId: issue.id, evidenceDigest: word.evidenceDigest });
  return { kind: "closed", judged };
}
