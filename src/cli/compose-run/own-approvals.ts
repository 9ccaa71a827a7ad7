import { approvalRef } from "#kernel";
import { type ApprovalNotes, sha256 } from "#platform";
import type { PermissionSeat } from "#ports";

/**
 * The same seat for one user's runs: of the answers in the session's file only those still count that this user gave here, in this
 * workspace. The file is nobody's word by itself: it may come with a repository, and everybody else is asked again.
 */
export function ownApprovals(
  seat: PermissionSeat,
  workspace: string,
  { isGiven, note }: ApprovalNotes,
): PermissionSeat {
  return {
    ...seat,
    kept: seat.kept.filter((approval) => isGiven(workspace, approvalRef(sha256, approval))),
    async keep(approval) {
      await seat.keep(approval);
      if (approval.scope === "session") note(workspace, approvalRef(sha256, approval));
    },
  };
}
