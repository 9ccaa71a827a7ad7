import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { osErrorText } from "./os-error.ts";

/** The names a configuration file may have; two of them in one folder are one too many. */
export const CONFIG_NAMES: readonly string[] = [
  "tusk.config.ts",
  "tusk.config.mjs",
  "tusk.config.js",
  "tusk.config.json",
];

/** The nearest configuration file (`path` undefined: there is none), or one sentence why none is taken. */
export type FoundConfig =
  | { readonly ok: true; readonly path: string | undefined }
  | { readonly ok: false; readonly reason: string };

/** Looks in a folder and its parents, up to the one that holds `.git` or to the top. Nothing is opened. */
export function findConfig(start: string): FoundConfig {
  try {
    const chain = searchedFolders(start);
    for (const folder of chain) {
      const [name, second] = CONFIG_NAMES.filter((candidate) => exists(join(folder, candidate)));
      if (second !== undefined) return refused(`${folder} has both ${name} and ${second}; keep one of them`);
      if (name !== undefined) return trusted(join(folder, name), chain);
    }
    return { ok: true, path: undefined };
  } catch (error) {
    return refused(`cannot look for a configuration from ${start} upwards: ${osErrorText(error)}`);
  }
}

/** Whether a folder holds a configuration file itself. */
export function hasConfig(folder: string): boolean {
  return CONFIG_NAMES.some((name) => exists(join(folder, name)));
}

/** The folders that are searched, nearest first. */
function searchedFolders(start: string): readonly [string, ...string[]] {
  const chain: [string, ...string[]] = [start];
  for (let folder = start; !exists(join(folder, ".git")) && folder !== dirname(folder);) {
    folder = dirname(folder);
    chain.push(folder);
  }
  return chain;
}

/**
 * What is found is run or believed without being named, so it may not be planted: it belongs to us, to root, or to the owner of
 * the folder we chose to stand in, and no link leads to another place.
 */
function trusted(path: string, chain: readonly [string, ...string[]]): FoundConfig {
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    return refused(`failed to read ${path}: ${osErrorText(error)}`);
  }
  if (!chain.some((folder) => realpathSync(folder) === dirname(real)))
    return refused(`${path} is a link to ${real}, outside the folders that are searched; name it with --config`);
  const owner = statSync(real).uid;
  const owners = [0, process.getuid?.(), statSync(chain[0]).uid];
  if (owners.includes(owner)) return { ok: true, path };
  return refused(`${path} belongs to another user (uid ${owner}); name it with --config if you trust it`);
}

function exists(path: string): boolean {
  // Links count as what they are: one that leads nowhere is a mistake to report, not a file that is absent.
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function refused(reason: string): FoundConfig {
  return { ok: false, reason };
}
