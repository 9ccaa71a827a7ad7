import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BytePath, joinNul, placeOf, tellPaths } from "./byte-paths.ts";
import {
  type Checkout,
  type CheckoutIntent,
  lockCheckout,
  takeOverCheckout,
  unfinishedIntent,
  unlockCheckout,
} from "./checkout-lock.ts";
import { type Moving, type Standing, standingOf } from "./files-in-the-way.ts";
import { moveTree, removeEmpty, removeFiles } from "./move-files.ts";
import { moveRef, refValue, type RepositorySeat } from "./repository-seat.ts";
import { gitOutput } from "./run-git-bytes.ts";
import { type Scratch, withScratch } from "./scratch.ts";
import { GITLINK, type TreeChange, treeChanges, type TreeEntry } from "./tree-changes.ts";
import { writeIndex } from "./write-index.ts";

/** What became of a move: done; a person's files stand in the way; or the ref was not where it should be. The last two changed nothing. */
export type MoveEnd =
  | { readonly kind: "moved" }
  | { readonly kind: "in_the_way"; readonly paths: readonly string[] }
  | { readonly kind: "moved_on" };

/**
 * Moves a checkout from one tree to another and then its ref from one commit to another. Files come first, each replaced whole: after a kill the checkout is never
 * behind its ref, and the lock that is left says how to finish. A person's changes elsewhere stay.
 */
export async function moveCheckout(seat: RepositorySeat, checkout: Checkout, intent: CheckoutIntent): Promise<MoveEnd> {
  await finishCheckout(seat, checkout);
  await lockCheckout(checkout, intent);
  return withScratch(seat, async (scratch) => {
    const moving = { seat, scratch, checkout };
    const step = await unlessFailed(checkout, () => plan(moving, intent));
    if (step.standing.inTheWay.size > 0) {
      unlockCheckout(checkout);
      return { kind: "in_the_way", paths: tellPaths(step.standing.inTheWay) };
    }
    const isMoved = await isSettled(moving, intent, step);
    unlockCheckout(checkout);
    return isMoved ? { kind: "moved" } : { kind: "moved_on" };
  });
}

/** Finishes what a killed one had begun with a checkout: forward, but where its ref has gone elsewhere meanwhile. What a person has changed since stays. */
export async function finishCheckout(seat: RepositorySeat, checkout: Checkout): Promise<void> {
  const intent = unfinishedIntent(checkout);
  if (intent === undefined) return;
  takeOverCheckout(checkout, intent);
  await withScratch(seat, async (scratch) => {
    const moving = { seat, scratch, checkout };
    const now = await refValue(seat, intent.ref);
    if (now === intent.from || now === intent.to) await isSettled(moving, intent, await plan(moving, intent));
    else await goBack(moving, intent);
  });
  unlockCheckout(checkout);
}

type Trees = Pick<CheckoutIntent, "fromTree" | "toTree">;

/** What differs between the trees, and how the files stand to it. */
interface PlannedStep {
  readonly changes: readonly TreeChange[];
  readonly standing: Standing;
}

async function plan(moving: Moving, { fromTree, toTree }: Trees): Promise<PlannedStep> {
  const changes = await treeChanges(moving.scratch, fromTree, toTree);
  return { changes, standing: await standingOf(moving, changes) };
}

/** A lock goes with a failure before anything was moved. */
async function unlessFailed<T>(checkout: Checkout, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    unlockCheckout(checkout);
    throw error;
  }
}

/** Does it whole, or undoes it and answers false. */
async function isSettled(moving: Moving, intent: CheckoutIntent, step: PlannedStep): Promise<boolean> {
  const { ref, from, to } = intent;
  try {
    await go(moving, intent, step);
    if (from === to || (await moveRef(moving.seat, { ref, from, to, why: `from ${from}` }))) return true;
  } catch (error) {
    // Where this fails too the lock stays, and the next one finishes it.
    await goBack(moving, intent);
    unlockCheckout(moving.checkout);
    throw error;
  }
  await goBack(moving, intent);
  return false;
}

/** Puts files and index back; a file that is neither what was nor what would have been is a person's, and stays. */
async function goBack(moving: Moving, { fromTree, toTree }: Trees): Promise<void> {
  await withScratch(moving.seat, async (scratch) => {
    const [back, trees] = [
      { ...moving, scratch },
      { fromTree: toTree, toTree: fromTree },
    ];
    await go(back, trees, await plan(back, trees));
  });
}

async function go(moving: Moving, { toTree }: Trees, { changes, standing }: PlannedStep): Promise<void> {
  const { scratch, checkout } = moving;
  if (changes.length === 0) return;
  const free = changes.filter(({ path }) => !standing.inTheWay.has(path));
  const look = (path: BytePath): string => standing.looks.get(path) ?? "absent";
  const coming = free.filter(({ path, after }) => isFile(after) && look(path) !== "after").map(({ path }) => path);
  const files = await filesOf(scratch, toTree, coming);
  const going = free.filter(({ path, after }) => !isFile(after) && look(path) === "before").map(({ path }) => path);
  removeFiles(checkout.root, going);
  for (const path of coming) removeEmpty(placeOf(checkout.root, path));
  moveTree(Buffer.from(files), Buffer.from(checkout.root));
  for (const change of free) placeGitlink(checkout.root, change);
  await writeIndex(
    scratch,
    checkout,
    changes.map(({ path, after }) => ({ path, entry: after })),
  );
}

/** A submodule has an empty folder until somebody fetches it; with the submodule goes that. */
function placeGitlink(root: string, { path, before, after }: TreeChange): void {
  if (after?.mode === GITLINK) mkdirSync(placeOf(root, path), { recursive: true });
  else if (after === undefined && before?.mode === GITLINK) removeEmpty(placeOf(root, path));
}

function isFile(entry: TreeEntry | undefined): boolean {
  return entry !== undefined && entry.mode !== GITLINK;
}

/** Files of a tree as a checkout has them, in a folder of their own: line ends and encodings by the tree's own attributes, no filter. */
async function filesOf(scratch: Scratch, tree: string, paths: readonly BytePath[]): Promise<string> {
  const files = join(scratch.folder, "files");
  mkdirSync(files);
  if (paths.length === 0) return files;
  await gitOutput(scratch.plain(["read-tree", tree]));
  await gitOutput(scratch.plain(["checkout-index", "-q", "-z", "--stdin"], { files, stdin: joinNul(paths) }));
  return files;
}
