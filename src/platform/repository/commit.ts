import type { CommitDraft } from "#ports";
import { agreeIndex, putIntoIndex } from "./agree-index.ts";
import { commitMessage, trailersOf, trailerValue } from "./commit-message.ts";
import { repositoryError } from "./repository-error.ts";
import { alone, moveRef, refValue, type RepositorySeat, rootCall } from "./repository-seat.ts";
import { gitText } from "./run-git-bytes.ts";
import { checkoutAt, type IssuePlace } from "./worktree-places.ts";

/** Commits exactly this tree on the issue's branch; where its head is that commit already, it is the answer. Then the index agrees; files stay as they are. */
export async function commit(seat: RepositorySeat, place: IssuePlace, draft: CommitDraft): Promise<string> {
  return alone(seat, place.token, async () => {
    const head = await refValue(seat, place.ref);
    const checkout = checkoutAt(seat, place.path);
    if (head === undefined || checkout === undefined)
      throw repositoryError(
        "no_repository",
        `there is no worktree of ${place.issueId} at ${place.path}; open it first`,
      );
    if (await isCommitted(seat, head, draft)) {
      await agreeIndex(seat, checkout, head);
      return head;
    }
    const made = await commitTree(seat, head, draft);
    if (!(await moveRef(seat, { ref: place.ref, from: head, to: made, why: `commit ${place.issueId}` })))
      throw repositoryError("busy", `${place.branch} was moved by somebody else just now; try again`);
    await putIntoIndex(seat, checkout, { commit: made, tree: draft.tree });
    return made;
  });
}

async function isCommitted(seat: RepositorySeat, head: string, { tree, trailers }: CommitDraft): Promise<boolean> {
  const [found, ...message] = (await gitText(rootCall(seat, ["show", "-s", "--format=%T%n%B", head]))).split("\n");
  const own = trailersOf(message.join("\n"));
  return found === tree && trailers.every(([name, value]) => own[name] === trailerValue(value));
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
