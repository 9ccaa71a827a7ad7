import { PortError } from "#ports";
import type { Harness } from "./harness.ts";

/** Takes the worktree of a closed issue away; where something in it is in no commit it stays, and this says why. */
export async function takeAway({ ports }: Harness, issueId: string): Promise<string | undefined> {
  try {
    await ports.repository.closeWorktree(issueId);
    return undefined;
  } catch (error) {
    if (error instanceof PortError && error.port === "repository" && STAYS.has(error.code)) return error.message;
    throw error;
  }
}

/** What keeps a worktree, and nobody from going on. */
const STAYS: ReadonlySet<string> = new Set(["unmerged", "in_the_way", "busy"]);
