import { type CallWorkspace, ToolFailed, type Workspace, type WorkspaceSession } from "#ports";

function refuse(): never {
  throw new ToolFailed("Denied", "this agent was given no workspace: there are no files");
}

const NO_FILES: Workspace = {
  root: "",
  entry: refuse,
  list: refuse,
  open: refuse,
  enter: refuse,
  read: refuse,
  remember: refuse,
  basis: refuse,
  change: refuse,
};
const NO_RECORD = Object.freeze({ reads: [], artifacts: [] });
const nothing = (): undefined => undefined;
const noRecord = (): typeof NO_RECORD => NO_RECORD;

/** The workspace of an agent that has none: a tool that asks for a file fails, and the model is told so. */
export const noWorkspace: WorkspaceSession = {
  root: "",
  dryRun: false,
  // One of its own for each call: what a call did is known by its workspace.
  forCall: (): CallWorkspace => ({ workspace: { ...NO_FILES }, record: noRecord, revoke: nothing }),
  close: nothing,
};
