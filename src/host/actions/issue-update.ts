import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssue } from "../change-issues.ts";
import { failed } from "../failed.ts";
import { given, operand, wholeNumber } from "../given.ts";
import { type ChangedIssue, changedIssue } from "../issue-payload.ts";
import { resolveId } from "../resolve-id.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** An issue that was updated. */
export interface IssueUpdateData {
  readonly action: "issue.update";
  readonly issuesPath: string;
  readonly issue: ChangedIssue;
}

/** Sets the fields that are given (contract memory 2); with a fence, only while the lease it names is held. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueUpdateData>> {
  return withIssues(args, ports, CHANGES, async (command) => {
    const notes = readNotes(args, ports);
    if (!notes.ok) return notes;
    const id = resolveId(operand(args, 0), command.store, ports);
    if (!id.ok) return id;
    const fields = given({ ...fieldsOf(args), notes: notes.data });
    const updated = await changeIssue(command, {
      mutation: {
        action: "issue.update",
        args: { id: id.data, ...fields, request: ports.newRequestId() },
      },
    });
    if (!updated.ok) return updated;
    return { ok: true, data: { action: "issue.update", issuesPath: command.path, issue: changedIssue(updated.data) } };
  });
}

function fieldsOf(args: Arguments) {
  const { values } = args;
  return {
    title: values.get("title"),
    description: values.get("description"),
    status: values.get("status"),
    priority: wholeNumber(args, "priority"),
    assignee: values.get("assignee"),
    owner: values.get("owner"),
    leaseId: values.get("lease-id"),
    leaseOwner: values.get("lease-owner"),
    token: wholeNumber(args, "token"),
  };
}

const NOTES_HINT = "name a text file in UTF-8, or - for standard input; nothing was changed";

/** The notes as they were given, or what the file that was named says; `-` is standard input. */
function readNotes({ values }: Arguments, ports: HostPorts): Outcome<string | undefined> {
  const file = values.get("notes-file");
  if (file === undefined) return { ok: true, data: values.get("notes") };
  const input = file === "-" ? ports.readStandardInput() : ports.readInput(file);
  const what = file === "-" ? "failed to read notes from stdin" : `failed to read notes file \`${file}\``;
  if (!input.ok) return failed(`${what}: ${input.reason}`, NOTES_HINT);
  const text = ports.utf8.decode(input.bytes, 0, input.bytes.length);
  return text === undefined
    ? failed(`${what}: stream did not contain valid UTF-8`, NOTES_HINT)
    : { ok: true, data: text };
}
