import * as z from "zod";
import type { Digest } from "#kernel";
import { type ArtifactRow, type Tool, ToolFailed } from "#ports";
import { clippedLines } from "../edit/diff-excerpt.ts";
import { parsePatch } from "../patch/parse-patch.ts";
import { PatchStage, type Staged } from "../patch/stage-patch.ts";
import { tool } from "../tool.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { changeBasis } from "./change-basis.ts";

const DESCRIPTION = `Changes several files of the workspace at once: all of the patch is applied, or nothing.
The patch is a text of this form:
*** Begin Patch
*** Add File: <path>
+<every line of the new file>
*** Update File: <path>
*** Move to: <new path>      (only to move the file)
@@ <a whole line of the file that the change comes after; may be left out or repeated to go deeper>
 <a line that stays>
-<a line that goes>
+<a line that comes>
*** End of File              (only when the lines above are the file's last)
*** Delete File: <path>
*** End Patch
Paths are relative to the workspace. Give about three lines that stay around each change; line numbers are not used. Lines that are only added come after the @@ line, or without one at the end of the file.`;

const ARGS = z.strictObject({
  patch: z.string().min(1).describe("The patch, from *** Begin Patch to *** End Patch."),
});

const OUTPUT = z.strictObject({
  files: z.array(
    z.strictObject({
      path: z.string(),
      action: z.enum(["add", "update", "delete", "move"]),
      from: z.string().optional(),
      added: z.int(),
      removed: z.int(),
      match: z.enum(["exact", "trailing_whitespace", "whitespace", "punctuation"]),
      digest: z.string().nullable(),
      before: z.string().nullable(),
      basis: z.enum(["read", "unread", "created"]),
    }),
  ),
  diff: z.string(),
});

const UPDATE_EXAMPLE = `*** Begin Patch
*** Update File: src/limits.ts
@@ export function limitOf(plan: Plan): number {
   switch (plan) {
-    case "free": return 10;
+    case "free": return 20;
*** End Patch`;

const FILES_EXAMPLE = `*** Begin Patch
*** Add File: notes/plan.md
+# Plan
*** Delete File: notes/old.md
*** End Patch`;

/** Applies a patch to all its files or to none; every section sees what the ones before it did (T06). */
export const applyPatchTool: Tool = tool({
  name: "apply_patch",
  description: DESCRIPTION,
  args: ARGS,
  output: OUTPUT,
  examples: [{ patch: UPDATE_EXAMPLE }, { patch: FILES_EXAMPLE }],
  effects: ["write"],
  aliases: { input: "patch" },
  run: ({ patch }, { workspace }) => {
    const reading = parsePatch(patch);
    if (!reading.ok) throw new ToolFailed("InvalidInput", `the patch cannot be read: ${reading.problem}`);
    const stage = new PatchStage((path) => changeBasis(workspace, path).basis);
    const staged = reading.files.map((file) => {
      const section = stage.apply(file);
      if ("problem" in section)
        throw pathFailure(section.code, section.path, `${section.problem}. No file was changed`);
      return section;
    });
    const changes = stage.changes();
    const rows = changes.length === 0 ? [] : workspace.change(changes);
    return {
      files: staged.map((section) => fileRow(section, digestAfter(stage, rows, section.path))),
      diff: clippedLines(staged.flatMap(({ diff }) => diff)),
    };
  },
});

/** The digest of what stands at a path after the patch: what a row says, else what stood there before. */
function digestAfter(stage: PatchStage, rows: readonly ArtifactRow[], path: string): Digest | undefined {
  const row = rows.find((changed) => changed.path === path);
  return row === undefined ? stage.originalOf(path)?.digest : row.after;
}

/** What became of one section's file by the end of the patch. */
function fileRow(
  { path, action, from, added, removed, match, original }: Staged,
  digest: Digest | undefined,
): z.input<typeof OUTPUT>["files"][number] {
  return {
    path,
    action,
    ...(from === undefined ? {} : { from }),
    added,
    removed,
    match,
    digest: digest ?? null,
    before: original?.digest ?? null,
    basis: original?.basis ?? "created",
  };
}
