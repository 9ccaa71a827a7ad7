import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryError } from "./repository-error.ts";
import { alone, isAncestor, moveRef, refValue, type RepositorySeat, targetHead, treeOf } from "./repository-seat.ts";
import { withScratch } from "./scratch.ts";
import { snapshot } from "./snapshot.ts";
import { checkoutAt, type IssuePlace, registrationsOf } from "./worktree-places.ts";
import { finishCheckout } from "./move-checkout.ts";

/** Takes a worktree and its branch away; refuses with `unmerged` where a commit or a changed file would be lost. Ignored files go with it. */
export async function closeWorktree(seat: RepositorySeat, place: IssuePlace): Promise<void> {
  await alone(seat, place.token, async () => {
    const checkout = checkoutAt(seat, place.path);
    const tip = await refValue(seat, place.ref);
    if (checkout !== undefined && existsSync(place.path)) await finishCheckout(seat, checkout);
    if (tip !== undefined && !(await isAncestor(seat, tip, await targetHead(seat))))
      throw repositoryError(
        "unmerged",
        `${place.branch} has commits that are not in ${seat.target}; merge it, then try again`,
      );
    if (existsSync(place.path)) {
      if (checkout !== undefined && tip !== undefined) await refuseChanges(seat, place);
      else
        throw repositoryError(
          "unmerged",
          `${place.path} is no worktree any more; look at what it holds and move it away`,
        );
    }
    await takeAway(seat, place);
    for (const { gitFolder } of registrationsOf(seat, place))
      rmSync(gitFolder, { recursive: true, force: true, maxRetries: 3 });
    if (tip !== undefined && !(await moveRef(seat, { ref: place.ref, from: tip, to: undefined, why: "close" })))
      throw repositoryError("busy", `${place.branch} was moved by somebody else just now; try again`);
  });
}

async function refuseChanges(seat: RepositorySeat, place: IssuePlace): Promise<void> {
  const { head, tree, changed, skipped } = await snapshot(seat, place);
  if (tree === (await treeOf(seat, head)) && skipped.length === 0) return;
  const paths = [...changed, ...skipped].slice(0, SHOWN).join(", ");
  throw repositoryError(
    "unmerged",
    `${place.path} has changes that are not committed: ${paths}; commit or remove them, then try again`,
  );
}

const SHOWN = 5;

/** The folder goes at once: a kill leaves all of it or nothing of it at its place. */
async function takeAway(seat: RepositorySeat, { path }: IssuePlace): Promise<void> {
  if (!existsSync(path)) return;
  await withScratch(seat, async ({ folder }) => {
    const place = join(folder, "closed");
    mkdirSync(place);
    renameSync(path, join(place, "files"));
  });
}
