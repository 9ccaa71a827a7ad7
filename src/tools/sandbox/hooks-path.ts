import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseWorkspacePath } from "#kernel";
import { codeOf } from "../workspace/file-failure.ts";
import { gitFolders } from "./git-folders.ts";

const MAX_BYTES = 1024 * 1024;

/** Folders of a workspace that its repository's settings name as the place of hooks: what lies there runs at the next commit. */
export function hooksPaths(root: string): readonly string[] {
  const folders = [join(root, ".git"), ...gitFolders(join(root, ".git"))];
  return folders
    .flatMap((folder) => [join(folder, "config"), join(folder, "config.worktree")])
    .flatMap((file) => [...settings(file).matchAll(/^[ \t]*hookspath[ \t]*=[ \t]*"?([^"\n]*?)"?[ \t\r]*$/gim)])
    .flatMap(([, path = ""]) => {
      const parsed = parseWorkspacePath(path);
      return parsed.ok && parsed.parts.length > 0 ? [parsed.path] : [];
    });
}

function settings(path: string): string {
  try {
    return statSync(path).size > MAX_BYTES ? "" : readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) !== undefined) return "";
    throw error;
  }
}
