import { makeStatePlace, stateFolders } from "#platform";
import { PortError } from "#ports";

/** Makes a place below a state folder that is ours alone, in the first one that can be written; throws where there is none. */
export function makeOwnPlace(name: string): string {
  const made = makeStatePlace(name);
  if (made !== undefined) return made;
  const said = `neither ${stateFolders().join(" nor ")} can be written: set TUSK_STATE_DIR to a folder that can`;
  throw new PortError("workspace", "no_state_folder", said);
}
