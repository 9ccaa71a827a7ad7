import { type BigIntStats, closeSync } from "node:fs";
import { type Digest, parseWorkspacePath, protectedBy } from "#kernel";
import { type FileChange, ToolFailed } from "#ports";
import { pathFailure, withPath } from "./file-failure.ts";
import type { RecentContents } from "./recent-contents.ts";
import { openRegular, readWhole } from "./regular-file.ts";
import { inParent, lookAt } from "./walk.ts";

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

/** Refuses what only a person may change, whether it exists or not. */
export function assertUnprotected({ path, parts }: UsablePath): void {
  const group = protectedBy(parts);
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

/** Looks at every file that shall change and refuses the first that is not as the change expects. Touches nothing. */
export function planChanges(
  root: number,
  changes: readonly FileChange[],
  recent: RecentContents,
): readonly PlannedChange[] {
  const plans = changes.map((change) => planChange(root, change, recent));
  const repeated = plans.find(({ path }, at) => plans.findIndex((other) => other.path === path) !== at);
  if (repeated !== undefined) throw pathFailure("InvalidInput", repeated.path, "is changed twice at once");
  return plans;
}

function planChange(root: number, change: FileChange, recent: RecentContents): PlannedChange {
  const usable = usablePath(change.path);
  assertUnprotected(usable);
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
        assertWritable(stats, usable.path);
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

function isMissing(error: unknown): boolean {
  return error instanceof ToolFailed
    ? error.code === "NotFound"
    : error instanceof Error && "code" in error && error.code === "ENOENT";
}

function assertWritable(stats: BigIntStats, path: string): void {
  // The other name may be outside of the workspace (SECURITY 3).
  if (stats.nlink > 1n)
    throw pathFailure("Denied", path, "has several names (path.hard_link): a change could reach outside");
  // A new file in its place would pass over what the mode says.
  if ((stats.mode & 0o222n) === 0n) throw pathFailure("Denied", path, "is read-only by its mode");
}
