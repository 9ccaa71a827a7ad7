import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { osErrorText } from "./os-error.ts";

/** Done, or one sentence why not. */
export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const DONE: Written = { ok: true };

/** Replaces a file: after a crash it holds the old bytes or the new ones, whole. */
export function writeFileWhole(path: string, bytes: string | Uint8Array): Written {
  const draft = `${path}.tmp.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeSynced(draft, bytes);
    renameSync(draft, path);
    syncFolder(dirname(path));
    return DONE;
  } catch (error) {
    rmSync(draft, { force: true });
    return { ok: false, reason: osErrorText(error) };
  }
}

/** Makes a folder and those above it; one that is there already is as good. */
export function makeFolder(path: string): Written {
  try {
    makeFolders(path);
    return DONE;
  } catch (error) {
    return { ok: false, reason: osErrorText(error) };
  }
}

/** Makes a folder and those above it, or throws. Node's own `recursive` never ends where a folder cannot be made, as below /proc. */
export function makeFolders(path: string): void {
  if (isMade(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
}

/** Whether a folder is there now; false only when the one above it is missing, anything else is thrown. */
function isMade(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    // Somebody else may have made it.
    if (kindOf(path) === "folder") return true;
    if (error instanceof Error && "code" in error && error.code === "ENOENT" && dirname(path) !== path) return false;
    throw error;
  }
}

/** What a path leads to, links followed; what cannot be looked at counts as missing. */
export function kindOf(path: string): "file" | "folder" | "other" | "missing" {
  try {
    const entry = statSync(path);
    return entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other";
  } catch (error) {
    if (error instanceof Error && "code" in error) return "missing";
    throw error;
  }
}

function writeSynced(path: string, bytes: string | Uint8Array): void {
  const descriptor = openSync(path, "wx");
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A renamed file survives a power cut only when its folder was synced too. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
