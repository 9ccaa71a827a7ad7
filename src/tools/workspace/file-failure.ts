import { clipText, type ToolFailureCode } from "#kernel";
import { osErrorText } from "#platform";
import { PortError, ToolFailed } from "#ports";

const SHOWN_PATH = 120;

/** The failure of one path, named as the model named it. */
export function pathFailure(code: ToolFailureCode, path: string, problem: string): ToolFailed {
  return new ToolFailed(code, `${JSON.stringify(clipText(path, SHOWN_PATH))} ${problem}`);
}

/** What the model may hear of; anything else (no space, a broken disk) is the world's failure and not the model's (DESIGN 18). */
const MEANINGS: Readonly<Record<string, readonly [ToolFailureCode, string]>> = {
  ENOENT: ["NotFound", "does not exist"],
  ELOOP: ["Denied", "leads through a link (path.symlink)"],
  EACCES: ["Denied", "may not be touched: permission denied"],
  EPERM: ["Denied", "may not be touched: not permitted"],
  EROFS: ["Denied", "is on a read-only file system"],
  ENAMETOOLONG: ["InvalidInput", "is too long a name for this file system"],
  ENOTDIR: ["InvalidInput", "leads through something that is no folder"],
  EEXIST: ["InvalidInput", "exists by now: read it, then change it"],
  EISDIR: ["InvalidInput", "is a folder by now"],
  ENOTEMPTY: ["InvalidInput", "is a folder that is not empty"],
  EXDEV: ["Denied", "is on another mount than the workspace"],
  ENXIO: ["Denied", "is no regular file (path.special)"],
};

/** What a file call threw, as the failure that it means. */
export function fileFailure(error: unknown, path: string): Error {
  if (error instanceof ToolFailed || error instanceof PortError) return error;
  const meaning = MEANINGS[codeOf(error) ?? ""];
  if (meaning !== undefined) return pathFailure(meaning[0], path, meaning[1]);
  return new PortError("workspace", "io", `${JSON.stringify(path)}: ${osErrorText(error)}`, { cause: error });
}

/** The system's name of an error; undefined for anything that is none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether what was thrown says that something is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof ToolFailed ? error.code === "NotFound" : codeOf(error) === "ENOENT";
}

/** Runs file calls; what they throw comes out as the failure that it means. */
export function withPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, path);
  }
}
