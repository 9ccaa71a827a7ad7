import type { PortError } from "#ports";
import type { Failed } from "./action.ts";
import { failed, MACHINE_HINT, unusable } from "./failed.ts";

/** What a person may do about what stopped a worker, by the port that failed. */
const HINTS: Readonly<Record<string, string>> = {
  issues: "'tusk issue check' looks at the issue file, 'tusk issue repair' mends it",
  journal: "'tusk verify' names the first bad row; nothing was changed",
  repository: "'git status' and 'git worktree list' say how the repository stands",
  sandbox: "'tusk sandbox check' says which walls stand here, 'tusk doctor' how to mend them",
  checks: "'tusk sandbox run -- <command>' runs a command as checks run",
  artifacts: "the file is named above: put it aside, and the next worker makes a new one",
};

/** Why a worker could not begin or go on: everything that was done until then is recorded, and the next one goes on from it. */
export function workerFailure({ port, code, message }: PortError, workerId: string): Failed {
  if (port === "journal" && code === "busy")
    return failed(
      `worker ${workerId} runs already: another process holds its journal`,
      "give another --worker-id, or wait until it ends",
    );
  if (port === "model" || port === "workspace") return unusable(message);
  return failed(`worker ${workerId} stopped: ${message}`, HINTS[port] ?? MACHINE_HINT);
}
