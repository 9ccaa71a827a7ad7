import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssue } from "../change-issues.ts";
import { given, operand } from "../given.ts";
import { resolveId } from "../resolve-id.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** An issue that was deleted. */
export interface IssueDeleteData {
  readonly action: "issue.delete";
  readonly issuesPath: string;
  readonly issue: { readonly id: string; readonly title: string };
}

/** Deletes an issue: a tombstone stays, so that no merge brings it back and no new issue takes its id. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueDeleteData>> {
  return withIssues(args, ports, CHANGES, async (command) => {
    const id = resolveId(operand(args, 0), command.store, ports);
    if (!id.ok) return id;
    const reason = given({ reason: args.values.get("reason") });
    const deleted = await changeIssue(command, {
      mutation: { action: "issue.delete", args: { id: id.data, ...reason, request: ports.newRequestId() } },
    });
    if (!deleted.ok) return deleted;
    const issue = { id: deleted.data.id, title: deleted.data.title };
    return { ok: true, data: { action: "issue.delete", issuesPath: command.path, issue } };
  });
}
