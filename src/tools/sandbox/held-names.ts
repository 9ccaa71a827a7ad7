import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { isGone, ownerName, ownPlaces, realPath } from "#platform";
import type { HeldState } from "#ports";
import { codeOf } from "../workspace/file-failure.ts";
import { quietly } from "../workspace/quietly.ts";
import { makeOwnPlace } from "../workspace/state-folder.ts";
import { forgetHeld, heldRows, noteHeld } from "./held-ledger.ts";
import { holdablePaths, parentsOf } from "./protected-names.ts";
import { withNameLock } from "./with-name-lock.ts";

/** The workspace whose names are held: where it is, and which folder it is. */
export interface HeldPlace {
  readonly root: string;
  /** The same for the same folder, in every process of this user. */
  readonly id: string;
}

/** Names that nobody can make while they are held. */
export interface Hold {
  /** Relative paths; each is an empty folder of ours. */
  readonly paths: readonly string[];
  /** Gives them up; the last one who does removes the folders. Harmless a second time. */
  release(): void;
  /** Whether all of them are still there. */
  stands(): boolean;
}

/** Says "I use them", and "I am looking whether anybody does": each is made before the other is looked for, so one of two sees the other. */
const CLAIM = ".claim";
const REMOVING = ".removing";
const STEP_MS = 2;

let marks = 0;

/**
 * Holds the protected names that are free at the top of a workspace by empty folders, which git does not see. They are counted over all
 * processes of this user, because a mask ends in every sandbox when its folder goes (SECURITY, traps).
 */
export async function holdNames(place: HeldPlace): Promise<Hold> {
  const folder = stateOf(place);
  const claim = mark(folder, CLAIM);
  const paths = await withNameLock(`held-${process.getuid?.() ?? 0}-${place.id}`, async () => {
    while (liveMarks(folder, REMOVING).length > 0) await after(STEP_MS);
    return makeMissing(place, folder);
  });
  return {
    paths,
    release() {
      rmSync(claim, { force: true });
      removeUnclaimed(place, folder);
    },
    stands: () => paths.every((path) => inodeAt(join(place.root, path)) !== undefined),
  };
}

/** Clears up after a harness that was killed: what it held is free again, if nobody else holds it. */
export function sweepHeldNames(place: HeldPlace): void {
  const folder = stateOf(place);
  liveMarks(folder, REMOVING);
  removeUnclaimed(place, folder);
}

/** What is held at the moment, and whether anybody needs it; without that it was left behind and the next sweep removes it. */
export function heldState(place: HeldPlace): HeldState {
  const folder = ownPlaces(stateName(place))[0];
  if (folder === undefined) return { paths: [], inUse: false };
  const paths = [...heldRows(folder)].flatMap(([path, inode]) => {
    const found = inodeAt(join(place.root, path));
    return found !== undefined && (inode ?? found) === found ? [path] : [];
  });
  return { paths, inUse: liveMarks(folder, CLAIM).length > 0 };
}

/** Forgets a workspace that will not be used again; one whose names are held is not forgotten. */
export function forgetHeldPlace(place: HeldPlace): void {
  removeFolder(stateOf(place));
}

function stateOf(place: HeldPlace): string {
  return makeOwnPlace(stateName(place));
}

function stateName({ id }: HeldPlace): string {
  return join("sandboxes", id);
}

function mark(folder: string, kind: string): string {
  const path = join(folder, `${ownerName()}.${++marks}${kind}`);
  writeFileSync(path, "", { mode: 0o600 });
  return path;
}

/** The marks of a kind whose makers live; those of dead ones are taken away. */
function liveMarks(folder: string, kind: string): readonly string[] {
  return readdirSync(folder).filter((name) => {
    if (!name.endsWith(kind)) return false;
    const silentMs = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (!isGone(name.split(".").slice(0, 4).join("."), silentMs)) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });
}

/** Makes what is missing; gives every path that is ours, whoever made it. */
function makeMissing({ root }: HeldPlace, folder: string): readonly string[] {
  const holdable = holdablePaths({ isHome: isHome(root) });
  const missing = [...parentsOf(holdable), ...holdable].filter((path) => inodeAt(join(root, path)) === undefined);
  if (missing.length > 0) {
    noteHeld(folder, { making: missing });
    const made = missing.filter((path) => isMade(join(root, path)));
    noteHeld(folder, { made: made.map((path) => [path, inodeAt(join(root, path)) ?? ""]) });
  }
  const held = heldRows(folder);
  return holdable.filter((path) => held.get(path) !== undefined && held.get(path) === inodeAt(join(root, path)));
}

function isHome(root: string): boolean {
  return root === realPath(homedir()) || root === "/root" || dirname(root) === "/home";
}

/** Where we may not make a folder, nor may a command of the same user. */
function isMade(path: string): boolean {
  return quietly(false, () => {
    mkdirSync(path);
    return true;
  });
}

function removeUnclaimed({ root }: HeldPlace, folder: string): void {
  const removing = mark(folder, REMOVING);
  try {
    if (liveMarks(folder, CLAIM).length > 0) return;
    // What lies in a folder was made last and goes first.
    for (const [path, inode] of [...heldRows(folder)].toReversed()) removeHeld(join(root, path), inode);
    forgetHeld(folder);
  } finally {
    rmSync(removing, { force: true });
  }
}

/** Only an empty folder goes, and only ours: one that somebody has put something into is theirs now. */
function removeHeld(path: string, inode: string | undefined): void {
  const found = inodeAt(path);
  if (found === undefined || (inode !== undefined && inode !== found)) return;
  removeFolder(path);
}

/** Removes an empty folder; any other stays. */
function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

function inodeAt(path: string): string | undefined {
  // Above it stands a file.
  return quietly(undefined, () => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino.toString());
}
