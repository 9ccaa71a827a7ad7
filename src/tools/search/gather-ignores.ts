import type { CancelSignal, Workspace } from "#ports";
import { bomLength } from "../text/bom-length.ts";
import { lossyText } from "../text/lossy-text.ts";
import { FirstNames } from "./first-names.ts";
import { IGNORE_NAMES, type IgnoreFile, ignoreRules } from "./ignore-rules.ts";
import { unlessRefused } from "./unless-refused.ts";
import { walkFolder } from "./walk-folder.ts";

/** The most ignore files that one look finds, what all of them may hold, and how often is looked: real trees have far less. */
const MOST_FILES = 500;
const MOST_BYTES = 256 * 1024;
const ROUNDS = 4;

/** What a search is about. */
interface SearchedFolder {
  readonly workspace: Workspace;
  readonly folder: string;
  readonly signal: CancelSignal;
}

/**
 * What the ignore files of the workspace say of a folder, those above it and below it. Each is read through the workspace, for ripgrep
 * would wait for a pipe of that name, follow a link out, and look above the root; what is no regular file says nothing, as for git.
 */
export async function gatherIgnores(search: SearchedFolder): Promise<readonly string[]> {
  const seen = new Set<string>();
  const files: IgnoreFile[] = [];
  let left = MOST_BYTES;
  let rules: readonly string[] = [];
  let fresh = namesAbove(search.folder);
  // A rule may open a folder that another had closed, with ignore files of its own.
  for (let round = 0; round < ROUNDS && fresh.length > 0; round += 1) {
    for (const path of fresh) {
      seen.add(path);
      const text = ignoreText(search.workspace, path, left);
      files.push({ path, text });
      left -= text.length;
    }
    rules = ignoreRules(files);
    fresh = (await namesBelow(search, rules)).filter((path) => !seen.has(path));
  }
  return rules;
}

/** Where ignore files may stand from the root down to a folder. */
function namesAbove(folder: string): readonly string[] {
  const parts = folder === "." ? [] : folder.split("/");
  const folders = Array.from({ length: parts.length + 1 }, (_, depth) => parts.slice(0, depth));
  return [".git/info/exclude", ...folders.flatMap((above) => IGNORE_NAMES.map((name) => [...above, name].join("/")))];
}

async function namesBelow(search: SearchedFolder, rules: readonly string[]): Promise<readonly string[]> {
  const names = new FirstNames(MOST_FILES);
  const args = ["--files", ...IGNORE_NAMES.map((name) => `--glob=${name}`)];
  const onPath = (path: string | undefined): void => {
    if (path !== undefined) names.add(path);
  };
  await walkFolder({ ...search, rules, args, onPath });
  return names.sorted();
}

/** What an ignore file says; nothing when it is not there, is no regular file, or holds more than is left. */
function ignoreText(workspace: Workspace, path: string, left: number): string {
  const file = unlessRefused(() => workspace.open(path));
  if (file === undefined) return "";
  try {
    return file.size > left ? "" : lossyText(file.readAt(bomLength(file.readAt(0, 3)), left));
  } finally {
    file.close();
  }
}
