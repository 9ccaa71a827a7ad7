import type { IssueMutation } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { changeIssues } from "./change-issues.ts";
import { operand } from "./given.ts";
import { resolveId } from "./resolve-id.ts";
import { CHANGES, type Command, withIssues } from "./with-issues.ts";

/** Two issues: the first needs the second (contract memory 1.3). */
export type Edge = { readonly issueId: string; readonly dependsOnId: string };

/** Changes one edge of the issue graph; `verb` says what failed when it is refused. */
export function changeDependency<T>(
  args: Arguments,
  ports: HostPorts,
  verb: "add" | "remove" | "replace",
  change: {
    readonly mutation: (edge: Edge, request: string) => IssueMutation;
    readonly answer: (edge: Edge, path: string) => T;
  },
): Promise<Outcome<T>> {
  return withIssues(args, ports, CHANGES, async (command) => {
    const meant = meantEdge(args, command);
    if (!meant.ok) return meant;
    const edge = meant.data;
    const mutation = change.mutation(edge, ports.newRequestId());
    const made = await changeIssues(command, { mutation, prefix: `failed to ${verb} dependency: ` });
    return made.ok ? { ok: true, data: change.answer(edge, command.path) } : made;
  });
}

/** The edge between the issues that the person means; a target that the row names already is meant, whether there is such an issue or not. */
function meantEdge(args: Arguments, { store, ports }: Command): Outcome<Edge> {
  const issueId = resolveId(operand(args, 0), store, ports);
  if (!issueId.ok) return issueId;
  const named = operand(args, 1);
  const isTied =
    ports.abbreviatesIds &&
    store.get(issueId.data)?.dependencies.some(({ depends_on_id }) => depends_on_id === named) === true;
  const dependsOnId = isTied ? { ok: true as const, data: named } : resolveId(named, store, ports);
  if (!dependsOnId.ok) return dependsOnId;
  return { ok: true, data: { issueId: issueId.data, dependsOnId: dependsOnId.data } };
}
