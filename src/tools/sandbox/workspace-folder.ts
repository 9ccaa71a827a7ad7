import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { osErrorText, realPath } from "#platform";
import { usablePath } from "../workspace/plan-change.ts";
import { withPath } from "../workspace/file-failure.ts";
import { folderPath, openFolderBelow } from "../workspace/walk.ts";
import { boundaryViolation } from "./boundary-violation.ts";

/** The writable root of a sandbox, fixed when it is opened and held open (CVE-2025-59532). */
export interface WorkspaceFolder {
  readonly root: string;
  readonly id: string;
  /** The root itself as a folder to start a process in. */
  readonly cwd: string;
  /** The real path of a folder inside, walked without links. Throws `ToolFailed` for what the model may correct. */
  resolve(workdir: string): string;
  close(): void;
}

/** Opens a workspace's root; throws when there is none. */
export function openWorkspaceFolder(path: string): WorkspaceFolder {
  const root = realPath(path);
  const folder = openRoot(root);
  const { dev, ino } = fstatSync(folder, { bigint: true });
  let isOpen = true;
  return {
    root,
    id: `${dev}-${ino}`,
    cwd: `/proc/self/fd/${folder}`,
    resolve(workdir) {
      const now = statSync(root, { bigint: true, throwIfNoEntry: false });
      if (now?.dev !== dev || now.ino !== ino) throw boundaryViolation(`${root} is another folder than at the start`);
      return withPath(workdir, () => {
        const found = openFolderBelow(folder, usablePath(workdir).parts, { path: workdir });
        try {
          return folderPath(found);
        } finally {
          closeSync(found);
        }
      });
    },
    close() {
      if (isOpen) closeSync(folder);
      isOpen = false;
    },
  };
}

function openRoot(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw boundaryViolation(`no workspace at ${path}: ${osErrorText(error)}`, error);
  }
}
