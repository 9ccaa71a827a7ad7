import { closeSync, constants, openSync } from "node:fs";
import { AGENTS_EQUIVALENTS, AGENTS_FILE, type Instruction } from "#kernel";
import { osErrorText, realPath } from "#platform";
import { PortError, ToolFailed } from "#ports";
import { isMissing, withPath } from "../workspace/file-failure.ts";
import { usablePath } from "../workspace/plan-change.ts";
import { readInstruction } from "./read-instruction.ts";

/** What a workspace tells an agent, and what could not be taken or was cut. */
export interface InstructionsRead {
  readonly instructions: readonly Instruction[];
  /** One sentence each. */
  readonly notices: readonly string[];
}

type Found = Instruction & { readonly digest: string; readonly notice?: string };

/**
 * Reads the files of a workspace that are context for a model, in the order of their names: regular ones inside of it, UTF-8, each bounded. Where
 * `AGENTS.md` is there, what other programs read instead of it is left out, and so is what was read under another name. Throws
 * `PortError` only where there is no workspace.
 */
export function readInstructions(workspace: string, names: readonly string[], maxBytes: number): InstructionsRead {
  const rootPath = realPath(workspace);
  const root = openRoot(rootPath);
  try {
    const found: Found[] = [];
    const notices: string[] = [];
    for (const name of new Set(names)) {
      if (AGENTS_EQUIVALENTS.includes(name) && found.some(({ path }) => path === AGENTS_FILE)) continue;
      const taken = takenOrWhy(name, () => readInstruction({ root, rootPath, maxBytes }, usablePath(name)));
      if (typeof taken === "string") notices.push(taken);
      else if (taken !== undefined && !found.some(({ digest }) => digest === taken.digest)) found.push(taken);
    }
    const cut = found.flatMap(({ notice }) => (notice === undefined ? [] : [notice]));
    return {
      instructions: found.map(({ path, text, digest }) => ({ path, text, digest })),
      notices: [...notices, ...cut],
    };
  } finally {
    closeSync(root);
  }
}

/** The file; nothing where there is none; else one sentence why it is left out. */
function takenOrWhy(name: string, read: () => Found | undefined): Found | string | undefined {
  try {
    return withPath(name, read);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof ToolFailed || error instanceof PortError)
      return `instructions: ${error.message}; it is left out`;
    throw error;
  }
}

function openRoot(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw new PortError("workspace", "no_root", `no workspace at ${path}: ${osErrorText(error)}`, { cause: error });
  }
}
