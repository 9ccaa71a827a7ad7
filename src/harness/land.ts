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

/** What decides about later issues is a person's to change: work that was measured by it must not move it. */
const CONFIGURATION = /^tusk\.config\.\w+$/;
/** How often work is put onto a target that goes on meanwhile. */
const REBASES = 8;

/** Commits permitted work, merges it by fast-forward, then spends the permit: an issue is never closed whose work is not merged (DESIGN 23). */
export async function land(stepping: Stepping, worktree: Worktree, judged: Judged): Promise<Landing> {
  const { repository } = stepping.harness.ports;
  const made = await committedHere(stepping, worktree, judged);
  if (made.kind === "lost") return made;
  const rules = made.kind === "committed" ? judged.changed.find((path) => CONFIGURATION.test(path)) : undefined;
  if (made.kind === "committed" && rules !== undefined)
    return left(
      stepping,
      { worktree, commit: made.commit },
      `it changes ${rules}, which says when an issue is done: merge it yourself`,
    );
  const landing = await repository.inTurn(stepping.signal, () =>
    made.kind === "nothing"
      ? unchanged(stepping, worktree, judged)
      : merged(stepping, worktree, { commit: made.commit, judged }),
  );
  return landing ?? { kind: "interrupted" };
}

/** Closes an issue that needed no change: the target as it is now has to hold, and not the one that the work began at. */
async function unchanged(stepping: Stepping, worktree: Worktree, first: Judged): Promise<Landing> {
  const { repository } = stepping.harness.ports;
  let judged = first;
  for (let rebases = 0; rebases <= REBASES; rebases += 1) {
    const lost = lostLease(stepping);
    if (lost !== undefined) return { kind: "lost", reason: lost };
    const rebasing = await repository.rebase(worktree);
    const { tree } = await repository.snapshot(worktree);
    if (rebasing.kind === "rebased" && tree === judged.tree) return close(stepping, judged);
    const there = await judgeWork(stepping, worktree, "done");
    if (there === undefined || stepping.signal.aborted) return { kind: "interrupted" };
    judged = there;
    if (!judged.word.ok) return { kind: "refused", judged };
  }
  return { kind: "interrupted" };
}

type Committed =
  | { readonly kind: "committed"; readonly commit: string }
  /** There is nothing to commit. */
  | { readonly kind: "nothing" }
  | Extract<Landing, { readonly kind: "lost" }>;

/** The commit of what was judged; where the lease is lost nothing is done to the branch. */
async function committedHere(stepping: Stepping, worktree: Worktree, judged: Judged): Promise<Committed> {
  const lost = lostLease(stepping);
  if (lost !== undefined) return { kind: "lost", reason: lost };
  const commit = await committed(stepping, worktree, judged);
  return commit === undefined ? { kind: "nothing" } : { kind: "committed", commit };
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
    if (rebases === REBASES)
      return left(stepping, { worktree, commit }, `${worktree.branch} does not catch up with the target`);
    const rebasing = await stepping.harness.ports.repository.rebase(worktree);
    if (rebasing.kind === "conflict")
      return left(stepping, { worktree, commit }, `it conflicts with newer work in ${rebasing.paths.join(", ")}`);
    // Other work has come in beside it: what held alone has to hold together.
    const there = await judgeWork(stepping, worktree, "done");
    if (there === undefined || stepping.signal.aborted) return { kind: "interrupted" };
    judged = there;
    if (!judged.word.ok) return { kind: "refused", judged };
    const again = await committedHere(stepping, worktree, judged);
    if (again.kind === "lost") return again;
    if (again.kind === "nothing") return close(stepping, judged);
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
      return left(stepping, { worktree, commit }, merging.reason);
    default:
      return merging satisfies never;
  }
}

async function left(
  { harness, issue, stepId }: Stepping,
  { worktree: { branch }, commit }: { readonly worktree: Worktree; readonly commit: string },
  reason: string,
): Promise<Extract<Landing, { kind: "left" }>> {
  await harness.log.record({ kind: "step.unmerged", stepId, issueId: issue.id, reason, branch, commit });
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
