import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import { realPath } from "./real-path.ts";

/**
 * The absolute path of a program on `PATH`; undefined when it is not there. What lies in the working folder or among a project's packages
 * is passed over: an agent can have put it there, and it is not the one that was meant.
 */
export function findProgram(name: string, path: string = process.env["PATH"] ?? ""): string | undefined {
  const here = realPath(".");
  const folders = path.split(":").filter((folder) => folder.startsWith("/") && !isProjects(realPath(folder), here));
  return folders.map((folder) => join(folder, name)).find(mayRun);
}

/** `npm` and `npx` put the packages of the working folder, and of those above it, on the path. */
function isProjects(folder: string, here: string): boolean {
  return folder === here || folder.startsWith(`${here}/`) || folder.split("/").includes("node_modules");
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
