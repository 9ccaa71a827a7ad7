import * as z from "zod";
import { digestBytes } from "#platform";
import type { FileBasis, Tool, Workspace } from "#ports";
import { editExcerpt } from "../edit/edit-excerpt.ts";
import { explainEdit } from "../edit/explain-edit.ts";
import { type EditArgs, planEdit } from "../edit/plan-edit.ts";
import { lineEndingsOf, MAX_EDIT_BYTES, NO_TEXT, readText, withMarkFor, writeText } from "../edit/text-file.ts";
import { tool } from "../tool.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { changeBasis } from "./change-basis.ts";

const DESCRIPTION = `Replaces text in a file of the workspace.
old_string must be in the file exactly, with every space, tab and line end, and only once; give more of the text around it, or set replace_all to replace every occurrence. new_string is written as it is. A failed edit changes nothing and shows what is nearest. Use write to make a new file.`;

const ARGS = z.strictObject({
  path: z.string().describe("The file, relative to the workspace."),
  old_string: z.string().min(1).describe("The text to replace, exactly as it is in the file."),
  new_string: z.string().describe("What stands there instead; empty to delete."),
  replace_all: z.boolean().optional().describe("Replace every occurrence; false when left out."),
});

const OUTPUT = z.strictObject({
  path: z.string(),
  replacements: z.int(),
  first_line: z.int(),
  bytes: z.int(),
  digest: z.string(),
  before: z.string(),
  basis: z.enum(["read", "unread"]),
  repairs: z.array(z.strictObject({ rule: z.enum(["json_escaped", "line_endings"]), field: z.literal("old_string") })),
  line_endings: z.enum(["lf", "crlf", "mixed", "none"]),
  diff: z.string(),
});

/** Replaces a text that is in a file exactly, once or everywhere; the file is as it was in every other byte (seed 004, T06). */
export const editTool: Tool = tool({
  name: "edit",
  description: DESCRIPTION,
  args: ARGS,
  output: OUTPUT,
  examples: [
    { path: "src/limits.ts", old_string: "const LIMIT = 10;", new_string: "const LIMIT = 20;" },
    { path: "README.md", old_string: "colour", new_string: "color", replace_all: true },
  ],
  effects: ["write"],
  run: (args, { workspace }) => {
    const { path, basis } = changeBasis(workspace, args.path);
    if (basis === undefined) throw pathFailure("NotFound", path, "does not exist: use write to create it");
    return edited(workspace, basis, { ...args, path });
  },
});

function edited(
  workspace: Workspace,
  basis: FileBasis,
  args: EditArgs & { readonly path: string },
): z.input<typeof OUTPUT> {
  const { path } = args;
  const decoded = readText(basis.bytes);
  if (decoded === undefined) throw pathFailure("InvalidInput", path, NO_TEXT);
  const file = withMarkFor(args.old_string, decoded);
  const plan = planEdit(file.text, args);
  if (plan.kind !== "planned") throw pathFailure("InvalidInput", path, explainEdit(plan));
  const bytes = writeText({ bom: file.bom, text: plan.text });
  if (bytes.length > MAX_EDIT_BYTES) throw pathFailure("InvalidInput", path, explainEdit({ kind: "too_large" }));
  const [row] = workspace.change([{ kind: "put", path, bytes, from: basis.digest }]);
  const { firstLine, diff } = editExcerpt(file.text, plan);
  return {
    path,
    replacements: plan.replacements,
    first_line: firstLine,
    bytes: bytes.length,
    digest: row?.after ?? digestBytes(bytes),
    before: basis.digest,
    basis: basis.basis,
    repairs: [...plan.repairs],
    line_endings: lineEndingsOf(plan.text),
    diff,
  };
}
