import { appendFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Timestamp } from "#kernel";
import { makeFolders } from "#platform";
import type { StorePaths } from "./store-paths.ts";

/** Keeps bytes that are taken out of a file: nothing is dropped in silence. Answers where they are. */
export function quarantine(
  paths: Pick<StorePaths, "quarantine">,
  file: string,
  bytes: Uint8Array,
  now: Timestamp,
): string {
  makeFolders(paths.quarantine);
  const path = join(paths.quarantine, `${basename(file)}.${now.replaceAll(/[^0-9A-Za-z]/g, "")}`);
  appendFileSync(path, bytes);
  appendFileSync(path, "\n");
  return path;
}
