import { closeSync } from "node:fs";
import { parseWorkspacePath } from "#kernel";
import { utf8 } from "#platform";
import type { CancelSignal, Workspace } from "#ports";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";
import { unnamedFile } from "./unnamed-file.ts";

/** Where version control keeps its own things. */
const VERSION_CONTROL = [".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul"];

/** How folders are walked: hidden files too, links never followed. */
const WALK_ARGS: readonly string[] = [
  "--hidden",
  "--no-follow",
  "--null",
  ...VERSION_CONTROL.map((name) => `--glob=!${name}`),
];

/** A walk of ripgrep below a folder. */
export interface FolderWalk {
  readonly workspace: Workspace;
  readonly folder: string;
  /** What is passed over, as an ignore file at the root says it. */
  readonly rules: readonly string[];
  /** What ripgrep is asked, beyond how it walks. */
  readonly args: readonly string[];
  readonly signal: CancelSignal;
  /** Gets the path of each file; undefined for a name that no tool can be called with. */
  readonly onPath: (path: string | undefined) => void;
}

/**
 * Tells the paths that ripgrep names below a folder. Only names: while it walks, a folder can be swapped for a link, so whoever shows
 * more than a name reads it through the workspace, and whoever shows a name looks whether the workspace has it.
 */
export async function walkFolder({ workspace, folder, rules, args, signal, onPath }: FolderWalk): Promise<RipgrepEnd> {
  const entered = workspace.enter(folder);
  const input = rules.length === 0 ? undefined : unnamedFile(rules.join("\n"));
  try {
    return await runRipgrep({
      args: [
        ...WALK_ARGS,
        ...args,
        ...(input === undefined ? [] : ["--ignore-file=/proc/self/fd/0"]),
        ...below(folder),
      ],
      // Rules hold from the root on, and up from an open folder no link leads.
      cwd: `${entered.cwd}${folder === "." ? "" : "/..".repeat(folder.split("/").length)}`,
      ...(input === undefined ? {} : { input }),
      separator: 0,
      signal,
      onRecord: (record) => {
        onPath(pathOf(record));
        return true;
      },
    });
  } finally {
    if (input !== undefined) closeSync(input);
    entered.close();
  }
}

/** The folder as the last word; with a slash at its end nothing but a folder is opened, whatever stands there by now. */
function below(folder: string): readonly string[] {
  return ["--", folder === "." ? "./" : `./${folder}/`];
}

/** A path that a tool can be called with; undefined for one that is no UTF-8 or no path of a workspace. */
function pathOf(record: Buffer): string | undefined {
  const text = utf8.decode(record, 0, record.length);
  const path = text === undefined ? undefined : parseWorkspacePath(text);
  return path?.ok === true ? path.path : undefined;
}
