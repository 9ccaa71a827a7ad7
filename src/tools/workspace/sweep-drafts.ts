import { closeSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { digestBytes } from "#platform";
import { ToolFailed } from "#ports";
import type { LedgerDone, LedgerEnd, LedgerFile, LedgerRow } from "./draft-ledger.ts";
import { codeOf } from "./file-failure.ts";
import { usablePath } from "./plan-change.ts";
import { openRegular, readWhole } from "./regular-file.ts";
import { isGone } from "./session-owner.ts";
import { statePlaces } from "./state-folder.ts";
import { inParent, inside, lookAt } from "./walk.ts";

/**
 * Clears up after sessions of this workspace that were killed: their drafts go, and a change of several files that was broken off is
 * undone, as far as nobody has touched the files since.
 */
export function sweepDrafts(root: number, ledgerFolder: string): void {
  for (const folder of statePlaces(ledgerFolder)) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const silentMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (!name.endsWith(".jsonl") || !isGone(name, silentMs)) continue;
      for (const row of brokenOff(path)) clearUp(root, row);
      rmSync(path, { force: true });
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR" || codeOf(error) === "EACCES") return [];
    throw error;
  }
}

interface BrokenOff extends LedgerRow {
  /** Every name had changed hands: only what stands beside the files is to go. */
  readonly done: boolean;
}

/** The changes that were begun and not ended, newest first. */
function brokenOff(path: string): readonly BrokenOff[] {
  const rows = readFileSync(path, "utf8").split("\n").flatMap(readRow);
  const ended = new Set(rows.flatMap((row) => ("end" in row ? [row.end] : [])));
  const done = new Set(rows.flatMap((row) => ("done" in row ? [row.done] : [])));
  return rows
    .flatMap((row) => ("begin" in row && !ended.has(row.begin) ? [{ ...row, done: done.has(row.begin) }] : []))
    .toReversed();
}

/** Our own row; the last one may be torn, then nothing of it was done yet. */
function readRow(line: string): readonly (LedgerRow | LedgerDone | LedgerEnd)[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as LedgerRow | LedgerDone | LedgerEnd];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function clearUp(root: number, { files, folders, done }: BrokenOff): void {
  for (const file of files) {
    ifStillOurs(root, file.path, (folder, name) => {
      if (files.length > 1 && !done) undo(folder, name, file);
      for (const left of [file.draft, file.kept])
        if (lookAt(folder, left)?.isFile() === true) unlinkSync(inside(folder, left));
    });
  }
  // Only what is empty goes: a folder that has got something else in it is somebody's.
  if (!done)
    for (const made of folders.toReversed()) ifStillOurs(root, made, (folder, name) => rmdirSync(inside(folder, name)));
}

/** Works on a path; what is gone, or no longer ours to touch, needs no clearing up. */
function ifStillOurs(root: number, path: string, work: (folder: number, name: string) => void): void {
  try {
    inParent(root, usablePath(path), work);
  } catch (error) {
    if (!(error instanceof ToolFailed) && codeOf(error) === undefined) throw error;
  }
}

function undo(folder: number, name: string, { before, after, kept }: LedgerFile): void {
  const found = digestAt(folder, name);
  // Somebody has worked on it since, or it was never changed.
  if (found !== after) return;
  if (before !== null && lookAt(folder, kept) !== undefined) renameSync(inside(folder, kept), inside(folder, name));
  if (before === null && after !== null) unlinkSync(inside(folder, name));
}

function digestAt(folder: number, name: string): string | null {
  if (lookAt(folder, name)?.isFile() !== true) return null;
  const { descriptor, stats } = openRegular(folder, name, name);
  try {
    return digestBytes(readWhole(descriptor, Number(stats.size), { maxBytes: Infinity, path: name }));
  } finally {
    closeSync(descriptor);
  }
}
