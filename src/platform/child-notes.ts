import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isGone, isNeighbour, ownerName, startTime } from "./process-owner.ts";
import { makeStatePlace, ownPlaces } from "./state-folder.ts";

const FOLDER = "children";

/** What is written down of a child while it lives. */
interface ChildNote {
  readonly pid: number;
  /** In ticks since the machine was started: with the number it names the process for ever. */
  readonly start: string;
  readonly program: string;
  /** When it was started, in milliseconds of the epoch. */
  readonly since: number;
}

/** A process that runs on though whoever started it is gone. */
export interface LeftoverChild extends ChildNote {
  /** The process that started it, as `ownerName` names it. */
  readonly owner: string;
}

interface NotesPlace {
  readonly folder: string;
  readonly owner: string;
}

/** Where this process notes its children, found with the first. */
let place: NotesPlace | undefined;

/**
 * Notes a child in a file of its own; the answer takes the note away. Not synced: a note has to survive our death, not the
 * machine's. Without a place for notes there are none, and the child runs all the same.
 */
export function noteChild(pid: number, program: string): () => void {
  const start = startTime(pid);
  place ??= findPlace();
  // It has ended already, or there is nowhere to note it.
  if (start === undefined || place === undefined) return () => undefined;
  const path = join(place.folder, `${place.owner}.${pid}.json`);
  const note: ChildNote = { pid, start, program, since: Date.now() };
  return isWritten(path, note) ? () => rmSync(path, { force: true }) : () => undefined;
}

function findPlace(): NotesPlace | undefined {
  const folder = makeStatePlace(FOLDER);
  return folder === undefined ? undefined : { folder, owner: ownerName() };
}

function isWritten(path: string, note: ChildNote): boolean {
  try {
    writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

/** The children that outlived their owners and still run. Takes away the notes of those that do not. */
export function leftoverChildren(): readonly LeftoverChild[] {
  return ownPlaces(FOLDER).flatMap((folder) => namesIn(folder).flatMap((name) => leftoverOf(join(folder, name), name)));
}

function leftoverOf(path: string, name: string): readonly LeftoverChild[] {
  const silentMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const owner = name.split(".").slice(0, 4).join(".");
  if (!name.endsWith(".json") || !isGone(owner, silentMs)) return [];
  const note = isNeighbour(owner) ? readNote(path) : undefined;
  if (note !== undefined && startTime(note.pid) === note.start) return [{ ...note, owner }];
  rmSync(path, { force: true });
  return [];
}

/** Our own note; undefined for one that was torn or has just been taken away. */
function readNote(path: string): ChildNote | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ChildNote;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}
