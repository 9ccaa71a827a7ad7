import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isGone, ownerName, PATIENCE_MS } from "#platform";
import { codeOf } from "../workspace/file-failure.ts";

/** Makes a folder that carries our name, and removes those whose makers run no more. */
export function makeOwnedFolder(parent: string, prefix: string): string {
  sweep(parent, prefix);
  return mkdtempSync(join(parent, `${prefix}${ownerName()}-`));
}

function sweep(parent: string, prefix: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const path = join(parent, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined || entry.uid !== process.getuid?.()) continue;
    const owner = name.slice(prefix.length).split("-")[0] ?? "";
    const silentMs = Date.now() - entry.mtimeMs;
    // One without a name in it may be anybody's: time decides.
    if (owner.includes(".") ? isGone(owner, silentMs) : silentMs > PATIENCE_MS.idle) removeAll(path);
  }
}

/** Removes a folder with everything in it, whatever rights a command left there. */
export function removeAll(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // A command may have left folders that not even their owner may enter: they are opened, once.
    if (codeOf(error) === undefined) throw error;
    openAll(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function openAll(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openAll(join(folder, entry.name));
}
