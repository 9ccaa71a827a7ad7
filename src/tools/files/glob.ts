import * as z from "zod";
import type { Tool, ToolContext } from "#ports";
import { findNames } from "../search/find-names.ts";
import { GLOB_LENGTH, globPattern } from "../search/glob-pattern.ts";
import { standingFiles } from "../search/standing-files.ts";
import { listPage } from "../text/list-page.ts";
import { tool } from "../tool.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { foundEntry } from "./found-entry.ts";

const args = z.strictObject({
  pattern: z.string().min(1).max(GLOB_LENGTH).describe("*, ?, [a-z], {a,b}, and ** for any number of folders."),
  path: z.string().default(".").describe("The folder to look in; the pattern is relative to it."),
  offset: z.int().min(0).default(0).describe("How many files to pass over."),
  limit: z.int().min(1).max(2000).default(500).describe("The most files to show."),
});

const output = z.strictObject({
  files: z.array(z.string()),
  /** Of what was seen: of everything only when `complete`. */
  total: z.int(),
  complete: z.boolean(),
  next_offset: z.int().nullable(),
});

/** Finds files by path; every one that is shown stands in the workspace itself, behind no link (T07). */
export const globTool: Tool = tool({
  name: "glob",
  description:
    "Finds files of the workspace by path, in byte order. A pattern without a slash fits a file's name in any folder. " +
    "Hidden files are found; what .gitignore or .ignore names, version control folders and links are not. " +
    "Go on with offset = next_offset until it is null.",
  args,
  output,
  examples: [{ pattern: "*.test.ts" }, { pattern: "lib/**/*.{c,h}", path: "vendor" }],
  effects: ["read"],
  run: glob,
});

async function glob(given: z.output<typeof args>, { workspace, signal }: ToolContext): Promise<z.input<typeof output>> {
  const accepts = globPattern(given.pattern, "pattern");
  const { path, entry } = foundEntry(workspace, given.path);
  if (entry.kind === "file") throw pathFailure("InvalidInput", path, "is a file: glob looks in folders");
  const { paths, complete } = await findNames(workspace, { folder: path, args: ["--files"], accepts, signal });
  // ripgrep may have walked through a link that was put in a folder's place.
  const files = await standingFiles(workspace, paths, signal);
  const { items, next_offset } = listPage(files, given);
  return { files: [...items], total: files.length, complete, next_offset };
}
