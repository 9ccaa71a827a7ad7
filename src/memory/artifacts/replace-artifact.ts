import { accessSync, constants, readdirSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { kindOf, makeFolders, osErrorText, replaceWhole } from "#platform";
import { PortError } from "#ports";
import { artifactError } from "./artifact-error.ts";
import { lockPath, type LockTrouble, underLock } from "./artifact-lock.ts";

/** How often in a row the lock may be taken away from a writer before it says so. */
const TRIES = 8;

/** What the contract's sentences call an artifact and its folder. */
export interface ArtifactWords {
  readonly artifact: string;
  readonly folder: string;
}

/** One change of an artifact's file. */
export interface Replacing<T> {
  readonly path: string;
  readonly words: ArtifactWords;
  /** Throws where the change cannot be made as things are: then nothing is made, no folder and no lock either. */
  readonly check: () => void;
  /** What the file is to be, from what it is now; throws to leave it. */
  readonly change: () => { readonly text: string; readonly value: T };
}

/** Replaces a file whole, one writer at a time: after a crash it holds the old text or the new one. */
export function replaceArtifact<T>({ path, words, check, change }: Replacing<T>): T {
  check();
  const real = guarded(words, path, () => placeFor(path, words));
  for (let tries = 0; tries < TRIES; tries++) {
    const locked = underLock(lockPath(real), (isOurs) => {
      const { text, value } = change();
      return guarded(words, path, () => {
        removeDrafts(real);
        return replaceWhole(real, text, isOurs) ? { value } : undefined;
      });
    });
    if (!locked.ok) throw lockError(words, path, locked.trouble);
    if (locked.value !== undefined) return locked.value.value;
  }
  throw artifactError("io", `failed to lock ${words.artifact} ${path}: its lock is deleted again and again`);
}

/** The path behind links, its folder made. */
function placeFor(path: string, { folder }: ArtifactWords): string {
  // Neither is the name of a file.
  if (path === "") throw NO_ENTRY;
  if (path.endsWith("/")) throw IS_FOLDER;
  const parent = dirname(path);
  try {
    makeFolders(parent);
  } catch (error) {
    throw artifactError("io", `failed to create ${folder} ${parent}: ${osErrorText(error)}`, error);
  }
  accessSync(parent, constants.W_OK);
  const kind = kindOf(path);
  if (kind === "missing") return join(realpathSync(parent), basename(path));
  if (kind === "other") throw NO_FILE;
  return realpathSync(path);
}

/** What writers that were killed left behind. Nobody else writes now. */
function removeDrafts(real: string): void {
  const folder = dirname(real);
  const drafts = readdirSync(folder).filter((name) => name.startsWith(`${basename(real)}.tmp.`));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
}

/** What `work` answers; what the machine refuses becomes the contract's sentence. */
function guarded<T>({ artifact }: ArtifactWords, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PortError || !(error instanceof Error && "errno" in error)) throw error;
    throw artifactError("io", `failed to write ${artifact} ${path}: ${osErrorText(error)}`, error);
  }
}

function lockError({ artifact }: ArtifactWords, path: string, trouble: LockTrouble): Error {
  if (trouble.kind === "busy")
    return artifactError("lock_busy", `failed to lock ${artifact} ${path}: others kept writing it`);
  const { error } = trouble;
  // Of SQLite's own errors the words say more than the number.
  const detail = error instanceof Error && "errcode" in error ? error.message : osErrorText(error);
  return artifactError("io", `failed to lock ${artifact} ${path}: ${detail}`, error);
}

const NO_ENTRY = Object.assign(new Error("no name"), { errno: -2 });
const IS_FOLDER = Object.assign(new Error("a folder"), { errno: -21 });
const NO_FILE = Object.assign(new Error("not a regular file"), { errno: 0 });
