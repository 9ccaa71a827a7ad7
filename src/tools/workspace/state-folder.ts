import { accessSync, chmodSync, constants, lstatSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "#platform";
import { PortError } from "#ports";
import { codeOf } from "./file-failure.ts";

/** Where this user's tusk keeps what belongs to no repository: `TUSK_STATE_DIR`, else the place that the desktop standard names. */
export function stateFolder(): string {
  const { TUSK_STATE_DIR: own, XDG_STATE_HOME: standard } = process.env;
  if (own !== undefined && own !== "") return own;
  return join(standard !== undefined && standard !== "" ? standard : join(homedir(), ".local/state"), "tusk");
}

/** Every place where a state folder of this name may be: where there is no home to write to, the temporary folder has it. */
export function statePlaces(name: string): readonly string[] {
  return [join(stateFolder(), name), join(tmpdir(), `tusk-state-${process.getuid?.() ?? 0}`, name)];
}

/** Makes a state folder of this name that is ours alone, in the first place that can be written. */
export function makeStateFolder(name: string): string {
  const places = statePlaces(name);
  const made = places.find(isMade);
  if (made !== undefined) return made;
  const said = `neither ${places.join(" nor ")} can be written: set TUSK_STATE_DIR to a folder that can`;
  throw new PortError("workspace", "no_state_folder", said);
}

function isMade(place: string): boolean {
  try {
    if (!isOurs(place)) {
      makeFolders(place);
      chmodSync(place, 0o700);
    }
    accessSync(place, constants.W_OK);
    return isOurs(place);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** Whether a folder is nobody's but ours: the temporary folder is everybody's, and what somebody else put there is not believed. */
export function isOurs(folder: string): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  return entry.isDirectory() && entry.uid === (process.getuid?.() ?? entry.uid) && (entry.mode & 0o077) === 0;
}
