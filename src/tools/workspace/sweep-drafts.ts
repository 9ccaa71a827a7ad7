import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { isGone, ownPlaces, PATIENCE_MS } from "#platform";
import { ToolFailed } from "#ports";
import { codeOf } from "./file-failure.ts";
import { draftOwner, type LedgerFile, type LedgerLine, type LedgerRow, parseLedgerLine } from "./ledger-rows.ts";
import { assertUnprotected, type UsablePath, usablePath } from "./plan-change.ts";
import { isMarked } from "./take-place.ts";
import { inParent, inside, lookAt } from "./walk.ts";

/** How long after a session was killed its broken change is undone; later a person has seen what there is, and may have built on it. */
const UNDO_MS = 15 * 60_000;
const LEDGER_BYTES = 16 * 1024 * 1024;

/**
 * Clears up after sessions of this workspace that were killed: their drafts go, and a change of several files that was broken off a
 * short while ago is undone, as far as the files are still the very ones that it made. Believes only ledgers that are ours, and acts
 * only on names that a session gives.
 */
export function sweepDrafts(root: number, place: string): void {
  for (const folder of ownPlaces(place)) {
    for (const name of namesIn(folder)) sweepLedger(root, join(folder, name), name);
  }
  for (const name of namesIn(inside(root, "."))) sweepName(root, name);
}

function sweepLedger(root: number, path: string, name: string): void {
  const ledger = readLedger(path);
  if (ledger === undefined || !name.endsWith(".jsonl")) return;
  const rows = brokenOff(ledger.lines);
  // No change takes minutes: one that was begun and has long been silent is broken off, wherever its session runs.
  if (!isGone(name, ledger.silentMs, rows.length > 0 ? PATIENCE_MS.changing : PATIENCE_MS.idle)) return;
  for (const row of rows) clearUp(root, row, ledger.silentMs < UNDO_MS);
  rmSync(path, { force: true });
}

/** A draft whose owner is gone, whatever became of its ledger. An old version goes only where it is not the last one there is. */
function sweepName(root: number, name: string): void {
  const owner = draftOwner(name);
  const entry = owner === undefined ? undefined : lookAt(root, name);
  if (owner === undefined || entry?.isFile() !== true) return;
  if (name.endsWith(".kept") && entry.nlink === 1n) return;
  if (isGone(owner, Date.now() - Number(entry.ctimeMs), PATIENCE_MS.changing))
    ifStillOurs(() => unlinkSync(inside(root, name)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

/** The lines of a ledger of ours; undefined for anything else, and for one that another session has just cleared up after. */
function readLedger(path: string): { readonly lines: readonly LedgerLine[]; readonly silentMs: number } | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const entry = fstatSync(descriptor);
    const isLedger = entry.isFile() && entry.uid === (process.getuid?.() ?? entry.uid) && entry.size <= LEDGER_BYTES;
    if (!isLedger || (entry.mode & 0o022) !== 0) return undefined;
    const texts = readFileSync(descriptor, "utf8").split("\n");
    return { lines: texts.flatMap((text) => parseLedgerLine(text) ?? []), silentMs: Date.now() - entry.mtimeMs };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

interface BrokenOff extends LedgerRow {
  /** The marks of its drafts; undefined before names changed hands: then there is nothing to undo. */
  readonly marks: readonly (string | null)[] | undefined;
  readonly done: boolean;
}

/** The changes that were begun and not ended, newest first. */
function brokenOff(lines: readonly LedgerLine[]): readonly BrokenOff[] {
  const numbers = (key: "done" | "end") =>
    new Set(lines.flatMap((line) => (key in line ? [(line as Record<typeof key, number>)[key]] : [])));
  const [done, ended] = [numbers("done"), numbers("end")];
  const drafted = new Map(lines.flatMap((line) => ("drafted" in line ? [[line.drafted, line.marks] as const] : [])));
  return lines
    .flatMap((line) => ("begin" in line && !ended.has(line.begin) ? [line] : []))
    .map((row) => ({ ...row, marks: drafted.get(row.begin), done: done.has(row.begin) }))
    .toReversed();
}

function clearUp(root: number, { files, folders, marks, done }: BrokenOff, isRecent: boolean): void {
  const mayUndo = isRecent && !done;
  for (const [at, file] of files.entries()) {
    ifStillOurs(() => {
      inParent(root, changeable(file.path), (folder, name) => {
        const homes = [root, folder];
        if (mayUndo && marks !== undefined && files.length > 1)
          undo({ homes, folder, name, file, mark: marks[at] ?? null });
        for (const home of homes)
          for (const left of [file.draft, file.kept])
            if (lookAt(home, left)?.isFile() === true) unlinkSync(inside(home, left));
      });
    });
  }
  // Only what is empty goes: a folder that has got something else in it is somebody's.
  if (mayUndo)
    for (const made of folders.toReversed())
      ifStillOurs(() => inParent(root, changeable(made), (folder, name) => rmdirSync(inside(folder, name))));
}

/** A path that a session could have changed: a ledger is no way to any other. */
function changeable(path: string): UsablePath {
  const usable = usablePath(path);
  assertUnprotected(usable, []);
  return usable;
}

interface Undoing {
  readonly homes: readonly number[];
  readonly folder: number;
  readonly name: string;
  readonly file: LedgerFile;
  readonly mark: string | null;
}

/** Puts the old version back, or removes a new one, where the very file that the change made still stands. */
function undo({ homes, folder, name, file, mark }: Undoing): void {
  const found = lookAt(folder, name);
  const isMade = file.removes ? found === undefined : isMarked(found, mark);
  if (!isMade) return;
  const home = homes.find((place) => lookAt(place, file.kept)?.isFile() === true);
  if (file.replaces && home !== undefined) renameSync(inside(home, file.kept), inside(folder, name));
  if (!file.replaces && !file.removes) unlinkSync(inside(folder, name));
}

/** Does it; what is gone, or no longer ours to touch, needs no clearing up. */
function ifStillOurs(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ToolFailed) && codeOf(error) === undefined) throw error;
  }
}
