import type { CommitDraft } from "#ports";
import { agreeIndex, putIntoIndex } from "./agree-index.ts";
import { commitMessage, ISSUE_TRAILER, trailersOf, trailerValue } from "./commit-message.ts";
import { repositoryError } from "./repository-error.ts";
import { alone, isAncestor, moveRef, refValue, type RepositorySeat, rootCall, targetHead } from "./repository-seat.ts";
import { gitText } from "./run-git-bytes.ts";
import { checkoutAt, type IssuePlace } from "./worktree-places.ts";

/**
 * Commits exactly this tree on the issue's branch. Where its head is that commit already, or an earlier process of the same issue had committed the very tree and not merged
 * it, the head is the answer; one that was put onto a newer target since and says no more who verified it is written once more, in its place. Then the index agrees; files
 * stay as they are.
 */
export async function commit(seat: RepositorySeat, place: IssuePlace, draft: CommitDraft): Promise<string> {
  return alone(seat, place.token, async () => {
    const head = await refValue(seat, place.ref);
    const checkout = checkoutAt(seat, place.path);
    if (head === undefined || checkout === undefined)
      throw repositoryError(
        "no_repository",
        `there is no worktree of ${place.issueId} at ${place.path}; open it first`,
      );
    const found = await foundCommit(seat, head);
    const parent = await parentFor(seat, found, draft);
    if (parent === undefined) {
      await agreeIndex(seat, checkout, head);
      return head;
    }
    const made = await commitTree(seat, parent, draft);
    if (!(await moveRef(seat, { ref: place.ref, from: head, to: made, why: `commit ${place.issueId}` })))
      throw repositoryError("busy", `${place.branch} was moved by somebody else just now; try again`);
    await putIntoIndex(seat, checkout, { commit: made, tree: draft.tree });
    return made;
  });
}

interface FoundCommit {
  readonly name: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly trailers: Readonly<Record<string, string>>;
}

async function foundCommit(seat: RepositorySeat, name: string): Promise<FoundCommit> {
  const text = await gitText(rootCall(seat, ["show", "-s", "--format=%T%n%P%n%B", name]));
  const [tree = "", parents = "", ...message] = text.split("\n");
  return {
    name,
    tree,
    parents: parents.split(" ").filter((one) => one !== ""),
    trailers: trailersOf(message.join("\n")),
  };
}

/** What the new commit comes behind; undefined where the one that is there will do. */
async function parentFor(seat: RepositorySeat, found: FoundCommit, draft: CommitDraft): Promise<string | undefined> {
  const { name: head, tree, parents, trailers } = found;
  if (tree !== draft.tree) return head;
  const says = (name: string, value: string): boolean => trailers[name] === trailerValue(value);
  if (draft.trailers.every(([name, value]) => says(name, value))) return undefined;
  const isOfIssue = draft.trailers.some(([name, value]) => name === ISSUE_TRAILER && says(name, value));
  const [parent, ...more] = parents;
  if (!isOfIssue || parent === undefined || more.length > 0) return head;
  if (await isAncestor(seat, head, await targetHead(seat))) return head;
  return draft.trailers.every(([name]) => trailers[name] !== undefined) ? undefined : parent;
}

async function commitTree(seat: RepositorySeat, parent: string, draft: CommitDraft): Promise<string> {
  return gitText({
    ...rootCall(seat, ["commit-tree", "--no-gpg-sign", draft.tree, "-p", parent, "-F", "-"]),
    env: identityVariables(seat),
    stdin: Buffer.from(commitMessage(draft)),
  });
}

/** Who commits, for git's environment. */
export function identityVariables({ identity: { name, email } }: RepositorySeat): Readonly<Record<string, string>> {
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
