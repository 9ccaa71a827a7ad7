import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { relative } from "node:path";
import { osErrorText, realPath, stateFolders } from "#platform";
import { type CallWorkspace, PortError, type WorkspaceSession } from "#ports";
import { RecordedWorkspace, type SessionParts } from "./call-workspace.ts";
import { DraftLedger, ledgerPlace } from "./draft-ledger.ts";
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
  try {
    const place = ledgerPlace(fstatSync(folder, { bigint: true }));
    if (!dryRun) sweepDrafts(folder, place);
    const ledger = new DraftLedger(place);
    const [memory, recent] = [new SessionMemory(), new RecentContents()];
    return sessionOf({ root: folder, rootPath, role, dryRun, memory, recent, ledger, own: stateInside(rootPath) });
  } catch (error) {
    closeSync(folder);
    throw error;
  }
}

function sessionOf(parts: SessionParts): WorkspaceSession {
  const calls = new Set<RecordedWorkspace>();
  let isOpen = true;
  return {
    root: parts.rootPath,
    dryRun: parts.dryRun,
    forCall: (surface): CallWorkspace => {
      // The root's descriptor is closed: its number may belong to another folder by now.
      if (!isOpen) throw new PortError("workspace", "closed", "the workspace's session is closed");
      const workspace = new RecordedWorkspace(parts, surface);
      calls.add(workspace);
      const revoke = (): void => {
        calls.delete(workspace);
        workspace.end();
      };
      return { workspace, record: () => workspace.recorded(), revoke };
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      for (const call of calls) call.end();
      parts.ledger.close();
      closeSync(parts.root);
    },
  };
}

/** Where our own state lies, part by part, as far as that is inside the workspace. */
function stateInside(rootPath: string): readonly (readonly string[])[] {
  const paths = stateFolders().map((folder) => relative(rootPath, realPath(folder)));
  return paths.filter((path) => !path.startsWith("..")).map((path) => (path === "" ? [] : path.split("/")));
}

function openRoot(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw new PortError("workspace", "no_root", `no workspace at ${path}: ${osErrorText(error)}`, { cause: error });
  }
}
