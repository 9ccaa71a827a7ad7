import { lstatSync, mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "#platform";
import { PortError } from "#ports";

/** Where this user's tusk keeps what belongs to no repository: `TUSK_STATE_DIR`, else the place that the desktop standard names. */
export function stateFolder(): string {
  const { TUSK_STATE_DIR: own, XDG_STATE_HOME: standard } = process.env;
  if (own !== undefined && own !== "") return own;
  return join(standard !== undefined && standard !== "" ? standard : join(homedir(), ".local/state"), "tusk");
}

/** Makes a folder below the state folder that nobody else can write to; where there is no home, below the temporary one. */
export function makeStateFolder(name: string): string {
  const places = [join(stateFolder(), name), join(sharedPlace(), name)];
  for (const place of places) if (isMade(place)) return place;
  throw new PortError(
    "workspace",
    "no_state_folder",
    `neither ${places.join(" nor ")} can be written: set TUSK_STATE_DIR`,
  );
}

/** Every place where {@link makeStateFolder} may have made it. */
export function statePlaces(name: string): readonly string[] {
  return [join(stateFolder(), name), join(sharedPlace(), name)];
}

function sharedPlace(): string {
  return join(tmpdir(), `tusk-state-${process.getuid?.() ?? 0}`);
}

function isMade(place: string): boolean {
  try {
    if (place.startsWith(sharedPlace())) claimShared();
    makeFolders(place);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

/** The temporary folder is everybody's: a folder that somebody else has put there is not used. */
function claimShared(): void {
  mkdirSync(sharedPlace(), { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(sharedPlace());
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o170077) !== 0o040000)
    throw Object.assign(new Error("somebody else's folder"), { code: "EPERM" });
}
