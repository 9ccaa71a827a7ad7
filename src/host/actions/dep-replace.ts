import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeDependency, type Edge } from "../change-dependency.ts";

/** An edge whose type was changed. */
export interface DepReplaceData {
  readonly action: "dep.replace";
  readonly issuesPath: string;
  readonly dependency: Edge & { readonly fromType: string; readonly toType: string; readonly createdBy: string };
}

/** Changes the type of an edge in its place; who made it is overwritten only by a name (contract memory 1.3). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<DepReplaceData>> {
  const fromType = args.values.get("from-type") ?? "";
  const toType = args.values.get("to-type") ?? "";
  const createdBy = args.values.get("created-by") ?? "";
  return changeDependency(args, ports, "replace", {
    mutation: (edge, request) => ({ action: "dep.replace", args: { ...edge, fromType, toType, createdBy, request } }),
    answer: (edge, issuesPath) => ({
      action: "dep.replace",
      issuesPath,
      dependency: { ...edge, fromType, toType, createdBy },
    }),
  });
}
