import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isGone, ownerName } from "../process-owner.ts";
import { type RepositorySeat, worktreesFolder } from "./repository-seat.ts";
import type { GitCall } from "./run-git-bytes.ts";
import { readOr } from "./stale-lock.ts";

/** A plain git: which index it has, and which files. */
export interface PlainSetting {
  /** The index file; one of its own by default. */
  readonly index?: string;
  /** The folder whose files it looks at; none by default. */
  readonly files?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Buffer;
}

/** A folder of one piece of work, with a git that knows the repository's objects and none of its settings. */
export interface Scratch {
  readonly folder: string;
  /**
   * A command of a git that may look into files: no setting of the repository, of the person or of the machine counts for it, so an attribute's filter, textconv or merge
   * driver has no program, whatever its name is (DESIGN 23).
   */
  readonly plain: (words: readonly string[], setting?: PlainSetting) => GitCall;
}

let made = 0;

/** Does something with a scratch folder beside the worktrees, on the same disk. It is gone afterwards; after a kill, the next one takes it away. */
export async function withScratch<T>(seat: RepositorySeat, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const all = scratchFolder(seat);
  mkdirSync(all, { recursive: true });
  sweep(all);
  made += 1;
  const folder = join(all, `${ownerName()}.${made}`);
  makeGitFolder(seat, folder);
  try {
    return await work({ folder, plain: (words, setting = {}) => plainCall(seat, folder, { words, setting }) });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function scratchFolder(seat: RepositorySeat): string {
  return join(worktreesFolder(seat), ".scratch");
}

/** Nothing in such a folder is anybody's work: it is made of the repository's objects. */
function sweep(all: string): void {
  for (const name of readOr(() => readdirSync(all), [])) {
    const folder = join(all, name);
    const silentMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (isGone(name.split(".").slice(0, 4).join("."), silentMs))
      readOr(() => rmSync(folder, { recursive: true, force: true }), undefined);
  }
}

function makeGitFolder({ commonFolder, plainSettings }: RepositorySeat, folder: string): void {
  const git = join(folder, "git");
  mkdirSync(join(git, "refs"), { recursive: true });
  mkdirSync(join(git, "info"));
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(git, "config"), plainSettings);
  for (const name of ["info/attributes", "info/exclude", "shallow"])
    if (existsSync(join(commonFolder, name))) copyFileSync(join(commonFolder, name), join(git, name));
}

function plainCall(
  { commonFolder }: RepositorySeat,
  folder: string,
  {
    words,
    setting: { index, files, env, stdin },
  }: { readonly words: readonly string[]; readonly setting: PlainSetting },
): GitCall {
  return {
    folder: files ?? folder,
    words: [`--git-dir=${folder}/git`, ...(files === undefined ? [] : [`--work-tree=${files}`]), ...words],
    env: {
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      GIT_ATTR_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_OBJECT_DIRECTORY: join(commonFolder, "objects"),
      GIT_INDEX_FILE: index ?? join(folder, "index"),
      ...env,
    },
    ...(stdin === undefined ? {} : { stdin }),
  };
}
