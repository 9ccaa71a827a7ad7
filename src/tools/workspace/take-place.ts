import { type BigIntStats, linkSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { ToolFailed } from "#ports";
import { codeOf, pathFailure } from "./file-failure.ts";
import type { LedgerFile } from "./ledger-rows.ts";
import type { PlannedChange, UsablePath } from "./plan-change.ts";
import { inParent, inside, lookAt } from "./walk.ts";
import { markOf } from "./write-draft.ts";

/** One file of a change: its folder is held open, and so is the one in which its draft stands. */
export interface Target {
  readonly file: LedgerFile;
  readonly plan: PlannedChange;
  readonly folder: number;
  readonly home: number;
  readonly name: string;
  /** The mark of its draft, once that is written. */
  mark?: string;
  /** The old file as it was when it got its second name. */
  seen?: BigIntStats;
}

/** Lets the change take its place; says so at the moment from which on it can be undone. */
export function takePlace(target: Target, done: () => void): void {
  const { plan, folder, home, name, file } = target;
  if (plan.change.kind === "put" && plan.before === undefined) {
    putNew(target, done);
    return;
  }
  if (plan.change.kind === "remove") unlinkSync(inside(folder, name));
  else renameSync(inside(home, file.draft), inside(folder, name));
  done();
}

/** A new file never replaces one that somebody made meanwhile: a link is refused where a name is taken, a rename is not. */
function putNew({ folder, home, name, file, plan }: Target, done: () => void): void {
  const [from, to] = [inside(home, file.draft), inside(folder, name)];
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST")
      throw pathFailure("InvalidInput", plan.path, "exists by now: read it, then change it");
    if (!hasNoLinks(error)) throw error;
    renameSync(from, to);
    done();
    return;
  }
  done();
  unlinkSync(from);
}

/** Gives the old version a second name, so that it can be put back. False where the file system knows no second names. */
export function keepOld({ folder, home, name, file }: Target): boolean {
  try {
    linkSync(inside(folder, name), inside(home, file.kept));
    return true;
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    return false;
  }
}

function hasNoLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(codeOf(error) ?? "");
}

/** Undoes {@link takePlace}: the kept version takes its place again; a new file goes, if it still is ours. */
export function putBack({ plan, folder, home, name, file, mark }: Target): void {
  if (plan.before !== undefined) renameSync(inside(home, file.kept), inside(folder, name));
  else if (isMarked(lookAt(folder, name), mark)) unlinkSync(inside(folder, name));
}

/** A folder that we made goes again, unless somebody has put something into it or taken it away. */
export function removeMade(root: number, made: UsablePath): void {
  try {
    inParent(root, made, (folder, name) => rmdirSync(inside(folder, name)));
  } catch (error) {
    if (!(error instanceof ToolFailed) && !TAKEN_OVER.has(codeOf(error) ?? "")) throw error;
  }
}

const TAKEN_OVER: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);

/** Removes a name, if there is one. */
export function removeIfThere(folder: number, name: string): void {
  if (lookAt(folder, name) !== undefined) unlinkSync(inside(folder, name));
}

/** Whether the very file stands there that carries a mark. */
export function isMarked(found: BigIntStats | undefined, mark: string | null | undefined): boolean {
  return found !== undefined && markOf(found) === mark;
}
