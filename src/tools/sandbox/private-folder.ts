import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isGone, ownerName } from "#platform";
import { codeOf } from "../workspace/file-failure.ts";

const PREFIX = "tusk-sandbox-";

/** A folder of one sandbox: its `/tmp`, which lasts as long as it is open, so that one command finds what another put there. */
export interface PrivateFolder {
  readonly path: string;
  readonly tmp: string;
  remove(): void;
}

/** Makes the folder, and removes those of sandboxes whose harness was killed. */
export function makePrivateFolder(): PrivateFolder {
  sweep();
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${ownerName()}-`));
  const tmp = join(path, "tmp");
  mkdirSync(join(tmp, "home"), { recursive: true });
  chmodSync(tmp, 0o1777);
  return { path, tmp, remove: () => removeAll(path) };
}

function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined || entry.uid !== process.getuid?.()) continue;
    const owner = name.slice(PREFIX.length).split("-")[0] ?? "";
    if (isGone(owner, Date.now() - entry.mtimeMs)) removeAll(path);
  }
}

function removeAll(path: string): void {
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
