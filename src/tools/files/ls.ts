import * as z from "zod";
import type { Tool, ToolContext } from "#ports";
import { tool } from "../tool.ts";
import { listPage } from "../text/list-page.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { foundEntry } from "./found-entry.ts";

const args = z.strictObject({
  path: z.string().default(".").describe("The folder, relative to the workspace."),
  offset: z.int().min(0).default(0).describe("How many entries to pass over."),
  limit: z.int().min(1).max(1000).default(500).describe("The most entries to show."),
});

const output = z.strictObject({
  path: z.string(),
  entries: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(["file", "folder", "link", "other"]),
      /** Bytes of a file; 0 for anything else. */
      size: z.int(),
    }),
  ),
  total: z.int(),
  next_offset: z.int().nullable(),
});

/** Shows what stands in one folder, by name in byte order; a link is shown as a link and never followed (T07). */
export const lsTool: Tool = tool({
  name: "ls",
  description:
    "Lists one folder of the workspace: name, kind (file, folder, link, other) and size in bytes, hidden entries included. " +
    "Go on with offset = next_offset until it is null. To find files by name below a folder use glob.",
  args,
  output,
  examples: [{}, { path: "src" }],
  effects: ["read"],
  run: list,
});

function list(given: z.output<typeof args>, { workspace }: ToolContext): z.output<typeof output> {
  const { path, entry } = foundEntry(workspace, given.path);
  if (entry.kind === "file") throw pathFailure("InvalidInput", path, "is a file: use read");
  const entries = workspace.list(path);
  const { items, next_offset } = listPage(entries, given);
  return { path, entries: [...items], total: entries.length, next_offset };
}
