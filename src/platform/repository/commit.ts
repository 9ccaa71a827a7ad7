import type { CommitDraft } from "#ports";
import { agreeIndex, putIntoIndex } from "./agree-index.ts";
import { commitMessage, trailersOf, trailerValue } from "./commit-message.ts";
import { repositoryError } from "./repository-error.ts";
import { alone, isAncestor, moveRef, refValue, type RepositorySeat, rootCall, targetHead } from "./repository-seat.ts";
import { gitText } from "./run-git-bytes.ts";
import { checkoutAt, type IssuePlace } from "./worktree-places.ts";

/**
 * Commits exactly this tree on the issue's branch; where its head is that commit already, it is the answer. One of the same issue and the same tree that is
 * nowhere but on this branch is replaced: it was verified once more, and its commit names the newest witness. Then the index agrees; files stay as they are.
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
    const newest = await readCommit(seat, head);
    if (newest.tree === draft.tree && draft.trailers.every((trailer) => has(newest, trailer))) {
      await agreeIndex(seat, checkout, head);
      return head;
    }
    const made = await commitTree(seat, (await supersededBy(seat, newest, draft)) ?? head, draft);
    if (!(await moveRef(seat, { ref: place.ref, from: head, to: made, why: `commit ${place.issueId}` })))
      throw repositoryError("busy", `${place.branch} was moved by somebody else just now; try again`);
    await putIntoIndex(seat, checkout, { commit: made, tree: draft.tree });
    return made;
  });
}

interface OwnCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly trailers: Readonly<Record<string, string>>;
}

async function readCommit(seat: RepositorySeat, commit: string): Promise<OwnCommit> {
  const text = await gitText(rootCall(seat, ["show", "-s", "--format=%T%n%P%n%B", commit]));
  const [tree = "", parents = "", ...message] = text.split("\n");
  return { commit, tree, parents: parents.split(" "), trailers: trailersOf(message.join("\n")) };
}

function has({ trailers }: OwnCommit, [name, value]: CommitDraft["trailers"][number]): boolean {
  return trailers[name] === trailerValue(value);
}

/** The parent that the draft takes over from the newest commit; undefined where that one has to stay. The first trailer says whose work it is. */
async function supersededBy(seat: RepositorySeat, newest: OwnCommit, draft: CommitDraft): Promise<string | undefined> {
  const [whose] = draft.trailers;
  const [parent, ...more] = newest.parents;
  const isSame = whose !== undefined && has(newest, whose) && newest.tree === draft.tree && more.length === 0;
  if (!isSame || (await isAncestor(seat, newest.commit, await targetHead(seat)))) return undefined;
  return parent === "" ? undefined : parent;
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
