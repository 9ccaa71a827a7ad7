import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { realPath } from "#platform";
import { quietly } from "../workspace/quietly.ts";
import { type GitSetting, readGitConfig } from "./git-config.ts";
import { gitFolders } from "./git-folders.ts";
import { isBelow } from "./is-below.ts";

const MAX_BYTES = 1024 * 1024;
/** Files that are read at most: settings may include others, also in a circle. */
const MAX_FILES = 32;

/**
 * Paths of a workspace that git's settings, a person's or the repository's own, make it run or obey: the place of hooks, and files that are
 * included. What lies there counts at the next command that anybody runs.
 */
export function settingsPaths(root: string): readonly string[] {
  const folders = [join(root, ".git"), ...gitFolders(join(root, ".git"))];
  const own = folders.flatMap((folder) => [join(folder, "config"), join(folder, "config.worktree")]);
  const found = new Set<string>();
  const read = new Set<string>();
  const look = (file: string): void => {
    if (read.has(file) || read.size >= MAX_FILES) return;
    read.add(file);
    for (const setting of readGitConfig(textOf(file))) {
      if (setting.key === "core.hookspath") found.add(resolve(root, expanded(setting.value)));
      else if (isInclude(setting)) {
        const included = resolve(dirname(file), expanded(setting.value));
        found.add(included);
        look(included);
      }
    }
  };
  for (const file of [...own, join(homedir(), ".gitconfig"), join(homedir(), ".config/git/config")]) look(file);
  return [...found]
    .map(realPath)
    .filter((path) => isBelow(path, root))
    .map((path) => relative(root, path));
}

/** Where a repository's submodules lie, as its `.gitmodules` says; paths that lead out of it are none. */
export function submodulePaths(root: string): readonly string[] {
  return readGitConfig(textOf(join(root, ".gitmodules")))
    .filter(({ key }) => key.startsWith("submodule.") && key.endsWith(".path"))
    .map(({ value }) => resolve(root, value))
    .filter((path) => isBelow(path, root))
    .map((path) => relative(root, path));
}

function isInclude({ key }: GitSetting): boolean {
  return key === "include.path" || (key.startsWith("includeif.") && key.endsWith(".path"));
}

function expanded(path: string): string {
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
}

function textOf(path: string): string {
  return quietly("", () => {
    const entry = statSync(path);
    return entry.isFile() && entry.size <= MAX_BYTES ? readFileSync(path, "utf8") : "";
  });
}
