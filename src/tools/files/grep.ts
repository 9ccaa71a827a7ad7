import * as z from "zod";
import type { Tool, ToolContext } from "#ports";
import { findNames, type FoundNames } from "../search/find-names.ts";
import { GLOB_LENGTH, globPattern } from "../search/glob-pattern.ts";
import { SEARCHED_BYTES } from "../search/open-batch.ts";
import { PATTERN_LENGTH, patternArgs } from "../search/pattern-args.ts";
import { searchCounts, searchFiles } from "../search/search-counts.ts";
import { searchLines } from "../search/search-lines.ts";
import { tool } from "../tool.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { foundEntry } from "./found-entry.ts";

const args = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(PATTERN_LENGTH)
    .describe("A regular expression of one line (Rust syntax, no look-around)."),
  path: z.string().default(".").describe("The file or folder to search, relative to the workspace."),
  glob: z.string().min(1).max(GLOB_LENGTH).optional().describe("Only files whose path fits, as in the tool glob."),
  fixed: z.boolean().default(false).describe("The pattern is a plain text."),
  ignore_case: z.boolean().default(false),
  mode: z
    .enum(["lines", "files", "count"])
    .default("lines")
    .describe("Matching lines, files, or lines counted by file."),
  context: z.int().min(0).max(10).default(0).describe("Lines to show before and after each match."),
  offset: z.int().min(0).default(0).describe("How many results to pass over."),
  limit: z.int().min(1).max(500).default(100).describe("The most results to show."),
});

/** What every mode answers. `total` is of what was seen: of everything only when `complete`. */
const common = {
  total: z.int(),
  complete: z.boolean(),
  next_offset: z.int().nullable(),
  /** Files with a match that are not shown. */
  skipped: z.strictObject({ binary: z.int(), too_large: z.int() }),
};
const match = z.strictObject({
  path: z.string(),
  line: z.int(),
  text: z.string(),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
});
const output = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("lines"), matches: z.array(match), ...common }),
  z.strictObject({ mode: z.literal("files"), files: z.array(z.string()), ...common }),
  z.strictObject({
    mode: z.literal("count"),
    counts: z.array(z.strictObject({ path: z.string(), count: z.int() })),
    ...common,
  }),
]);

const FILES_WITH_MATCHES = ["--files-with-matches", `--max-filesize=${SEARCHED_BYTES}`];

type Args = z.output<typeof args>;
type Output = z.input<typeof output>;

/** Searches text by ripgrep, whose time is linear in it; only what the workspace itself opened is ever shown (T07). */
export const grepTool: Tool = tool({
  name: "grep",
  description:
    "Searches files of the workspace for lines that fit a regular expression, by path in order. Hidden files are searched; " +
    "what .gitignore or .ignore names, version control folders, links, binary files and files over 32 MiB are not. " +
    "Lines are clipped at 500 characters. Go on with offset = next_offset until it is null.",
  args,
  output,
  examples: [
    { pattern: "export function \\w+", path: "src", glob: "*.ts" },
    { pattern: "TODO(", fixed: true, mode: "files" },
  ],
  effects: ["read"],
  run: grep,
});

async function grep(given: Args, context: ToolContext): Promise<Output> {
  const { workspace, signal } = context;
  const pattern = patternArgs(given);
  const { paths, complete: seen } = await candidates(given, pattern, context);
  const search = { workspace, signal, paths, args: pattern };
  switch (given.mode) {
    case "lines": {
      const { matches, complete, ...rest } = await searchLines(search, given, given.context);
      return { mode: "lines", matches: [...matches], complete: complete && seen, ...rest };
    }
    case "files": {
      const { items, complete, ...rest } = await searchFiles(search, given);
      return { mode: "files", files: [...items], complete: complete && seen, ...rest };
    }
    case "count": {
      const { items, complete, ...rest } = await searchCounts(search, given);
      return { mode: "count", counts: [...items], complete: complete && seen, ...rest };
    }
    default:
      return given.mode satisfies never;
  }
}

/** The files to search: the one that is named, or those below a folder in which ripgrep saw a match. */
async function candidates(
  given: Args,
  pattern: readonly string[],
  { workspace, signal }: ToolContext,
): Promise<FoundNames> {
  const accepts = given.glob === undefined ? () => true : globPattern(given.glob, "glob");
  const { path, entry } = foundEntry(workspace, given.path);
  if (entry.kind === "folder")
    return findNames(workspace, { folder: path, args: [...FILES_WITH_MATCHES, ...pattern], accepts, signal });
  if (given.glob !== undefined) throw pathFailure("InvalidInput", path, "is a file: glob is for folders");
  // What cannot be opened is refused here, in the workspace's words.
  workspace.open(path).close();
  if (entry.size > SEARCHED_BYTES) throw pathFailure("InvalidInput", path, "has more than 32 MiB: use read");
  return { paths: [path], complete: true };
}
