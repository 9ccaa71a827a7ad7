import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { isGone, ownerName, PATIENCE_MS } from "../process-owner.ts";
import { repositoryError } from "./repository-error.ts";
import { clearStaleLock, readOr } from "./stale-lock.ts";

/** Files that git has checked out: the main worktree, one of a person's, or one of ours. */
export interface Checkout {
  readonly root: string;
  /** Where its `HEAD` and its `index` are. */
  readonly gitFolder: string;
  /** Whether it belongs to an issue: then a lock that a killed git left there is taken away. */
  readonly isOurs: boolean;
}

/** What is being done to a checkout: its files go from one tree to another, and then a ref from one commit to another. */
export interface CheckoutIntent {
  readonly fromTree: string;
  readonly toTree: string;
  readonly ref: string;
  readonly from: string;
  readonly to: string;
}

interface Held extends CheckoutIntent {
  readonly owner: string;
}

const WAIT_MS = 10_000;
const STEP_MS = 20;

/**
 * Takes git's own lock on a checkout's index, so that a person's git waits for us and we for it. The lock says what is being done: after a kill it is still
 * there, nobody can commit on top of half of it, and the next of us finishes it. Throws `busy` where somebody else keeps it.
 */
export async function lockCheckout(checkout: Checkout, intent: CheckoutIntent): Promise<void> {
  const [lock, draft] = [lockPath(checkout), writeDraft(checkout, intent)];
  const until = Date.now() + WAIT_MS;
  try {
    while (!isLinked(draft, lock)) {
      if (Date.now() > until)
        throw repositoryError("busy", `another git holds ${lock}; if none runs, remove that file and try again`);
      await after(STEP_MS);
      if (checkout.isOurs) clearStaleLock(lock);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Makes the lock of a killed one ours, with what it says. */
export function takeOverCheckout(checkout: Checkout, intent: CheckoutIntent): void {
  renameSync(writeDraft(checkout, intent), lockPath(checkout));
}

/** Gives the lock back: what it said is done, or undone. */
export function unlockCheckout(checkout: Checkout): void {
  rmSync(lockPath(checkout), { force: true });
}

/** What a killed one of us had begun here and did not finish. Drafts of locks that were never taken go. */
export function unfinishedIntent(checkout: Checkout): CheckoutIntent | undefined {
  sweepDrafts(checkout);
  const lock = lockPath(checkout);
  const held = readHeld(readOr(() => readFileSync(lock, "utf8"), ""));
  const silentMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return held !== undefined && isGone(held.owner, silentMs, PATIENCE_MS.changing) ? held : undefined;
}

/** The first line of a lock of ours; git's own begins otherwise, or is empty. The whole file appears at once. */
const MARK = "tusk moves this checkout; the next tusk here finishes it\n";

/** Our own note; undefined for a lock of git's, or one that a power cut has torn. */
function readHeld(text: string): Held | undefined {
  if (!text.startsWith(MARK)) return undefined;
  try {
    return JSON.parse(text.slice(MARK.length)) as Held;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function lockPath({ gitFolder }: Checkout): string {
  return join(gitFolder, "index.lock");
}

const DRAFT = "tusk-lock.";

/** A draft is there for a moment: one whose writer is gone is nobody's. */
function sweepDrafts({ gitFolder }: Checkout): void {
  for (const name of readOr(() => readdirSync(gitFolder), []).filter((one) => one.startsWith(DRAFT))) {
    const path = join(gitFolder, name);
    const silentMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (isGone(name.slice(DRAFT.length), silentMs, PATIENCE_MS.changing)) rmSync(path, { force: true });
  }
}

function writeDraft({ gitFolder }: Checkout, { fromTree, toTree, ref, from, to }: CheckoutIntent): string {
  const held: Held = { owner: ownerName(), fromTree, toTree, ref, from, to };
  const draft = join(gitFolder, `${DRAFT}${held.owner}`);
  writeFileSync(draft, `${MARK}${JSON.stringify(held)}\n`, { flush: true });
  return draft;
}

function isLinked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
