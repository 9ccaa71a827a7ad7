import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The absolute path of a program on `PATH`; undefined when it is not there. Folders that are not absolute are passed over: a program
 * that lies in the working folder is not the one that was meant.
 */
export function findProgram(name: string, path: string = process.env["PATH"] ?? ""): string | undefined {
  const folders = path.split(":").filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find(mayRun);
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
