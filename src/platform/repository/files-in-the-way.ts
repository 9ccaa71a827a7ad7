import type { BytePath } from "./byte-paths.ts";
import type { Checkout } from "./checkout-lock.ts";
import { convertedObjects, findFile, type FoundFile, hasMode } from "./file-hashes.ts";
import type { RepositorySeat } from "./repository-seat.ts";
import type { Scratch } from "./scratch.ts";
import { stagedOtherwise } from "./staged-otherwise.ts";
import { TakenPlaces } from "./taken-places.ts";
import { GITLINK, type TreeChange, type TreeEntry } from "./tree-changes.ts";

/** A checkout that is to be moved, and where that is prepared. */
export interface Moving {
  readonly seat: RepositorySeat;
  readonly scratch: Scratch;
  readonly checkout: Checkout;
}

/** What a file is: as before the move, as after it, not there, or somebody's own. */
type Look = "before" | "after" | "absent" | "other";

/** How the files of a checkout stand to a move. */
export interface Standing {
  readonly looks: ReadonlyMap<BytePath, Look>;
  /** Paths where something of a person's would be lost. */
  readonly inTheWay: ReadonlySet<BytePath>;
}

/** Looks at every file that a move would touch, by content; nothing is changed. */
export async function standingOf(moving: Moving, changes: readonly TreeChange[]): Promise<Standing> {
  const files = changes.map(withoutGitlinks).filter(({ before, after }) => before !== undefined || after !== undefined);
  const going = files.filter(({ after }) => after === undefined).map(({ path }) => path);
  const taken = new TakenPlaces(moving.checkout.root, new Set(going));
  const looks = await looksOf(moving, files, taken);
  const isBlocked = ({ path, before, after }: TreeChange): boolean => {
    const look = looks.get(path) ?? "absent";
    // Somebody deleted a file that was to change.
    if (look === "absent") return after !== undefined && (before !== undefined || taken.isTaken(path));
    return look === "other";
  };
  const staged = await stagedOtherwise(moving.checkout, changes);
  return { looks, inTheWay: new Set([...files.filter(isBlocked).map(({ path }) => path), ...staged]) };
}

/** The folder of a submodule is not looked at: only what the index says of it moves. */
function withoutGitlinks({ path, before, after }: TreeChange): TreeChange {
  const fileOf = (entry: TreeEntry | undefined): TreeEntry | undefined => (entry?.mode === GITLINK ? undefined : entry);
  return { path, before: fileOf(before), after: fileOf(after) };
}

async function looksOf(
  { seat, scratch, checkout: { root } }: Moving,
  files: readonly TreeChange[],
  taken: TakenPlaces,
): Promise<ReadonlyMap<BytePath, Look>> {
  const isAs = (file: FoundFile, entry: TreeEntry | undefined, object: string): boolean =>
    entry !== undefined && object === entry.object && hasMode(file, entry, seat);
  const lookOf = ({ before, after }: TreeChange, file: FoundFile, object: string): Look =>
    isAs(file, after, object) ? "after" : isAs(file, before, object) ? "before" : "other";
  const looks = new Map<BytePath, Look>();
  const unsure = new Map<BytePath, { readonly change: TreeChange; readonly file: FoundFile }>();
  for (const change of files) {
    const { path } = change;
    const file = taken.isBeyondLink(path) ? undefined : findFile(root, path, seat.emptyTree.length);
    const look = file === undefined ? "absent" : lookOf(change, file, file.object);
    looks.set(path, look);
    if (file !== undefined && look === "other" && file.stat.isFile()) unsure.set(path, { change, file });
  }
  // Their bytes may differ by their line ends alone.
  const objects = await convertedObjects(scratch, root, [...unsure.keys()]);
  for (const [path, { change, file }] of unsure) looks.set(path, lookOf(change, file, objects.get(path) ?? ""));
  return looks;
}
