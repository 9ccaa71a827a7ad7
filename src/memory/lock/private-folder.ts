import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder, and those above it, that only its owner may enter; one that is there already stays as it is. Throws what the machine says. */
export function makePrivateFolder(path: string): void {
  if (isMade(path)) return;
  makePrivateFolder(dirname(path));
  // Another writer may have made it meanwhile.
  if (!isMade(path)) mkdirSync(path, 0o700);
}

/** False only when the folder above is missing. What stands there and is no folder is found by the next one who enters it. */
function isMade(path: string): boolean {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" && dirname(path) !== path) return false;
    if (code !== "EEXIST") throw error;
  }
  return true;
}
