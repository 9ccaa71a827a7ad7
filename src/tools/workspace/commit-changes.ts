import { accessSync, type BigIntStats, closeSync, constants, fsyncSync, readFileSync } from "node:fs";
import type { Digest } from "#kernel";
import { digestBytes } from "#platform";
import { PortError } from "#ports";
import type { DraftLedger } from "./draft-ledger.ts";
import { codeOf, pathFailure, withPath } from "./file-failure.ts";
import type { LedgerFile } from "./ledger-rows.ts";
import type { PlannedChange } from "./plan-change.ts";
import { openRegular, readWhole } from "./regular-file.ts";
import { keepOld, putBack, removeIfThere, removeMade, takePlace, type Target } from "./take-place.ts";
import { assertBelow, inside, isThere, lookAt, openFolderBelow } from "./walk.ts";
import { writeDraft } from "./write-draft.ts";

/**
 * Makes planned changes, all or none: every draft is written and synced before the first name changes hands, each name changes hands
 * in one step, and what was done before a failure is undone. Once everything is done nothing fails it any more.
 */
export function commitChanges(root: number, plans: readonly PlannedChange[], ledger: DraftLedger): void {
  const files = plans.map(({ path, before, change }) => ({
    path,
    replaces: before !== undefined,
    removes: change.kind === "remove",
  }));
  const row = ledger.begin(files, missingFolders(root, plans));
  const run = new Commit(root);
  try {
    for (const [place, plan] of plans.entries()) {
      const file = row.files[place];
      if (file !== undefined) run.open(plan, file);
    }
    run.draft();
    ledger.drafted(row, run.marks());
    run.swap();
    ledger.done(row);
    run.stand();
    mayFail(() => ledger.end(row));
  } catch (error) {
    run.undo(error);
    mayFail(() => ledger.end(row));
    throw error;
  } finally {
    run.close();
  }
}

/** The folders that new files need and that are not there yet, outer ones first. */
function missingFolders(root: number, plans: readonly PlannedChange[]): readonly string[] {
  const needed = plans.flatMap(({ parts, before }) =>
    before === undefined ? parts.slice(0, -1).map((_, end) => parts.slice(0, end + 1)) : [],
  );
  const missing = needed.filter((parts) => !isThere(root, parts)).map((parts) => parts.join("/"));
  return [...new Set(missing)];
}

class Commit {
  readonly #root: number;
  readonly #targets: Target[] = [];
  /** How to undo what was done, newest last. */
  readonly #undoing: (() => void)[] = [];

  constructor(root: number) {
    this.#root = root;
  }

  /** Holds the file's folder open; makes it where it is missing. */
  open(plan: PlannedChange, file: LedgerFile): void {
    const makes = (parts: readonly string[]): void => {
      const made = { path: parts.join("/"), parts };
      this.#undoing.push(() => removeMade(this.#root, made));
    };
    withPath(plan.path, () => {
      const walk = { path: plan.path, ...(plan.change.kind === "put" ? { makes } : {}) };
      const folder = openFolderBelow(this.#root, plan.parts.slice(0, -1), walk);
      this.#targets.push({ file, plan, folder, home: this.#homeFor(folder), name: plan.parts.at(-1) ?? "" });
    });
  }

  /** Writes everything new and syncs it, and keeps everything old under a second name. */
  draft(): void {
    for (const target of this.#targets) {
      const { plan, home, file } = target;
      withPath(plan.path, () => {
        if (plan.change.kind === "put") {
          this.#undoing.push(() => removeIfThere(home, file.draft));
          target.mark = writeDraft(inside(home, file.draft), plan.change.bytes, plan.form);
        }
        if (plan.before !== undefined) this.#keep(target, plan.before.stats);
      });
    }
  }

  marks(): readonly (string | null)[] {
    return this.#targets.map(({ mark }) => mark ?? null);
  }

  swap(): void {
    for (const target of this.#targets) {
      const { plan, folder } = target;
      withPath(plan.path, () => {
        assertSame(target);
        assertBelow(this.#root, folder, plan.path);
        takePlace(target, () => this.#undoing.push(() => putBack(target)));
        // In between somebody may have moved it out, or written to the old version: then it is undone.
        assertBelow(this.#root, folder, plan.path);
        assertKept(target);
      });
    }
    for (const { folder } of this.#targets) fsyncSync(folder);
  }

  /** The change stands: the old versions go, and whatever cannot go now is left to the next session. */
  stand(): void {
    this.#undoing.length = 0;
    for (const { home, file } of this.#targets) mayFail(() => removeIfThere(home, file.kept));
  }

  undo(cause: unknown): void {
    const failed: unknown[] = [];
    for (const step of this.#undoing.toReversed()) {
      try {
        step();
      } catch (error) {
        failed.push(error);
      }
    }
    // Two failures at once: nobody can say any more that nothing has changed.
    if (failed.length > 0)
      throw new PortError("workspace", "half_changed", "a change failed and could not be undone whole", {
        cause: [cause, ...failed],
      });
  }

  close(): void {
    for (const { folder } of this.#targets) closeSync(folder);
  }

  /** Drafts stand in the root, which nobody can move out of itself; where it cannot take them, beside the file. */
  #homeFor(folder: number): number {
    return mountOf(folder) === mountOf(this.#root) && isWritable(this.#root) ? this.#root : folder;
  }

  #keep(target: Target, before: BigIntStats): void {
    const { home, file, folder, name, plan } = target;
    this.#undoing.push(() => removeIfThere(home, file.kept));
    if (!keepOld(target) && this.#targets.length > 1)
      throw pathFailure("Denied", plan.path, "can only be changed alone: its file system gives no file a second name");
    const kept = lookAt(folder, name);
    // A layered file system copies the file up when it gets its second name: another inode, the same content.
    if (kept === undefined || !(isUnchanged(kept, before) || digestAt(folder, name, plan.path) === plan.before?.digest))
      throw changedMeanwhile(plan.path);
    target.seen = kept;
  }
}

/** The file is still the one that was looked at, and nobody has written to it since. */
function assertSame({ folder, name, plan, seen }: Target): void {
  const found = lookAt(folder, name);
  if (found === undefined && seen === undefined) return;
  if (found === undefined || seen === undefined || found.ctimeNs !== seen.ctimeNs || !isUnchanged(found, seen))
    throw changedMeanwhile(plan.path);
}

/** Nobody has written to the old version after the last look at it; where nothing was kept nobody can tell. */
function assertKept({ home, file, plan, seen }: Target): void {
  const kept = seen === undefined ? undefined : lookAt(home, file.kept);
  // Not by its inode: a layered file system gives each of its names another.
  if (seen !== undefined && kept !== undefined && !isAsWritten(kept, seen)) throw changedMeanwhile(plan.path);
}

function isUnchanged(found: BigIntStats, seen: BigIntStats): boolean {
  return found.ino === seen.ino && found.dev === seen.dev && isAsWritten(found, seen);
}

function isAsWritten(found: BigIntStats, seen: BigIntStats): boolean {
  return found.size === seen.size && found.mtimeNs === seen.mtimeNs;
}

function digestAt(folder: number, name: string, path: string): Digest {
  const { descriptor, stats } = openRegular(folder, name, path);
  try {
    return digestBytes(readWhole(descriptor, Number(stats.size), { maxBytes: Infinity, path }));
  } finally {
    closeSync(descriptor);
  }
}

/** Which mount a folder is on: a file can change hands only within one, and two may be of the same device. */
function mountOf(folder: number): string | undefined {
  return /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${folder}`, "utf8"))?.[1];
}

function changedMeanwhile(path: string): Error {
  return pathFailure("InvalidInput", path, "has changed meanwhile: read it again, then change it");
}

function isWritable(folder: number): boolean {
  try {
    accessSync(inside(folder, "."), constants.W_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** Does what may also be left undone. */
function mayFail(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof PortError)) throw error;
  }
}
