import { type ActionData, type ActionId, type Arguments, type HostPorts } from "#host";
import { resolveConfig } from "#kernel";
import type { Paper } from "./render/paper.ts";
import { type RichRender, screenOf } from "./render/rich/rich-paper.ts";

type RichRenderers = { readonly [Id in ActionId]?: () => Promise<{ readonly render: RichRender<ActionData[Id]> }> };

const lists = () => import("./render/rich/issue-lists.ts");
const upkeep = () => import("./render/rich/issue-upkeep.ts");
const session = () => import("./render/rich/harness-session.ts");
const feature = () => import("./render/rich/harness-feature.ts");
const trajectory = () => import("./render/rich/trajectory.ts");
const dependencies = () => import("./render/rich/dependencies.ts");
const changes = () => import("./render/rich/issue-changes.ts");

/** The answers that a person at a terminal sees in another form than a program does. */
const RICH: RichRenderers = {
  run: async () => ({ render: (await import("./render/run.ts")).run }),
  "issue.list": async () => ({ render: (await lists()).issueList }),
  "issue.ready": async () => ({ render: (await lists()).issueReady }),
  "issue.blocked": async () => ({ render: (await lists()).issueBlocked }),
  "issue.add": async () => ({ render: (await changes()).issueAdd }),
  "issue.update": async () => ({ render: (await changes()).issueUpdate }),
  "issue.close": async () => ({ render: (await changes()).issueClose }),
  "issue.delete": async () => ({ render: (await changes()).issueDelete }),
  "issue.lease_renew": async () => ({ render: (await changes()).leaseRenew }),
  "issue.lease_release": async () => ({ render: (await changes()).leaseRelease }),
  "issue.check": async () => ({ render: (await upkeep()).issueCheck }),
  "issue.verify": async () => ({ render: (await upkeep()).issueVerify }),
  "issue.import": async () => ({ render: (await upkeep()).issueImport }),
  "issue.compact": async () => ({ render: (await upkeep()).issueCompact }),
  "dep.add": async () => ({ render: (await dependencies()).depAdd }),
  "dep.remove": async () => ({ render: (await dependencies()).depRemove }),
  "dep.replace": async () => ({ render: (await dependencies()).depReplace }),
  "dep.diagnostics": async () => ({ render: (await dependencies()).depDiagnostics }),
  "harness.session_write": async () => ({ render: (await session()).sessionWrite }),
  "harness.session_read": async () => ({ render: (await session()).sessionRead }),
  "harness.session_bootstrap": async () => ({ render: (await session()).sessionBootstrap }),
  "harness.feature_write": async () => ({ render: (await feature()).featureWrite }),
  "harness.feature_read": async () => ({ render: (await feature()).featureRead }),
  "harness.feature_check": async () => ({ render: (await feature()).featureCheck }),
  "harness.feature_next": async () => ({ render: (await feature()).featureNext }),
  "harness.trajectory_append": async () => ({ render: (await trajectory()).trajectoryAppend }),
  "harness.trajectory_query": async () => ({ render: (await trajectory()).trajectoryQuery }),
  kpi: async () => ({ render: (await import("./render/rich/kpi.ts")).kpi }),
  "issue.discover": async () => ({ render: (await changes()).issueDiscover }),
  "issue.claim": async () => ({ render: (await changes()).issueClaim }),
  "issue.claim_next": async () => ({ render: (await changes()).issueClaimNext }),
  "issue.lease_projection": async () => ({ render: (await changes()).leaseProjection }),
  "issue.show": async () => ({ render: (await import("./render/rich/issue-show.ts")).issueShow }),
  "issue.graph": async () => ({ render: (await import("./render/rich/issue-graph.ts")).issueGraph }),
  "issue.history": async () => ({ render: (await import("./render/rich/issue-history.ts")).issueHistory }),
};

/** What surrounds an answer. */
interface Around {
  readonly args: Arguments;
  readonly ports: HostPorts;
  readonly paper: Paper;
}

/** Shows an answer to a person; false when there is no other form of it than the one for programs. */
export async function showRichly<Id extends ActionId>(
  id: Id,
  data: ActionData[Id],
  { args, ports, paper }: Around,
): Promise<boolean> {
  const load: RichRenderers[Id] = RICH[id];
  if (load === undefined) return false;
  const { render } = await load();
  const color = await wantedColor(args, ports, paper.color);
  const screen = screenOf(process.env, process.stdout);
  render(data, { ...paper, color, screen, all: args.switches.has("all"), now: ports.now() });
  return true;
}

/** The flag's word, then the environment's, then the configuration's; a configuration that cannot be used decides nothing here. */
async function wantedColor(args: Arguments, ports: HostPorts, onTerminal: boolean): Promise<boolean> {
  // Looking at issues runs no code of the repository (CVE-2025-65099): for a colour only data is asked.
  const read = await ports.readConfigFile(undefined, { mayRun: false });
  const resolution = resolveConfig({
    file: read.ok ? read.file : undefined,
    environment: ports.environment,
    flags: args.values,
  });
  const wanted = resolution.ok ? resolution.config.values.color : "auto";
  return wanted === "auto" ? onTerminal : wanted === "always";
}
