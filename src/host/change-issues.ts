import { InvariantError, type Issue, type IssueMutation } from "#kernel";
import type { Applied } from "#ports";
import type { Outcome } from "./action.ts";
import { refusedChange } from "./issue-refusal.ts";
import { permitFor } from "./permit-for.ts";
import type { Command } from "./with-issues.ts";

/** A change that was made. */
export type Change = Extract<Applied, { ok: true }>;

/** A change that is wanted. */
export interface Wanted {
  readonly mutation: IssueMutation;
  /** Who shall work, where the command names somebody. */
  readonly worker?: string;
  /** What stands before a refusal of the change itself. */
  readonly prefix?: string;
}

/** Makes one change under a permit of the person's command (M02); there is no other way for an action to change an issue. */
export async function changeIssues({ store, args, ports }: Command, wanted: Wanted): Promise<Outcome<Change>> {
  const permitted = await permitFor(wanted, args, ports);
  if (!permitted.ok) return permitted;
  const { permit, actor } = permitted.data;
  const applied = store.mutate(wanted.mutation, permit, actor);
  return applied.ok ? { ok: true, data: applied } : refusedChange(applied.failure, wanted.prefix);
}

/** The same for changes of one issue: what it is now. */
export async function changeIssue(command: Command, wanted: Wanted): Promise<Outcome<Issue>> {
  const made = await changeIssues(command, wanted);
  if (!made.ok) return made;
  if (made.data.issue === undefined) throw new InvariantError(`${wanted.mutation.action} changed no issue`);
  return { ok: true, data: made.data.issue };
}
