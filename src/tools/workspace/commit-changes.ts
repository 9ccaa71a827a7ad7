import { type BigIntStats, closeSync, fsyncSync } from "node:fs";
import { PortError } from "#ports";
import type { DraftLedger, LedgerFile } from "./draft-ledger.ts";
import { pathFailure, withPath } from "./file-failure.ts";
import type { PlannedChange } from "./plan-change.ts";
import { keepOld, putBack, removeIfThere, removeMade, takePlace, type Target } from "./take-place.ts";
import { folderPath, inside, isThere, lookAt, openFolderBelow } from "./walk.ts";
import { writeDraft } from "./write-draft.ts";

/**
 * Makes planned changes, all or none: every draft is written and synced before the first name changes hands, each name changes hands
 * in one step, and what was done before a failure is undone.
 */
export function commitChanges(root: number, plans: readonly PlannedChange[], ledger: DraftLedger): void {
  const row = ledger.begin(
    plans.map(({ path, before, after }) => ({ path, before: before?.digest ?? null, after: after ?? null })),
    missingFolders(root, plans),
  );
  const run = new Commit(root, plans.length > 1);
  try {
    for (const [place, plan] of plans.entries()) {
      const file = row.files[place];
      if (file !== undefined) run.open(plan, file);
    }
    run.draft();
    run.swap();
    ledger.done(row);
    run.dropKept();
  } catch (error) {
    run.undo(error);
    ledger.end(row);
    throw error;
  } finally {
    run.close();
  }
  ledger.end(row);
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
  readonly #several: boolean;
  readonly #targets: Target[] = [];
  /** How to undo what was done, newest last. */
  readonly #undoing: (() => void)[] = [];

  constructor(root: number, several: boolean) {
    this.#root = root;
    this.#several = several;
  }

  /** Holds the file's folder open; makes it where it is missing. */
  open(plan: PlannedChange, file: LedgerFile): void {
    const name = plan.parts.at(-1) ?? "";
    const makes = (parts: readonly string[]): void => {
      const made = { path: parts.join("/"), parts };
      this.#undoing.push(() => removeMade(this.#root, made));
    };
    withPath(plan.path, () => {
      const folder = openFolderBelow(this.#root, plan.parts.slice(0, -1), {
        path: plan.path,
        ...(plan.change.kind === "put" ? { makes } : {}),
      });
      this.#targets.push({ ...file, plan, folder, name });
    });
  }

  /** Writes everything new beside its place, and keeps everything old under a second name. */
  draft(): void {
    for (const target of this.#targets) {
      withPath(target.path, () => {
        const { folder, plan, draft, kept, name } = target;
        if (plan.change.kind === "put") {
          this.#undoing.push(() => removeIfThere(folder, draft));
          writeDraft(inside(folder, draft), plan.change.bytes, plan.form);
        }
        if (this.#several && plan.before !== undefined) {
          this.#undoing.push(() => removeIfThere(folder, kept));
          keepOld(folder, { name, kept, path: target.path });
        }
      });
    }
  }

  swap(): void {
    for (const target of this.#targets) {
      withPath(target.path, () => {
        this.#assertStill(target);
        takePlace(target, () => this.#undoing.push(() => putBack(target)));
      });
    }
    for (const { folder } of this.#targets) fsyncSync(folder);
  }

  /** The change stands: the old versions go, and nothing is undone any more. */
  dropKept(): void {
    this.#undoing.length = 0;
    if (this.#several) for (const { folder, kept } of this.#targets) removeIfThere(folder, kept);
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

  /** The folder is still below the root, and the file still the one that was looked at: the last moment to see it. */
  #assertStill({ folder, name, plan, path }: Target): void {
    if (!isBelow(folderPath(this.#root), folderPath(folder)))
      throw pathFailure("Denied", path, "is in a folder that was moved out of the workspace");
    const found = lookAt(folder, name);
    if (!isSame(found, plan.before?.stats, this.#several))
      throw pathFailure("InvalidInput", path, "has changed meanwhile: read it again, then change it");
  }
}

/** True when nobody has written to the file since; a second name that we gave it changes its inode time, not its content. */
function isSame(found: BigIntStats | undefined, seen: BigIntStats | undefined, linked: boolean): boolean {
  if (found === undefined || seen === undefined) return found === seen;
  const kept =
    found.ino === seen.ino && found.dev === seen.dev && found.size === seen.size && found.mtimeNs === seen.mtimeNs;
  return kept && (linked || found.ctimeNs === seen.ctimeNs);
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? root : `${root}/`);
}
