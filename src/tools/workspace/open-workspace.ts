import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { osErrorText, realPath } from "#platform";
import { PortError, type WorkspaceSession } from "#ports";
import { callWorkspace } from "./call-workspace.ts";
import { DraftLedger, ledgerName } from "./draft-ledger.ts";
import { RecentContents } from "./recent-contents.ts";
import { SessionMemory } from "./session-memory.ts";
import { sweepDrafts } from "./sweep-drafts.ts";

/** Who works in a workspace, and whether anything is to change. */
export interface WorkspaceOptions {
  /** The role that owns what is changed. */
  readonly role: string;
  /** Changes are computed and recorded, and no file is changed. */
  readonly dryRun?: boolean;
}

/**
 * Opens a session in a folder: every path of it is relative to that folder, which is held open from now on. What a killed session
 * left behind is cleared up first. Throws `PortError` where the folder cannot be used.
 */
export function openWorkspace(root: string, { role, dryRun = false }: WorkspaceOptions): WorkspaceSession {
  const rootPath = realPath(root);
  const folder = openRoot(rootPath);
  const ledgerFolder = ledgerName(fstatSync(folder, { bigint: true }));
  if (!dryRun) sweepDrafts(folder, ledgerFolder);
  const ledger = new DraftLedger(ledgerFolder);
  const parts = {
    root: folder,
    rootPath,
    role,
    dryRun,
    memory: new SessionMemory(),
    recent: new RecentContents(),
    ledger,
  };
  let isOpen = true;
  return {
    root: rootPath,
    dryRun,
    forCall: (surface) => callWorkspace(parts, surface),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      ledger.close();
      closeSync(folder);
    },
  };
}

function openRoot(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw new PortError("workspace", "no_root", `no workspace at ${path}: ${osErrorText(error)}`, { cause: error });
  }
}
