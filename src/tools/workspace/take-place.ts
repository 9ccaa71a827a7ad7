import { linkSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { ToolFailed } from "#ports";
import type { LedgerFile } from "./draft-ledger.ts";
import { codeOf, pathFailure } from "./file-failure.ts";
import type { PlannedChange, UsablePath } from "./plan-change.ts";
import { inParent, inside, lookAt } from "./walk.ts";

/** One file of a change whose folder is held open. */
export interface Target extends LedgerFile {
  readonly plan: PlannedChange;
  readonly folder: number;
  readonly name: string;
}

/** Lets the change take its place; says so at the moment from which on it can be undone. */
export function takePlace({ plan, folder, name, draft, path }: Target, done: () => void): void {
  if (plan.change.kind === "put" && plan.before === undefined) {
    putNew(folder, { draft, name, path, done });
    return;
  }
  if (plan.change.kind === "remove") unlinkSync(inside(folder, name));
  else renameSync(inside(folder, draft), inside(folder, name));
  done();
}

/** A new file never replaces one that somebody made meanwhile: a link is refused where a name is taken, a rename is not. */
function putNew(
  folder: number,
  { draft, name, path, done }: Pick<Target, "draft" | "name" | "path"> & { done: () => void },
): void {
  const [from, to] = [inside(folder, draft), inside(folder, name)];
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw pathFailure("InvalidInput", path, "exists by now: read it, then change it");
    if (!hasNoLinks(error)) throw error;
    renameSync(from, to);
    done();
    return;
  }
  done();
  unlinkSync(from);
}

/** Gives the old version a second name, so that it can be put back. */
export function keepOld(folder: number, { name, kept, path }: Pick<Target, "name" | "kept" | "path">): void {
  try {
    linkSync(inside(folder, name), inside(folder, kept));
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    throw pathFailure("Denied", path, "can only be changed alone: this file system gives no file a second name");
  }
}

function hasNoLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(codeOf(error) ?? "");
}

/** Undoes {@link takePlace}, where the old version was kept or there was none. */
export function putBack({ plan, folder, name, kept }: Target): void {
  if (plan.before !== undefined && lookAt(folder, kept) !== undefined)
    renameSync(inside(folder, kept), inside(folder, name));
  if (plan.before === undefined) removeIfThere(folder, name);
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
