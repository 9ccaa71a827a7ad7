import { type DependencyView, type GraphIntegrity, graphIntegrity, projectDependencies } from "#kernel";
import type { ProjectedDependency } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { readingIssues } from "../with-issues.ts";

/** Every dependency in one view. */
export interface DepProjectData {
  readonly action: "dep.project";
  readonly issuesPath: string;
  readonly view: DependencyView;
  readonly count: number;
  readonly integrity: GraphIntegrity;
  readonly items: readonly ProjectedDependency[];
}

/** Shows the dependencies as work order, as lists to act on or as algebra (contract memory 1.3). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<DepProjectData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const { issues } = store.load();
    const view = parseView(args.values.get("view"));
    const items = projectDependencies(issues, view);
    const integrity = graphIntegrity(issues, "full");
    return {
      ok: true,
      data: { action: "dep.project", issuesPath: path, view, count: items.length, integrity, items },
    };
  });
}

function parseView(word: string | undefined): DependencyView {
  return word === "gtd" || word === "groupoid" ? word : "execution";
}
