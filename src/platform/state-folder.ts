import { accessSync, constants, lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolders } from "./write-file.ts";

/**
 * Where this user's tusk keeps what belongs to no repository: `TUSK_STATE_DIR`, else the place that the desktop standard names; where
 * that cannot be written, the temporary folder.
 */
export function stateFolders(): readonly string[] {
  const { TUSK_STATE_DIR: own, XDG_STATE_HOME: standard } = process.env;
  // Loaded when a place is asked for: most commands ask for none.
  const { homedir, tmpdir } = process.getBuiltinModule("node:os");
  const home = standard !== undefined && standard !== "" ? standard : join(homedir(), ".local/state");
  return [
    own !== undefined && own !== "" ? own : join(home, "tusk"),
    join(tmpdir(), `tusk-state-${process.getuid?.() ?? 0}`),
  ];
}

/** Every place where something of this name may be. */
export function statePlaces(name: string): readonly string[] {
  return stateFolders().map((folder) => join(folder, name));
}

/** Those of them that are ours alone, on every level. */
export function ownPlaces(name: string): readonly string[] {
  return stateFolders()
    .filter((folder) => levels(folder, name).every(isOurs))
    .map((folder) => join(folder, name));
}

/** Makes a place of this name that is ours alone, in the first state folder that can be written. Undefined when there is none. */
export function makeStatePlace(name: string): string | undefined {
  const made = stateFolders().find((folder) => isMade(folder, name));
  return made === undefined ? undefined : join(made, name);
}

function levels(folder: string, name: string): readonly string[] {
  const names = name.split("/").filter((part) => part !== ".");
  return [folder, ...names.map((_, at) => join(folder, ...names.slice(0, at + 1)))];
}

function isMade(folder: string, name: string): boolean {
  try {
    makeFolders(dirname(folder));
    for (const level of levels(folder, name)) {
      if (lstatSync(level, { throwIfNoEntry: false }) === undefined) makeOwn(level);
      if (!isOurs(level)) return false;
    }
    accessSync(join(folder, name), constants.W_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

function makeOwn(level: string): void {
  try {
    mkdirSync(level, 0o700);
  } catch (error) {
    // Another session of ours has made it meanwhile, or somebody else has: that is looked at next.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** Whether a folder is ours and nobody else may write to it: the temporary folder is everybody's, and what a stranger put there is not believed. */
export function isOurs(folder: string): boolean {
  try {
    const entry = lstatSync(folder);
    return entry.isDirectory() && entry.uid === (process.getuid?.() ?? entry.uid) && (entry.mode & 0o022) === 0;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
