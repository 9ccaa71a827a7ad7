import type { Workspace, WorkspaceEntry } from "#ports";
import { usablePath } from "../workspace/plan-change.ts";
import { notFound } from "./not-found.ts";

/** What stands at a model's path, with that path in one spelling; where nothing does, the failure names what was perhaps meant. */
export function foundEntry(
  workspace: Workspace,
  given: string,
): { readonly path: string; readonly entry: WorkspaceEntry } {
  const { path } = usablePath(given);
  const entry = workspace.entry(path);
  if (entry === undefined) throw notFound(workspace, path);
  return { path, entry };
}
