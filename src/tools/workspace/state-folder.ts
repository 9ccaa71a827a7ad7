import { accessSync, constants, lstatSync, mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeFolders } from "#platform";
import { PortError } from "#ports";
import { codeOf } from "./file-failure.ts";

/** Where this user's tusk keeps what belongs to no repository: `TUSK_STATE_DIR`, else the place that the desktop standard names; where that cannot be written, the temporary folder. */
export function stateFolders(): readonly string[] {
  const { TUSK_STATE_DIR: own, XDG_STATE_HOME: standard } = process.env;
  const home = standard !== undefined && standard !== "" ? standard : join(homedir(), ".local/state");
  return [
    own !== undefined && own !== "" ? own : join(home, "tusk"),
    join(tmpdir(), `tusk-state-${process.getuid?.() ?? 0}`),
  ];
}

/** Every place of a name below the state folders that is ours alone, all the way. */
export function ownPlaces(names: readonly string[]): readonly string[] {
  return stateFolders()
    .filter((folder) => levels(folder, names).every(isOurs))
    .map((folder) => join(folder, ...names));
}

/** Makes a place below a state folder that is ours alone, in the first one that can be written. */
export function makeOwnPlace(names: readonly string[]): string {
  const folders = stateFolders();
  const made = folders.find((folder) => isMade(folder, names));
  if (made !== undefined) return join(made, ...names);
  const said = `neither ${folders.join(" nor ")} can be written: set TUSK_STATE_DIR to a folder that can`;
  throw new PortError("workspace", "no_state_folder", said);
}

function levels(folder: string, names: readonly string[]): readonly string[] {
  return [folder, ...names.map((_, at) => join(folder, ...names.slice(0, at + 1)))];
}

function isMade(folder: string, names: readonly string[]): boolean {
  try {
    makeFolders(dirname(folder));
    for (const level of levels(folder, names)) {
      if (lstatSync(level, { throwIfNoEntry: false }) === undefined) makeOwn(level);
      if (!isOurs(level)) return false;
    }
    accessSync(join(folder, ...names), constants.W_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

function makeOwn(level: string): void {
  try {
    mkdirSync(level, 0o700);
  } catch (error) {
    // Another session of ours has made it meanwhile, or somebody else has: that is looked at next.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Whether a folder is ours and nobody else may write to it: the temporary folder is everybody's, and what a stranger put there is not believed. */
function isOurs(folder: string): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  return entry.isDirectory() && entry.uid === (process.getuid?.() ?? entry.uid) && (entry.mode & 0o022) === 0;
}
