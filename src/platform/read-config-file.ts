import { extname, resolve } from "node:path";
import { type ConfigFile, problemText, readJson, refuseDuplicates } from "#kernel";
import { findConfig } from "./find-config.ts";
import { osErrorText } from "./os-error.ts";
import { readInput } from "./read-input.ts";
import { utf8 } from "./utf8.ts";

/** A configuration file as JSON (`file` undefined: there is none, or it was passed over), or one sentence: what is wrong, where, what to do. */
export type ConfigFileRead =
  | {
      readonly ok: true;
      readonly file: ConfigFile | undefined;
      readonly passedOver?: string;
      /** The very bytes that the value was read from, of a file that is data. */
      readonly bytes?: Uint8Array;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the file that is named, else the nearest one. A `.json` is read strictly; a `.ts`, `.mjs` or `.js` is run, or passed over where
 * nothing of a repository may run.
 */
export async function readConfigFile(
  named: string | undefined,
  { mayRun = true }: { readonly mayRun?: boolean } = {},
): Promise<ConfigFileRead> {
  const found = named === undefined ? findFromHere() : { ok: true as const, path: resolve(named) };
  if (!found.ok) return found;
  if (found.path === undefined) return { ok: true, file: undefined };
  switch (extname(found.path)) {
    case ".json":
      return readJsonFile(found.path);
    case ".ts":
    case ".mjs":
    case ".js":
      return mayRun
        ? (await import("./import-config.ts")).importConfig(found.path)
        : { ok: true, file: undefined, passedOver: found.path };
    default:
      return { ok: false, reason: `${found.path}: a configuration file ends in .ts, .mjs, .js or .json` };
  }
}

function findFromHere(): ReturnType<typeof findConfig> {
  let here: string;
  try {
    here = process.cwd();
  } catch (error) {
    return { ok: false, reason: `cannot tell which folder this is: ${osErrorText(error)}` };
  }
  return findConfig(here);
}

function readJsonFile(path: string): ConfigFileRead {
  const input = readInput(path);
  if (!input.ok) return { ok: false, reason: `failed to read ${path}: ${input.reason}` };
  const reading = refuseDuplicates(readJson(input.bytes, utf8));
  if (!reading.ok) return { ok: false, reason: `${path} is not JSON: ${problemText(reading.problem)}` };
  return { ok: true, file: { path, value: reading.value }, bytes: input.bytes };
}
