import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeDependency, type Edge } from "../change-dependency.ts";

/** An edge that was added. */
export interface DepAddData {
  readonly action: "dep.add";
  readonly issuesPath: string;
  readonly dependency: Edge & { readonly type: string };
}

/** Makes one issue depend on another; a cycle is refused with its path (contract memory 1.3). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<DepAddData>> {
  const type = args.values.get("type") ?? "";
  const createdBy = args.values.get("created-by") ?? "";
  return changeDependency(args, ports, "add", {
    mutation: (edge, request) => ({ action: "dep.add", args: { ...edge, type, createdBy, request } }),
    answer: (edge, issuesPath) => ({ action: "dep.add", issuesPath, dependency: { ...edge, type } }),
  });
}
