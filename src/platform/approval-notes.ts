import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Digest } from "#kernel";
import { forgetOldest } from "./forget-oldest.ts";
import { sha256 } from "./sha256.ts";
import { makeStatePlace, ownPlaces } from "./state-folder.ts";
import { writeFileWhole } from "./write-file.ts";

const FOLDER = "given-approvals";
/** Answers that are remembered at most; whoever gave the forgotten ones is asked again. */
const MOST = 1000;

/** Which answers were given here; workspaces are real paths. */
export interface ApprovalNotes {
  /** Whether this user gave this very answer in this workspace. */
  readonly isGiven: (workspace: string, ref: Digest) => boolean;
  /** Remembers an answer. Where nothing can be written none is remembered, and it is asked for again. */
  readonly note: (workspace: string, ref: Digest) => void;
}

/**
 * The answers that this user gave on this machine. A session's file may come from anywhere, and whoever wrote it chose what stands in it;
 * these notes lie in folders that are ours alone, and a sandbox does not even see them.
 */
export const approvalNotes: ApprovalNotes = { isGiven, note };

function isGiven(workspace: string, ref: Digest): boolean {
  return ownPlaces(FOLDER).some((folder) => textAt(join(folder, nameOf(workspace, ref))) === noteOf(workspace, ref));
}

function note(workspace: string, ref: Digest): void {
  const folder = makeStatePlace(FOLDER);
  if (folder === undefined) return;
  writeFileWhole(join(folder, nameOf(workspace, ref)), noteOf(workspace, ref));
  forgetOldest(folder, MOST);
}

function noteOf(workspace: string, ref: Digest): string {
  return `${JSON.stringify({ workspace, approval: ref })}\n`;
}

function nameOf(workspace: string, ref: Digest): string {
  return `${sha256(noteOf(workspace, ref))}.json`;
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
