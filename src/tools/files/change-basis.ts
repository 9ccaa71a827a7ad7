import type { FileBasis, Workspace } from "#ports";
import { MAX_EDIT_BYTES } from "../edit/text-file.ts";
import { usablePath } from "../workspace/plan-change.ts";

/** The file that a change is about: its path in one spelling, and what stands there. */
export interface ChangeBasis {
  readonly path: string;
  readonly basis: FileBasis | undefined;
}

/** What a change of a file starts from. */
export function changeBasis(workspace: Workspace, given: string): ChangeBasis {
  const { path } = usablePath(given);
  return { path, basis: workspace.basis(path, { maxBytes: MAX_EDIT_BYTES }) };
}
