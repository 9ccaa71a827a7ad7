import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { osErrorText } from "./os-error.ts";

/** Done, or one sentence why not. */
export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const DONE: Written = { ok: true };

/** Replaces a file: after a crash it holds the old bytes or the new ones, whole. */
export function writeFileWhole(path: string, bytes: string | Uint8Array): Written {
  try {
    replaceWhole(path, bytes);
    return DONE;
  } catch (error) {
    return { ok: false, reason: osErrorText(error) };
  }
}

/** The same, or throws. The file's mode stays. False when at the last moment it `may` no longer: then the old one stands. */
export function replaceWhole(path: string, bytes: string | Uint8Array, may: () => boolean = () => true): boolean {
  const draft = `${path}.tmp.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeSynced(draft, bytes, statSync(path, { throwIfNoEntry: false })?.mode);
    if (!may()) {
      rmSync(draft, { force: true });
      return false;
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
  return true;
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

function writeSynced(path: string, bytes: string | Uint8Array, mode: number | undefined): void {
  const descriptor = openSync(path, "wx");
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a new or renamed name in a folder durable: it survives a power cut only so. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
