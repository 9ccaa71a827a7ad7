import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { PortError, ToolFailed } from "#ports";
import type { DraftLedger, LedgerFile } from "./draft-ledger.ts";
import { codeOf, pathFailure, withPath } from "./file-failure.ts";
import type { PlannedChange, UsablePath } from "./plan-change.ts";
import { folderPath, inParent, inside, isThere, lookAt, openFolderBelow } from "./walk.ts";

interface Target extends LedgerFile {
  readonly plan: PlannedChange;
  readonly folder: number;
  readonly name: string;
}

const DRAFT = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

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

function writeDraft(path: string, bytes: Uint8Array, old: BigIntStats | undefined): void {
  const descriptor = openSync(path, DRAFT, old === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, bytes);
    if (old !== undefined) keepOwner(descriptor, old);
    if (old !== undefined) fchmodSync(descriptor, Number(old.mode & 0o7777n));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function keepOwner(descriptor: number, { uid, gid }: BigIntStats): void {
  if (Number(uid) === process.getuid?.() && Number(gid) === process.getgid?.()) return;
  try {
    fchownSync(descriptor, Number(uid), Number(gid));
  } catch (error) {
    // Only root may give files away: then it becomes ours, as with every editor that replaces files.
    if (codeOf(error) !== "EPERM") throw error;
  }
}

/** Lets the change take its place; says so at the moment from which on it can be undone. */
function takePlace({ plan, folder, name, draft, path }: Target, done: () => void): void {
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

function keepOld(folder: number, { name, kept, path }: Pick<Target, "name" | "kept" | "path">): void {
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

function putBack({ plan, folder, name, kept }: Target): void {
  if (plan.before !== undefined && lookAt(folder, kept) !== undefined)
    renameSync(inside(folder, kept), inside(folder, name));
  if (plan.before === undefined) removeIfThere(folder, name);
}

/** A folder that we made goes again, unless somebody has put something into it or taken it away. */
function removeMade(root: number, made: UsablePath): void {
  try {
    inParent(root, made, (folder, name) => rmdirSync(inside(folder, name)));
  } catch (error) {
    if (!(error instanceof ToolFailed) && !TAKEN_OVER.has(codeOf(error) ?? "")) throw error;
  }
}

const TAKEN_OVER: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);

function removeIfThere(folder: number, name: string): void {
  if (lookAt(folder, name) !== undefined) unlinkSync(inside(folder, name));
}
