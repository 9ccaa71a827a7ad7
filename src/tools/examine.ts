import { leftoverChildren, makeStatePlace, statePlaces } from "#platform";
import { type Examination, PortError } from "#ports";
import { heldState } from "./sandbox/held-names.ts";
import { programVersion } from "./sandbox/trusted-program.ts";
import { tryBackends } from "./sandbox/try-backends.ts";
import { openWorkspaceFolder } from "./sandbox/workspace-folder.ts";
import { ripgrepPath } from "./search/ripgrep-path.ts";
import { leftDrafts } from "./workspace/left-drafts.ts";

/** Looks at this machine and one workspace. Nothing in the workspace is changed, and no process is ended. */
export async function examine(root: string): Promise<Examination> {
  const used = makeStatePlace(".");
  return {
    nodeVersion: process.versions.node,
    // What is left is looked at before anything of ours is started.
    ...leftIn(root, used),
    stateFolder: { used, preferred: statePlaces(".")[0] ?? "" },
    backends: await tryBackends(),
    ripgrep: await ripgrepVersion(),
  };
}

function leftIn(root: string, state: string | undefined): Pick<Examination, "children" | "drafts" | "held"> {
  const children = leftoverChildren().map(({ pid, program, since }) => ({ pid, program, since }));
  const workspace = openWorkspaceFolder(root);
  try {
    const held = state === undefined ? { paths: [], inUse: false } : heldState(workspace);
    return { children, drafts: leftDrafts(workspace.root), held };
  } finally {
    workspace.close();
  }
}

async function ripgrepVersion(): Promise<Examination["ripgrep"]> {
  try {
    return { ok: true, version: await programVersion(await ripgrepPath()) };
  } catch (error) {
    if (error instanceof PortError) return { ok: false, reason: error.message };
    if (error instanceof Error && "code" in error) return { ok: false, reason: error.message };
    throw error;
  }
}
