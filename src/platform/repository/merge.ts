import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Merging } from "#ports";
import type { Checkout } from "./checkout-lock.ts";
import { finishCheckout, moveCheckout } from "./move-checkout.ts";
import { alone, commonCommit, type RepositorySeat, targetHead, treesOf } from "./repository-seat.ts";
import { runGitBytes } from "./run-git-bytes.ts";
import { readOr } from "./stale-lock.ts";
import { checkoutAt, holderOf, registrations } from "./worktree-places.ts";

/** How often a target is looked at again that somebody else moves under our hands. */
const TRIES = 5;

/** Moves the target forward to a commit, and the files of whoever has it checked out; never anything but a fast-forward. */
export async function merge(seat: RepositorySeat, commit: string): Promise<Merging> {
  return alone(seat, "target", async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const merging = await mergeOnce(seat, commit);
      if (merging !== undefined) return merging;
    }
    return { kind: "behind", target: await targetHead(seat) };
  });
}

/** Finishes a merge that was killed. */
export async function finishMerge(seat: RepositorySeat): Promise<void> {
  await alone(seat, "target", async () => {
    for (const checkout of personsCheckouts(seat)) await finishCheckout(seat, checkout);
  });
}

function personsCheckouts(seat: RepositorySeat): readonly Checkout[] {
  const roots = [seat.root, ...registrations(seat).flatMap(({ path }) => path ?? [])];
  return roots.flatMap((root) => checkoutAt(seat, root) ?? []).filter(({ isOurs }) => !isOurs);
}

/** Undefined where the target was moved by somebody else meanwhile. */
async function mergeOnce(seat: RepositorySeat, commit: string): Promise<Merging | undefined> {
  for (const checkout of personsCheckouts(seat)) await finishCheckout(seat, checkout);
  const from = await targetHead(seat);
  const common = await commonCommit(seat, commit, from);
  if (common === commit) return { kind: "already", commit };
  if (common !== from) return { kind: "behind", target: from };
  const holder = await holderOf(seat, seat.targetRef);
  const busy = underWay(seat) ?? (holder && (await unusable(holder)));
  if (busy !== undefined) return { kind: "in_the_way", reason: busy, paths: [] };
  // Without a holder the main worktree stands still all the same: nobody checks the target out while it moves.
  const still = holder ?? { root: seat.root, gitFolder: seat.commonFolder, isOurs: false };
  const [fromTree, toTree] =
    holder === undefined ? [seat.emptyTree, seat.emptyTree] : await treesOf(seat, from, commit);
  const end = await moveCheckout(seat, still, { fromTree, toTree, ref: seat.targetRef, from, to: commit });
  switch (end.kind) {
    case "moved":
      return { kind: "merged", commit };
    case "moved_on":
      return undefined;
    case "in_the_way":
      return {
        kind: "in_the_way",
        reason: `changes that are not committed in ${still.root} would be lost: ${end.paths.join(", ")}; commit or move them, then try again`,
        paths: end.paths,
      };
    default:
      return end satisfies never;
  }
}

/** Files in a git folder that say that a person is in the middle of something. */
const STATES: readonly (readonly [file: string, what: string])[] = [
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
];

async function unusable({ root, gitFolder }: Checkout): Promise<string | undefined> {
  const state = STATES.find(([file]) => existsSync(join(gitFolder, file)))?.[1];
  if (state !== undefined) return `${state} is under way in ${root}; finish it, then try again`;
  if (!existsSync(join(gitFolder, "info/sparse-checkout"))) return undefined;
  const { stdout } = await runGitBytes({ folder: root, words: ["config", "--type=bool", "core.sparseCheckout"] });
  if (stdout.toString("utf8").trim() !== "true") return undefined;
  return `${root} is a sparse checkout, whose files tusk does not move; merge the branch there yourself`;
}

/** A rebase of the target has its head detached and moves the target when it ends. */
function underWay(seat: RepositorySeat): string | undefined {
  const folders = [seat.commonFolder, ...registrations(seat).map(({ gitFolder }) => gitFolder)];
  const names = folders.flatMap((folder) =>
    ["rebase-merge", "rebase-apply"].map((name) => join(folder, name, "head-name")),
  );
  const found = names.some((name) => readOr(() => readFileSync(name, "utf8"), "").trim() === seat.targetRef);
  return found ? `a rebase of ${seat.target} is under way; finish it, then try again` : undefined;
}
