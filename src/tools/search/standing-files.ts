import { setImmediate } from "node:timers/promises";
import type { CancelSignal, Workspace } from "#ports";
import { unlessRefused } from "./unless-refused.ts";

/** After so many looks others get their turn: a timeout could not fire otherwise. */
const TURN = 256;

/** Those of the paths at which the workspace itself has a regular file, behind no link. */
export async function standingFiles(
  workspace: Workspace,
  paths: readonly string[],
  signal: CancelSignal,
): Promise<readonly string[]> {
  const standing: string[] = [];
  for (let start = 0; start < paths.length; start += TURN) {
    standing.push(
      ...paths.slice(start, start + TURN).filter((path) => unlessRefused(() => workspace.entry(path))?.kind === "file"),
    );
    await setImmediate();
    signal.throwIfAborted();
  }
  return standing;
}
