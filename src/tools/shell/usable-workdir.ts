import { ToolFailed, type Workspace } from "#ports";
import { notFound } from "../files/not-found.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { usablePath } from "../workspace/plan-change.ts";

/**
 * A folder of the workspace that a command may run in: inside, there, reached through no link. Every refusal is `Denied`: no
 * command ran, and evidence asks every other end of a shell call for the command it ran.
 */
export function usableWorkdir(workspace: Workspace, text: string): string {
  try {
    return folderAt(workspace, text);
  } catch (error) {
    if (error instanceof ToolFailed) throw new ToolFailed("Denied", `workdir ${error.message}`);
    throw error;
  }
}

function folderAt(workspace: Workspace, text: string): string {
  const { path } = usablePath(text);
  const entry = workspace.entry(path);
  if (entry === undefined) throw notFound(workspace, path);
  switch (entry.kind) {
    case "folder":
      return path;
    case "link":
      throw pathFailure("Denied", path, "is a link (path.symlink)");
    case "file":
    case "other":
      throw pathFailure("InvalidInput", path, "is no folder");
    default:
      return entry.kind satisfies never;
  }
}
