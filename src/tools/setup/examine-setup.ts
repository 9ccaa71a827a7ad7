import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { findProgram } from "#platform";
import type { ServerProgram, Setup, SetupWish } from "#ports";
import { readInstructions } from "../instructions/read-instructions.ts";
import { type Environment, keyVariables, modelSetup, type ProviderFacts } from "./model-setup.ts";

/** What is there before any configuration: the built-in providers, and the environment. */
export interface SetupSource {
  readonly providers: Readonly<Record<string, ProviderFacts>>;
  readonly environment: Environment;
}

/** Looks at what a configuration asks for. No key is kept, nothing is started, and only servers on this machine are knocked at. */
export async function examineSetup(wish: SetupWish, { providers, environment }: SetupSource): Promise<Setup> {
  const table = { ...providers, ...wish.providers };
  const { files, maxBytes } = wish.instructions;
  const { instructions, notices } = readInstructions(wish.workspace, files, maxBytes);
  return {
    keys: keyVariables(table, environment),
    model: wish.model === undefined ? undefined : await modelSetup(wish.model, table, environment),
    programs: serverPrograms(wish, environment),
    instructions: { files: instructions.map(({ path, digest = "" }) => ({ path, digest })), notices },
    disk: diskOf(wish.stateFolder),
  };
}

function serverPrograms({ mcp, workspace }: SetupWish, environment: Environment): readonly ServerProgram[] {
  return Object.entries(mcp).flatMap(([server, settings]) => {
    if (!("command" in settings)) return [];
    const { command, cwd = "." } = settings;
    return [{ server, command, path: programPath(command, resolve(workspace, cwd), environment) }];
  });
}

/** The program as it would be started: by its path, else on PATH. */
function programPath(command: string, cwd: string, environment: Environment): string | undefined {
  if (!isAbsolute(command) && !command.includes("/")) return findProgram(command, environment("PATH"));
  const path = resolve(cwd, command);
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

/** The room below the nearest folder that is there. */
function diskOf(folder: string): Setup["disk"] {
  const path = resolve(folder);
  if (!existsSync(path)) return dirname(path) === path ? undefined : diskOf(dirname(path));
  try {
    const { bavail, bsize } = statfsSync(path);
    return { path, freeBytes: bavail * bsize };
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
