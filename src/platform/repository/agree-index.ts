import { type Checkout, lockCheckout, unlockCheckout } from "./checkout-lock.ts";
import { finishCheckout } from "./move-checkout.ts";
import { type RepositorySeat, treeOf } from "./repository-seat.ts";
import { runGitBytes } from "./run-git-bytes.ts";
import { withScratch } from "./scratch.ts";
import { indexCall, readIntoIndex } from "./write-index.ts";
import { join } from "node:path";

/** Makes a worktree's index agree with the commit that it is at; files stay as they are. */
export async function agreeIndex(seat: RepositorySeat, checkout: Checkout, commit: string): Promise<void> {
  await finishCheckout(seat, checkout);
  const words = ["diff-index", "--cached", "--quiet", commit];
  if ((await runGitBytes(indexCall(checkout, join(checkout.gitFolder, "index"), words))).code === 0) return;
  await putIntoIndex(seat, checkout, { commit, tree: await treeOf(seat, commit) });
}

/** The same, without asking whether it does already. */
export async function putIntoIndex(
  seat: RepositorySeat,
  checkout: Checkout,
  { commit, tree }: { readonly commit: string; readonly tree: string },
): Promise<void> {
  await finishCheckout(seat, checkout);
  await lockCheckout(checkout, { fromTree: tree, toTree: tree, ref: "HEAD", from: commit, to: commit });
  try {
    await withScratch(seat, (scratch) => readIntoIndex(scratch, checkout, tree));
  } finally {
    unlockCheckout(checkout);
  }
}
