import type { Rebasing } from "#ports";
import { splitNul, tellPaths } from "./byte-paths.ts";
import { unverified } from "./commit-message.ts";
import { identityVariables } from "./commit.ts";
import { moveCheckout } from "./move-checkout.ts";
import { repositoryError } from "./repository-error.ts";
import {
  alone,
  commonCommit,
  refValue,
  type RepositorySeat,
  rootCall,
  targetHead,
  treesOf,
} from "./repository-seat.ts";
import { gitFailed, gitOutput, gitText, runGitBytes } from "./run-git-bytes.ts";
import { type Scratch, withScratch } from "./scratch.ts";
import { checkoutAt, type IssuePlace } from "./worktree-places.ts";

/** Puts the branch's own commits onto the target's newest one: first as objects, then branch and files move together. After a conflict everything is as it was. */
export async function rebase(seat: RepositorySeat, place: IssuePlace): Promise<Rebasing> {
  return alone(seat, place.token, async () => {
    const [tip, checkout] = [await refValue(seat, place.ref), checkoutAt(seat, place.path)];
    if (tip === undefined || checkout === undefined)
      throw repositoryError(
        "no_repository",
        `there is no worktree of ${place.issueId} at ${place.path}; open it first`,
      );
    const head = await targetHead(seat);
    const base = await commonCommit(seat, tip, head);
    if (base === undefined)
      throw repositoryError(
        "git_failed",
        `${place.branch} has nothing in common with ${seat.target} any more; put it there yourself`,
      );
    if (base === head) return { kind: "rebased", commit: tip };
    const replayed = await withScratch(seat, (scratch) =>
      replay({ seat, scratch, files: place.path }, { tip, head, base }),
    );
    if (replayed.kind === "conflict") return replayed;
    const to = replayed.commit;
    const [fromTree, toTree] = await treesOf(seat, tip, to);
    const end = await moveCheckout(seat, checkout, { fromTree, toTree, ref: place.ref, from: tip, to });
    if (end.kind === "moved") return replayed;
    if (end.kind === "moved_on")
      throw repositoryError("busy", `${place.branch} was moved by somebody else just now; try again`);
    throw repositoryError(
      "in_the_way",
      `changes that are not committed in ${place.path} would be lost: ${end.paths.join(", ")}`,
    );
  });
}

interface Bench {
  readonly seat: RepositorySeat;
  readonly scratch: Scratch;
  /** The worktree, for its attributes. */
  readonly files: string;
}

interface Line {
  readonly base: string;
  readonly tip: string;
  readonly head: string;
}

async function replay(bench: Bench, { base, tip, head }: Line): Promise<Rebasing> {
  const { seat } = bench;
  const list = await gitText(rootCall(seat, ["rev-list", "--reverse", "--topo-order", "--parents", `${base}..${tip}`]));
  let onto = head;
  for (const line of list.split("\n").filter((one) => one !== "")) {
    const [commit = "", parent, ...more] = line.split(" ");
    if (parent === undefined || more.length > 0)
      throw repositoryError("git_failed", `${commit} joins two lines of work; rebase ${tip} yourself`);
    const sides = parent === base ? [onto, commit] : await standIns(bench.scratch, { parent, onto, commit });
    const merged = await mergedTree(bench, sides);
    if (merged.kind === "conflict") return merged;
    onto = await recommit(seat, { commit, tree: merged.tree, parent: onto });
  }
  return { kind: "rebased", commit: onto };
}

/** The tree of both, merged. */
async function mergedTree(
  { scratch, files }: Bench,
  sides: readonly string[],
): Promise<{ readonly kind: "merged"; readonly tree: string } | Extract<Rebasing, { kind: "conflict" }>> {
  const words = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ...sides];
  const call = scratch.plain(words, { files });
  const end = await runGitBytes(call);
  const [tree = "", ...paths] = splitNul(end.stdout);
  if (end.code === 0) return { kind: "merged", tree };
  if (end.code === 1 && tree !== "") return { kind: "conflict", paths: tellPaths(paths.filter((path) => path !== "")) };
  if (end.code === USAGE)
    throw repositoryError("git_failed", "putting work onto a newer target takes git 2.38 or newer");
  throw gitFailed(call, end);
}

const USAGE = 129;
const STAND_IN = { name: "tusk", email: "tusk@localhost", date: "@0 +0000" };

/** Commits that stand for two others with their base: older gits cannot be told a base that is not in their history. */
async function standIns(
  scratch: Scratch,
  { parent, onto, commit }: { readonly parent: string; readonly onto: string; readonly commit: string },
): Promise<readonly string[]> {
  const root = await standIn(scratch, parent);
  return [await standIn(scratch, onto, root), await standIn(scratch, commit, root)];
}

/** A commit with the tree of another one. */
async function standIn(scratch: Scratch, commit: string, parent?: string): Promise<string> {
  const { name, email, date } = STAND_IN;
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const words = ["commit-tree", `${commit}^{tree}`, ...(parent === undefined ? [] : ["-p", parent]), "-m", "stand-in"];
  return gitText(scratch.plain(words, { env }));
}

/** The same commit with another tree and parent: who wrote it and when, and every word of it, stay; but nobody has verified this tree yet. */
async function recommit(
  seat: RepositorySeat,
  { commit, tree, parent }: { readonly commit: string; readonly tree: string; readonly parent: string },
): Promise<string> {
  const format = await gitOutput(
    rootCall(seat, ["show", "-s", "--format=%an%x00%ae%x00%ad%x00%B", "--date=raw", commit]),
  );
  const [name = "", email = "", date = "", ...message] = format.toString("utf8").split("\0");
  return gitText({
    ...rootCall(seat, ["commit-tree", "--no-gpg-sign", tree, "-p", parent, "-F", "-"]),
    env: { ...identityVariables(seat), GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: `@${date}` },
    stdin: Buffer.from(unverified(message.join("\0")).replace(/\n+$/, "\n")),
  });
}
