import { accessSync, constants, lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { realPath, statePlaces } from "#platform";
import { quietly } from "../workspace/quietly.ts";
import { boundaryViolation } from "./boundary-violation.ts";
import { isBelow } from "./is-below.ts";
import { HOME_SECRETS, MACHINE_SECRETS } from "./secret-places.ts";
import type { Wall } from "./wall.ts";

/** Entries of a folder that are masked one by one at most: a workspace among more than that is refused. */
const MAX_ENTRIES = 1000;

/** The walls before all secrets that this machine has, apart from what is kept: the workspace, wherever it lies. */
export function secretWalls({ keep }: { readonly keep: readonly string[] }): readonly Wall[] {
  const homes = [...new Set([homedir(), "/root", ...namesIn("/home").map((name) => join("/home", name))])];
  const places = [
    ...MACHINE_SECRETS,
    ...homes.flatMap((home) => HOME_SECRETS.map((name) => join(home, name))),
    ...statePlaces("."),
  ];
  const masked = [...new Set(places.filter(isThere).map(realPath))];
  return masked
    .filter((path) => !masked.some((other) => isBelow(path, other)))
    .flatMap((path) => maskAround(path, keep));
}

/** Masks a path; where something that is kept lies in it, everything beside that. */
export function maskAround(path: string, keep: readonly string[]): readonly Wall[] {
  if (keep.includes(path)) return [];
  const kind = kindAt(path);
  if (kind === undefined) return [];
  if (!keep.some((kept) => isBelow(kept, path))) return [{ kind: `masked_${kind}`, path }];
  const names = namesIn(path);
  if (names.length > MAX_ENTRIES)
    throw boundaryViolation(
      `${path} holds secrets, and too much beside the workspace in it: choose a folder elsewhere`,
    );
  return names.flatMap((name) => maskAround(join(path, name), keep));
}

function kindAt(path: string): "file" | "folder" | undefined {
  return quietly(undefined, () => {
    // A link shows what stands at its end, and that has a path of its own.
    const entry = lstatSync(path);
    return entry.isSymbolicLink() ? undefined : entry.isDirectory() ? "folder" : "file";
  });
}

/** What we cannot see, a command of the same user cannot see either. */
function isThere(path: string): boolean {
  return quietly(false, () => {
    accessSync(path, constants.R_OK);
    return true;
  });
}

function namesIn(folder: string): readonly string[] {
  return quietly([], () => readdirSync(folder));
}
