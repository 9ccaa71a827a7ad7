import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseWorkspacePath } from "#kernel";
import { codeOf } from "../workspace/file-failure.ts";

const MAX_BYTES = 256 * 1024;

/** Where a repository's submodules lie, as its `.gitmodules` says; paths that lead out of it are none. */
export function submodulePaths(root: string): readonly string[] {
  return [...gitmodules(join(root, ".gitmodules")).matchAll(/^[ \t]*path[ \t]*=[ \t]*(.+?)[ \t\r]*$/gm)].flatMap(
    ([, path = ""]) => {
      const parsed = parseWorkspacePath(path);
      return parsed.ok ? [parsed.path] : [];
    },
  );
}

function gitmodules(path: string): string {
  try {
    return statSync(path).size > MAX_BYTES ? "" : readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) !== undefined) return "";
    throw error;
  }
}
