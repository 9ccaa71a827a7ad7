import * as z from "zod";
import { digestBytes } from "#platform";
import type { Tool, Workspace } from "#ports";
import { keepForm } from "../edit/keep-form.ts";
import { MAX_EDIT_BYTES, TOO_LARGE } from "../edit/text-file.ts";
import { tool } from "../tool.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { changeBasis } from "./change-basis.ts";

const DESCRIPTION = `Writes a whole file of the workspace: makes it, with its folders, or replaces everything in it.
Use edit to change a part of a file. A file that is replaced keeps its mode, its byte order mark and, when all its lines end with CRLF, its line ends. Read a file before you replace it: what changed since is refused.`;

const ARGS = z.strictObject({
  path: z.string().describe("The file, relative to the workspace."),
  content: z.string().describe("Everything that the file shall hold."),
});

const OUTPUT = z.strictObject({
  path: z.string(),
  created: z.boolean(),
  changed: z.boolean(),
  bytes: z.int(),
  digest: z.string(),
  before: z.string().nullable(),
  basis: z.enum(["read", "unread", "created"]),
  kept: z.array(z.enum(["bom", "line_endings"])),
});

/** Makes a file or replaces all of it; a content that is there already changes nothing and leaves no row (T06). */
export const writeTool: Tool = tool({
  name: "write",
  description: DESCRIPTION,
  args: ARGS,
  output: OUTPUT,
  examples: [{ path: "notes/todo.md", content: "# To do\n\n- tests\n" }],
  effects: ["write"],
  aliases: { contents: "content" },
  run: (args, { workspace }) => written(workspace, args),
});

function written(workspace: Workspace, { path: given, content }: z.output<typeof ARGS>): z.input<typeof OUTPUT> {
  const { path, basis } = changeBasis(workspace, given);
  const { bytes, kept } = keepForm(content, basis?.bytes);
  if (bytes.length > MAX_EDIT_BYTES) throw pathFailure("InvalidInput", path, TOO_LARGE);
  const same = basis !== undefined && Buffer.compare(bytes, basis.bytes) === 0;
  const [row] = same ? [] : workspace.change([{ kind: "put", path, bytes, from: basis?.digest }]);
  return {
    path,
    created: basis === undefined,
    changed: !same,
    bytes: bytes.length,
    digest: same ? basis.digest : (row?.after ?? digestBytes(bytes)),
    before: basis?.digest ?? null,
    basis: basis?.basis ?? "created",
    kept: [...kept],
  };
}
