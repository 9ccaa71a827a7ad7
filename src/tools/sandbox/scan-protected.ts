import { type BigIntStats, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { protectedBy } from "#kernel";
import { quietly } from "../workspace/quietly.ts";
import { isBelow } from "./is-below.ts";
import { settingsPaths, submodulePaths } from "./settings-paths.ts";
import { gitFolders } from "./git-folders.ts";

/** A protected path that is there. */
export interface ProtectedEntry {
  /** Relative to the workspace. */
  readonly path: string;
  /** Where a link leads, as far as it leads into the workspace; undefined for what is no link. */
  readonly leadsTo: LinkEnd | undefined;
  /** The same for as long as it is the same file or folder, whatever is in it; of a link, until anything about it changes. */
  readonly id: string;
  /** An empty folder, as those are that hold a name: it may go. */
  readonly isEmpty: boolean;
}

/** The end of a protected link. */
export interface LinkEnd {
  /** Its real path; undefined when there is nothing, or nothing of the workspace. */
  readonly real: string | undefined;
}

/** How far a scan goes: folders nearest to the top first. What lies deeper is neither closed nor watched. */
const MAX_FOLDERS = 2000;
const MAX_DEPTH = 8;
/** Folders that installers and compilers fill, often with other people's settings: nothing there governs this workspace. */
const PASSED_OVER = new Set(["node_modules", ".venv", "venv", "target", "__pycache__", ".cache"]);
/** A folder that was changed so shortly ago may change again without another time. */
const SETTLED_NS = 50_000_000n;

interface Listed {
  readonly changedNs: bigint;
  /** Paths that are protected. What they are is looked at each time: the end of a link changes without its folder. */
  readonly found: readonly string[];
  readonly folders: readonly string[];
}

/** Looks for protected paths in a workspace, as often as wanted: a folder that did not change is not read again. */
export class ProtectedScan {
  readonly #root: string;
  readonly #listed = new Map<string, Listed>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Every protected path that is there now, within bounds; those of `known` are looked at wherever they lie. */
  entries(known: readonly ProtectedEntry[] = []): readonly ProtectedEntry[] {
    const found = new Set(known.map(({ path }) => path));
    let level: readonly string[] = [""];
    let left = MAX_FOLDERS;
    for (let depth = 0; depth <= MAX_DEPTH && left > 0; depth++) {
      const listed = level.slice(0, left).map((folder) => this.#list(folder));
      left -= listed.length;
      for (const path of listed.flatMap((list) => list.found)) found.add(path);
      level = listed.flatMap(({ folders }) => folders);
    }
    // A submodule's own `.git` says where its settings are, however deep it lies.
    for (const path of submodulePaths(this.#root)) found.add(`${path}/.git`);
    for (const path of settingsPaths(this.#root)) found.add(path);
    // The folder that a `.git` file names is the repository itself.
    const folders = [...found].flatMap((path) => gitFolders(join(this.#root, path)));
    for (const path of folders) if (isBelow(path, this.#root)) found.add(relative(this.#root, path));
    return [...found].flatMap((path) => this.#entry(path));
  }

  #list(folder: string): Listed {
    const nowNs = BigInt(Date.now()) * 1_000_000n;
    // Not the time of its content, which anybody can set back.
    const changedNs = lstatSync(join(this.#root, folder), { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? 0n;
    const known = this.#listed.get(folder);
    if (known !== undefined && known.changedNs === changedNs) return known;
    const listed = { changedNs, ...this.#read(folder) };
    if (nowNs - changedNs > SETTLED_NS) this.#listed.set(folder, listed);
    return listed;
  }

  #read(folder: string): Pick<Listed, "found" | "folders"> {
    const entries = entriesIn(join(this.#root, folder));
    const paths = entries.map((entry) => ({ entry, path: folder === "" ? entry.name : `${folder}/${entry.name}` }));
    return {
      found: paths.map(({ path }) => path).filter((path) => protectedBy(path.split("/")) !== undefined),
      folders: paths
        .filter(
          ({ entry, path }) =>
            entry.isDirectory() && !PASSED_OVER.has(entry.name) && protectedBy(path.split("/")) === undefined,
        )
        .map(({ path }) => path),
    };
  }

  #entry(path: string): readonly ProtectedEntry[] {
    const entry = statOf(join(this.#root, path));
    if (entry === undefined) return [];
    if (!entry.isSymbolicLink()) {
      const isEmpty = entry.isDirectory() && entriesIn(join(this.#root, path)).length === 0;
      return [{ path, leadsTo: undefined, id: idOf(entry), isEmpty }];
    }
    const real = realEnd(join(this.#root, path), this.#root);
    const end = real === undefined ? undefined : statOf(real);
    // Of a link everything counts, and of its end that it is the same.
    const id = `${idOf(entry)}:${entry.ctimeNs}:${real ?? ""}:${end === undefined ? "" : idOf(end)}`;
    return [{ path, leadsTo: { real }, id, isEmpty: false }];
  }
}

/** The same for the same file or folder: its number alone is given to the next one when it is gone. */
function idOf({ dev, ino, mode, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}:${mode & FORMAT}`;
}

/** The bits that say what kind of thing it is. */
const FORMAT = 0o170000n;

/** The real path of what a link leads to, where that lies in the workspace. */
function realEnd(path: string, root: string): string | undefined {
  return quietly(undefined, () => {
    const real = realpathSync(path);
    return isBelow(real, root) ? real : undefined;
  });
}

function statOf(path: string): BigIntStats | undefined {
  return quietly(undefined, () => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

function entriesIn(folder: string) {
  return quietly([], () => readdirSync(folder, { withFileTypes: true }));
}

/**
 * What happened to protected paths while a command ran, in spite of the walls: one was made or is gone, another thing stands in its
 * place, or a link or its end is another one. Whose doing it was cannot be told any more, as the wall is gone with what it stood on.
 */
export function protectedChanges(
  before: readonly ProtectedEntry[],
  after: readonly ProtectedEntry[],
): readonly string[] {
  const known = new Map(before.map(({ path, id }) => [path, id]));
  const now = new Set(after.map(({ path }) => path));
  const made = after.filter(({ path, id }) => known.get(path) !== id);
  const gone = before.filter(({ path, isEmpty }) => !isEmpty && !now.has(path));
  return [...made, ...gone].map(({ path }) => path);
}
