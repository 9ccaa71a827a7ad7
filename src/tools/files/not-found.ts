import { nearestWord } from "#kernel";
import { ToolFailed, type Workspace } from "#ports";
import { pathFailure } from "../workspace/file-failure.ts";
import { usablePath } from "../workspace/plan-change.ts";

const SUGGESTIONS = 3;
/** Names that are compared at most. */
const COMPARED = 2000;

/** The failure of a path where nothing stands, with the names of its folder that were perhaps meant. */
export function notFound(workspace: Workspace, text: string): ToolFailed {
  const { path, parts } = usablePath(text);
  const folder = parts.slice(0, -1).join("/");
  const similar = similarNames(namesIn(workspace, folder === "" ? "." : folder), parts.at(-1) ?? "");
  const meant = similar.map((name) => JSON.stringify(folder === "" ? name : `${folder}/${name}`));
  return pathFailure(
    "NotFound",
    path,
    meant.length === 0 ? "does not exist" : `does not exist; similar: ${meant.join(", ")}`,
  );
}

function similarNames(names: readonly string[], name: string): readonly string[] {
  const similar: string[] = [];
  while (similar.length < SUGGESTIONS) {
    const nearest = nearestWord(
      name,
      names.filter((candidate) => !similar.includes(candidate)),
    );
    if (nearest === undefined) break;
    similar.push(nearest);
  }
  return similar;
}

function namesIn(workspace: Workspace, folder: string): readonly string[] {
  try {
    return workspace
      .list(folder)
      .slice(0, COMPARED)
      .map(({ name }) => name);
  } catch (error) {
    // The folder is not there either: there is nothing to suggest.
    if (error instanceof ToolFailed) return [];
    throw error;
  }
}
