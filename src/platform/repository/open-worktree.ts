import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { Worktree } from "#ports";
import type { Checkout } from "./checkout-lock.ts";
import { makingWorktrees } from "./clear-half-made.ts";
import { finishCheckout, moveCheckout } from "./move-checkout.ts";
import { repositoryError } from "./repository-error.ts";
import {
  alone,
  baseOf,
  isAncestor,
  moveRef,
  refValue,
  type RepositorySeat,
  rootCall,
  targetHead,
  treeOf,
  worktreesFolder,
} from "./repository-seat.ts";
import { gitFailed, runGitBytes } from "./run-git-bytes.ts";
import { clearStaleLock, readOr } from "./stale-lock.ts";
import { agreeIndex } from "./agree-index.ts";
import { checkoutAt, headOf, ISSUE_FILE, type IssuePlace, issuePlace, registrationsOf } from "./worktree-places.ts";
import { hasIndex } from "./write-index.ts";

/** Makes the worktree of an issue at the target's head, or finds it with everything in it, whatever a killed one has left. */
export async function openWorktree(seat: RepositorySeat, issueId: string): Promise<Worktree> {
  const place = issuePlace(seat, issueId);
  return alone(seat, place.token, async () => {
    const found = await foundCheckout(seat, place);
    const tip = await branchTip(seat, place, { isFound: found !== undefined });
    const checkout = found ?? (await addWorktree(seat, place));
    const isMade = !hasIndex(checkout);
    if (isMade) await fill(seat, place, { checkout, tip });
    else await agreeIndex(seat, checkout, tip);
    const { path, branch } = place;
    const base = await baseOf(seat, tip);
    return { issueId, path, branch, base, isNew: isMade && base === tip };
  });
}

/** The worktree that is there, and what was begun in it finished; undefined where there is none that can be used. */
async function foundCheckout(seat: RepositorySeat, place: IssuePlace): Promise<Checkout | undefined> {
  const checkout = checkoutAt(seat, place.path);
  if (checkout === undefined) return undefined;
  for (const name of ["HEAD.lock", "index.lock"]) await waitForLock(join(checkout.gitFolder, name));
  if (!existsSync(place.path)) return undefined;
  const head = await headOf(checkout);
  if (head !== place.ref) {
    if (!hasIndex(checkout)) return undefined;
    throw repositoryError(
      "in_the_way",
      `${place.path} is not on ${place.branch} any more; put it back with git switch, then try again`,
    );
  }
  if (!isLinkedTo(checkout)) {
    // Without its `.git` file it would be taken for a part of the main worktree.
    if (!hasIndex(checkout)) return undefined;
    writeFileSync(join(place.path, ".git"), `gitdir: ${checkout.gitFolder}\n`);
  }
  if (issueIdOf(checkout) === undefined) writeFileSync(join(checkout.gitFolder, ISSUE_FILE), place.issueId);
  await finishCheckout(seat, checkout);
  return checkout;
}

const LOCK_WAIT_MS = 10_000;
const LOCK_STEP_MS = 50;

/** A lock of a git that still works there is waited for; one that nobody holds is taken away; one of ours is finished later. */
async function waitForLock(lock: string): Promise<void> {
  const until = Date.now() + LOCK_WAIT_MS;
  const isOurs = (): boolean => readOr(() => readFileSync(lock, "utf8"), "").startsWith("tusk ");
  while (!isOurs() && !clearStaleLock(lock)) {
    if (Date.now() > until) throw repositoryError("busy", `another git holds ${lock}; try again when it has ended`);
    await after(LOCK_STEP_MS);
  }
}

function isLinkedTo({ root, gitFolder }: Checkout): boolean {
  const text = readOr(() => readFileSync(join(root, ".git"), "utf8"), "");
  return text.trim() === `gitdir: ${gitFolder}`;
}

/** The id of the issue that a worktree is for; undefined where it was not written down yet. */
export function issueIdOf({ gitFolder }: Pick<Checkout, "gitFolder">): string | undefined {
  return readOr(() => readFileSync(join(gitFolder, ISSUE_FILE), "utf8"), undefined);
}

/** Where the branch is; made at the target's head where there is none, or where nothing of its own is on it. */
async function branchTip(
  seat: RepositorySeat,
  { ref, branch }: IssuePlace,
  { isFound }: { readonly isFound: boolean },
): Promise<string> {
  const [tip, head] = [await refValue(seat, ref), await targetHead(seat)];
  if (tip !== undefined && (isFound || !(await isAncestor(seat, tip, head)))) return tip;
  if (tip === head || (await moveRef(seat, { ref, from: tip, to: head, why: `begin ${branch}` }))) return head;
  throw repositoryError("busy", `${branch} was moved by somebody else just now; try again`);
}

async function addWorktree(seat: RepositorySeat, place: IssuePlace): Promise<Checkout> {
  clearPlace(seat, place);
  mkdirSync(worktreesFolder(seat), { recursive: true });
  const call = rootCall(seat, ["worktree", "add", "--no-checkout", place.path, place.branch]);
  // Git looks at all the others before it makes one, and cannot where one is just being made.
  return makingWorktrees(seat, async () => {
    const end = await runGitBytes(call);
    if (/already (checked out|used)/.test(end.stderr))
      throw repositoryError(
        "in_the_way",
        `${place.branch} is checked out elsewhere: ${end.stderr.trim().split("\n").at(-1) ?? ""}`,
      );
    const checkout = end.code === 0 ? checkoutAt(seat, place.path) : undefined;
    if (checkout === undefined) throw gitFailed(call, end);
    writeFileSync(join(checkout.gitFolder, ISSUE_FILE), place.issueId);
    return checkout;
  });
}

/** Frees the place of a worktree: what is written down of it and was never finished goes, a folder with anything in it is moved aside. */
function clearPlace(seat: RepositorySeat, place: IssuePlace): void {
  const { path } = place;
  for (const { gitFolder } of registrationsOf(seat, place)) rmSync(gitFolder, { recursive: true, force: true });
  const names = readOr(() => readdirSync(path), undefined);
  if (names === undefined) return;
  if (names.every((name) => name === ".git")) rmSync(path, { recursive: true, force: true });
  else moveAside(seat, place);
}

/** Moves a folder out of the way; nothing in it is touched. */
function moveAside(seat: RepositorySeat, { path, token }: Pick<IssuePlace, "path" | "token">): void {
  const aside = join(worktreesFolder(seat), ".aside");
  mkdirSync(aside, { recursive: true });
  for (let at = 1; ; at += 1) {
    const place = join(aside, `${token}.${at}`);
    if (existsSync(place)) continue;
    renameSync(path, place);
    return;
  }
}

/** Checks everything out. What a killed one had checked out already is as good; anything else there goes aside. */
async function fill(
  seat: RepositorySeat,
  place: IssuePlace,
  { checkout, tip }: { readonly checkout: Checkout; readonly tip: string },
): Promise<void> {
  const intent = { fromTree: seat.emptyTree, toTree: await treeOf(seat, tip), ref: place.ref, from: tip, to: tip };
  const end = await moveCheckout(seat, checkout, intent);
  if (end.kind === "moved") return;
  moveAside(seat, place);
  mkdirSync(place.path);
  writeFileSync(join(place.path, ".git"), `gitdir: ${checkout.gitFolder}\n`);
  const again = await moveCheckout(seat, checkout, intent);
  if (again.kind !== "moved")
    throw repositoryError("in_the_way", `${place.path} cannot be filled: somebody writes to it`);
}
