import { readFileSync, statSync, writeFileSync } from "node:fs";
import { makeFolders } from "#platform";
import { isMissing } from "./store-error.ts";
import type { StorePaths } from "./store-paths.ts";

/**
 * Who this clone is: the name of its log. Kept in the cache, which git does not carry, with the folder it belongs to: a copy of the whole
 * folder is another clone, and two clones never write one chain.
 */
export function cloneId(paths: StorePaths): string {
  const { dev, ino } = statSync(paths.folder, { bigint: true });
  const place = `${dev}:${ino}`;
  const [id, home] = readClone(paths.clone);
  if (id !== undefined && /^[0-9a-f]{12}$/.test(id) && home === place) return id;
  const fresh = process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex");
  makeFolders(paths.cache);
  writeFileSync(paths.clone, `${fresh} ${place}\n`);
  return fresh;
}

function readClone(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").trim().split(" ");
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
