import { accessSync, type BigIntStats, closeSync, constants } from "node:fs";
import { type Digest, parseWorkspacePath, protectedBy } from "#kernel";
import type { FileChange } from "#ports";
import { isMissing, pathFailure, withPath } from "./file-failure.ts";
import type { RecentContents } from "./recent-contents.ts";
import { openRegular, readWhole } from "./regular-file.ts";
import { inParent, inside, lookAt } from "./walk.ts";

/** The largest file that is changed: it is held in memory twice. */
const MAX_CHANGED_BYTES = 64 * 1024 * 1024;

/** A path that is read and may be used. */
export interface UsablePath {
  readonly path: string;
  readonly parts: readonly string[];
}

/** Reads a model's path, or refuses it before anything is touched. */
export function usablePath(text: string): UsablePath {
  const reading = parseWorkspacePath(text);
  if (reading.ok) return reading;
  throw pathFailure("InvalidInput", text, reading.problem);
}

/** Refuses what only a person may change, whether it exists or not; `own` are the places of our state, as far as they lie inside the workspace. */
export function assertUnprotected({ path, parts }: UsablePath, own: readonly (readonly string[])[]): void {
  const isOwn = own.some((place) => place.every((part, at) => part === parts[at]));
  const group = isOwn ? "harness" : protectedBy(parts);
  if (group === undefined) return;
  throw pathFailure("Denied", path, `is protected (${group}): only a person may change it`);
}

/** One change after a look at what stands there now. */
export interface PlannedChange extends UsablePath {
  readonly change: FileChange;
  readonly before: { readonly digest: Digest; readonly stats: BigIntStats } | undefined;
  readonly after: Digest | undefined;
  /** Whose owner and mode a new version takes. */
  readonly form: BigIntStats | undefined;
}

/** What plans are made on: the root, the contents known by digest, and where our own state lies in it. */
export interface Ground {
  readonly root: number;
  readonly recent: RecentContents;
  readonly own: readonly (readonly string[])[];
}

/** Looks at every file that shall change and refuses the first that is not as the change expects. Touches nothing. */
export function planChanges(changes: readonly FileChange[], ground: Ground): readonly PlannedChange[] {
  const plans = changes.map((change) => planChange(change, ground));
  const repeated = plans.find(({ path }, at) => plans.findIndex((other) => other.path === path) !== at);
  if (repeated !== undefined) throw pathFailure("InvalidInput", repeated.path, "is changed twice at once");
  return plans;
}

function planChange(change: FileChange, { root, recent, own }: Ground): PlannedChange {
  const usable = usablePath(change.path);
  assertUnprotected(usable, own);
  const before = withPath(usable.path, () => standing(root, usable, recent));
  assertExpected(usable.path, change.from, before?.digest);
  if (change.kind === "remove") return { ...usable, change, before, after: undefined, form: undefined };
  const form = change.modeOf === undefined ? undefined : formOf(root, change.modeOf);
  return { ...usable, change, before, after: recent.digestOf(change.bytes), form: form ?? before?.stats };
}

function formOf(root: number, path: string): BigIntStats | undefined {
  const usable = usablePath(path);
  return withPath(usable.path, () => inParent(root, usable, lookAt));
}

function assertExpected(path: string, expected: Digest | undefined, found: Digest | undefined): void {
  if (expected === found) return;
  const how = found === undefined ? "is gone" : expected === undefined ? "exists by now" : "has changed meanwhile";
  throw pathFailure("InvalidInput", path, `${how}: read it again, then change it`);
}

/** The file that stands there now; undefined when there is none, or no folder for it. */
function standing(root: number, usable: UsablePath, recent: RecentContents): PlannedChange["before"] {
  try {
    return inParent(root, usable, (folder, name) => {
      if (lookAt(folder, name) === undefined) return undefined;
      const { descriptor, stats } = openRegular(folder, name, usable.path);
      try {
        assertSingle(stats, usable.path);
        // A new file in its place would pass over what its mode says to us.
        accessSync(inside(folder, name), constants.W_OK);
        const bytes = readWhole(descriptor, Number(stats.size), { maxBytes: MAX_CHANGED_BYTES, path: usable.path });
        return { digest: recent.digestOf(bytes), stats };
      } finally {
        closeSync(descriptor);
      }
    });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function assertSingle(stats: BigIntStats, path: string): void {
  // The other name may be outside of the workspace (SECURITY 3).
  if (stats.nlink > 1n)
    throw pathFailure("Denied", path, "has several names (path.hard_link): a change could reach outside");
}
