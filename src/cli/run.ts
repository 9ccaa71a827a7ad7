import { type ActionData, type ActionId, type Arguments, type Failed, HOST_ACTIONS } from "#host";
import { commandLine } from "./command-line.ts";
import { composePorts } from "./compose.ts";
import type { ProgramName } from "./help.ts";
import { lineWriter } from "./line-writer.ts";
import { harmless, type Render } from "./render/paper.ts";

type Renderers = { readonly [Id in ActionId]: () => Promise<{ readonly render: Render<ActionData[Id]> }> };

const issues = () => import("./render/issues.ts");
const beyond = () => import("./render/issues-beyond.ts");
const dependencies = () => import("./render/dependencies.ts");
const artifacts = () => import("./render/harness-artifacts.ts");
const issueFiles = () => import("./render/issue-files.ts");
const upkeep = () => import("./render/issue-upkeep.ts");
const sessions = () => import("./render/sessions.ts");
const tools = () => import("./render/tools.ts");
const transport = () => import("./render/transport.ts");

/** How each action's answer is shown; an action without a renderer does not compile. */
const RENDERERS: Renderers = {
  "config.show": () => import("./render/config.ts"),
  "config.trust": async () => ({ render: (await import("./render/config-trust.ts")).configTrust }),
  "config.distrust": async () => ({ render: (await import("./render/config-trust.ts")).configDistrust }),
  "conformance.run": () => import("./render/conformance.ts"),
  "gate.explain": () => import("./render/explain.ts"),
  "gate.tour": () => import("./render/tour.ts"),
  "harness.join_check": () => import("./render/join-check.ts"),
  "json.digest": () => import("./render/digest.ts"),
  "schema.show": () => import("./render/schema.ts"),
  init: async () => ({ render: (await issueFiles()).init }),
  "issue.add": async () => ({ render: (await issues()).issueAdd }),
  "issue.list": async () => ({ render: (await issues()).issueList }),
  "issue.ready": async () => ({ render: (await issues()).issueReady }),
  "issue.blocked": async () => ({ render: (await issues()).issueBlocked }),
  "issue.check": async () => ({ render: (await issues()).issueCheck }),
  "issue.claim": async () => ({ render: (await issues()).issueClaim }),
  "issue.claim_next": async () => ({ render: (await issues()).issueClaimNext }),
  "issue.update": async () => ({ render: (await issues()).issueUpdate }),
  "issue.discover": async () => ({ render: (await issues()).issueDiscover }),
  "issue.migrate_events": async () => ({ render: (await issueFiles()).migrateEvents }),
  "issue.replay_events": async () => ({ render: (await issueFiles()).replayEvents }),
  "issue.backend_status": async () => ({ render: (await issueFiles()).backendStatus }),
  "issue.show": async () => ({ render: (await beyond()).issueShow }),
  "issue.graph": async () => ({ render: (await beyond()).issueGraph }),
  "issue.history": async () => ({ render: (await beyond()).issueHistory }),
  "issue.close": async () => ({ render: (await beyond()).issueClose }),
  "issue.delete": async () => ({ render: (await beyond()).issueDelete }),
  "issue.lease_renew": async () => ({ render: (await beyond()).leaseRenew }),
  "issue.lease_release": async () => ({ render: (await beyond()).leaseRelease }),
  "issue.lease_projection": async () => ({ render: (await beyond()).leaseProjection }),
  "issue.verify": async () => ({ render: (await upkeep()).issueVerify }),
  "issue.import": async () => ({ render: (await upkeep()).issueImport }),
  "issue.export": async () => ({ render: (await upkeep()).issueExport }),
  "issue.compact": async () => ({ render: (await upkeep()).issueCompact }),
  "issue.repair": async () => ({ render: (await upkeep()).issueRepair }),
  "issue.merge_driver": async () => ({ render: (await import("./render/issues-git.ts")).mergeDriver }),
  "dep.add": async () => ({ render: (await dependencies()).depAdd }),
  "dep.remove": async () => ({ render: (await dependencies()).depRemove }),
  "dep.replace": async () => ({ render: (await dependencies()).depReplace }),
  "dep.project": async () => ({ render: (await dependencies()).depProject }),
  "dep.diagnostics": async () => ({ render: (await dependencies()).depDiagnostics }),
  "harness.session_write": async () => ({ render: (await artifacts()).sessionWrite }),
  "harness.session_read": async () => ({ render: (await artifacts()).sessionRead }),
  "harness.session_bootstrap": async () => ({ render: (await artifacts()).sessionBootstrap }),
  "harness.feature_write": async () => ({ render: (await artifacts()).featureWrite }),
  "harness.feature_read": async () => ({ render: (await artifacts()).featureRead }),
  "harness.feature_check": async () => ({ render: (await artifacts()).featureCheck }),
  "harness.feature_next": async () => ({ render: (await artifacts()).featureNext }),
  "harness.trajectory_append": async () => ({ render: (await import("./render/trajectory.ts")).trajectoryAppend }),
  "harness.trajectory_query": async () => ({ render: (await import("./render/trajectory.ts")).trajectoryQuery }),
  demo: async () => ({ render: (await import("./render/demo.ts")).demo }),
  kpi: async () => ({ render: (await import("./render/kpi.ts")).kpi }),
  verify: async () => ({ render: (await sessions()).verify }),
  run: async () => ({ render: (await import("./render/run.ts")).run }),
  worker: async () => ({ render: (await import("./render/workers.ts")).worker }),
  next: async () => ({ render: (await import("./render/workers.ts")).next }),
  coordinator: async () => ({ render: (await import("./render/coordinator.ts")).coordinator }),
  replay: async () => ({ render: (await import("./render/replay.ts")).replay }),
  "session.list": async () => ({ render: (await sessions()).sessionList }),
  "session.show": async () => ({ render: (await sessions()).sessionShow }),
  "session.resume": async () => ({ render: (await import("./render/session-resume.ts")).sessionResume }),
  "session.export": async () => ({ render: (await sessions()).sessionExport }),
  "tool.list": async () => ({ render: (await tools()).toolList }),
  "tool.show": async () => ({ render: (await tools()).toolShow }),
  "tool.call": async () => ({ render: (await import("./render/tool-call.ts")).toolCall }),
  "tool.check": async () => ({ render: (await import("./render/tool-call.ts")).toolCheck }),
  "permissions.check": async () => ({ render: (await import("./render/permissions.ts")).permissionsCheck }),
  "permissions.lint": async () => ({ render: (await import("./render/permissions.ts")).permissionsLint }),
  "sandbox.check": async () => ({ render: (await import("./render/sandbox.ts")).sandboxCheck }),
  "sandbox.run": async () => ({ render: (await import("./render/sandbox.ts")).sandboxRun }),
  "retry.escalation": () => import("./render/escalation.ts"),
  "retry.policy": () => import("./render/retry-policy.ts"),
  doctor: async () => ({ render: (await import("./render/doctor.ts")).doctor }),
  "transport.dispatch": async () => ({ render: (await transport()).transportDispatch }),
  "transport.check": async () => ({ render: (await transport()).transportCheck }),
};

/** What a command line's environment is like. */
export interface Terminal {
  readonly name: ProgramName;
  /** The words behind the program's name. */
  readonly argv: readonly string[];
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard error is one; asked only when there is something to say. */
  readonly warnsTerminal: () => Promise<boolean>;
  readonly color: boolean;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}

/**
 * Runs one action and shows its answer. 0: answered. 1: refused or failed. 2: the input cannot be used (contract 0.1, memory 0.2).
 * Any other is the exit code of a command that was run by hand.
 */
export async function runAction<Id extends ActionId>(id: Id, args: Arguments, terminal: Terminal): Promise<number> {
  const [module, renderer] = await Promise.all([HOST_ACTIONS[id].load(), RENDERERS[id]()]);
  const { name, argv, isTerminal, color, print, warn } = terminal;
  const lines = lineWriter({ stdout: print, stderr: warn });
  const ports = composePorts(commandLine(name, argv), {
    abbreviatesIds: name === "tusk",
    note: (text) => warn(`note: ${harmless(text)}\n`),
    tellLine: lines.tell,
  });
  const outcome = await module.run(args, ports);
  lines.flush();
  if (!outcome.ok) {
    if (id === "run" && args.switches.has("json")) await printRefusal(outcome, print);
    return warnOf(outcome, terminal, id === "run");
  }
  const rich = isTerminal && name === "tusk";
  const paper = { isTerminal, rich, color, json: args.switches.has("json"), print, warn };
  const shown =
    rich &&
    !paper.json &&
    (await (await import("./show-richly.ts")).showRichly(id, outcome.data, { args, ports, paper }));
  if (!shown) renderer.render(outcome.data, paper);
  return outcome.exit ?? 0;
}

/** Whoever reads the events of a run reads there, too, that nothing could begin. */
async function printRefusal(failed: Failed, print: Terminal["print"]): Promise<void> {
  const [{ refusedEvent }, { exactLine }] = await Promise.all([import("./render/run.ts"), import("#host")]);
  print(`${exactLine(refusedEvent(failed))}\n`);
}

/** Says what went wrong, in one line; a person at a terminal also hears what to do. */
async function warnOf(
  { message, hint, exit }: Failed,
  { name, warn, warnsTerminal }: Terminal,
  alwaysHarmless: boolean,
): Promise<1 | 2> {
  const seen = await warnsTerminal();
  // Errors quote the file; what it says must not command the terminal.
  warn(`${seen || alwaysHarmless ? harmless(message) : message}\n`);
  if (seen && name === "tusk" && hint !== undefined) warn(`hint: ${harmless(hint)}\n`);
  return exit ?? 2;
}
