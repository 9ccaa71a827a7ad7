import { readdirSync, readlinkSync } from "node:fs";

/** The processes of this machine that work in a folder, or below it. */
export function leftProcesses(folder: string): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isBelow(folderOf(name), folder));
}

function isBelow(path: string | undefined, folder: string): boolean {
  return path !== undefined && (path === folder || path.startsWith(`${folder}/`));
}

/** Where a process works; undefined once it is gone, and where nobody may know. */
function folderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
