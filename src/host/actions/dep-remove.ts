import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeDependency, type Edge } from "../change-dependency.ts";

/** An edge that was removed. */
export interface DepRemoveData {
  readonly action: "dep.remove";
  readonly issuesPath: string;
  readonly dependency: Edge & { readonly type: string };
}

/** Removes the edges of one type between two issues; the second need not exist (contract memory 1.3). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<DepRemoveData>> {
  const type = args.values.get("type") ?? "";
  return changeDependency(args, ports, "remove", {
    mutation: (edge, request) => ({ action: "dep.remove", args: { ...edge, type, request } }),
    answer: (edge, issuesPath) => ({ action: "dep.remove", issuesPath, dependency: { ...edge, type } }),
  });
}
