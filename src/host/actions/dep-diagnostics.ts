import { type GraphIntegrity, graphIntegrity, type GraphScope } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { readingIssues } from "../with-issues.ts";

/** Whether the dependencies run in a circle. */
export interface DepDiagnosticsData {
  readonly action: "dep.diagnostics";
  readonly issuesPath: string;
  readonly graphScope: GraphScope;
  readonly integrity: GraphIntegrity;
}

/** Looks for a cycle in active work, or in everything; finding one is an answer (contract memory 1.5). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<DepDiagnosticsData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const graphScope = args.values.get("graph-scope") === "full" ? "full" : "active";
    const integrity = graphIntegrity(store.load().issues, graphScope);
    return { ok: true, data: { action: "dep.diagnostics", issuesPath: path, graphScope, integrity } };
  });
}
