import { resolve } from "node:path";
import { CLOSED_SPEC, type Instruction } from "#kernel";
import { openArtifactStore } from "#memory";
import { type ProviderEntry, PROVIDERS } from "#models";
import { environment, importModule } from "#platform";
import {
  type ArtifactStore,
  PortError,
  type RunWish,
  type Sandbox,
  type Tool,
  type ToolSet,
  type WorkspaceSession,
} from "#ports";
import { type Guard, openGuards } from "#runtime";
import {
  artifactTool,
  codingTools,
  type McpTools,
  openMcp,
  openPermissions,
  openSandbox,
  openWorkspace,
  readInstructions,
  type ShellLine,
  shellTools,
  toolSet,
  withMcpRules,
} from "#tools";
import type { RunView } from "../run-view/run-view.ts";
import { mcpNotices } from "./mcp-notices.ts";

/** Tells programs that an agent's command started them: one that calls us again is no person (DESIGN 3). */
const AGENT_RUN: Readonly<Record<string, string>> = { TUSK_AGENT_RUN: "1" };

/** What an agent works with. Whoever opened it closes it. */
export interface RunTools {
  readonly set: ToolSet;
  readonly sandbox: Sandbox;
  readonly workspace: WorkspaceSession;
  /** The rules that calls are judged by, and what they are called. */
  readonly rules: RunWish["rules"];
  readonly rulesName: string;
  readonly guards: readonly Guard[];
  readonly instructions: readonly Instruction[];
  readonly mcp: McpTools;
  /** Where results that are cut are kept whole. */
  readonly artifacts: ArtifactStore;
  close(): Promise<void>;
}

/** Who hears of what happens outside of events. */
interface Hearers {
  readonly view: RunView;
  readonly line: (line: ShellLine) => void;
  /** Tools that this run is given beside those that every run is. */
  readonly own?: readonly Tool[];
  /** Calls the opening off. */
  readonly signal: AbortSignal;
}

/** Opens workspace, guards, instructions, servers and a sandbox whose walls were tried, and the tools that the wish leaves. */
export async function openRunTools(wish: RunWish, { view, line, signal, own = [] }: Hearers): Promise<RunTools> {
  const { workspace: root, profile, network } = wish;
  const workspace = openWorkspace(root, { role: CLOSED_SPEC.role.id });
  const opened: (() => void | Promise<void>)[] = [() => workspace.close()];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).toReversed()) await end();
  };
  try {
    const guards = await wantedGuards(wish);
    const { instructions, notices } = readInstructions(root, wish.instructions.files, wish.instructions.maxBytes);
    for (const text of notices) view.notice({ about: "note", text });
    view.preparing("trying the walls of the sandbox");
    const sandbox = await openSandbox({ root, profile, network, env: AGENT_RUN });
    opened.push(() => sandbox.close());
    const mcp = await openServers(wish, view, signal);
    opened.push(() => mcp.close());
    const artifacts = await openArtifactStore(wish.stateFolder);
    const shell = shellTools(sandbox, { onLine: line });
    const all = [...codingTools, ...shell, artifactTool(artifacts), ...own, ...mcp.tools];
    const set = toolSet(...wantedTools(all, wish.tools)).build();
    const rules = mcp.tools.length === 0 ? wish.rules : withMcpRules(wish.rules, mcp.tools);
    // Rules that do not hold are told now, and not by the first call.
    await openPermissions({ rules, root, approver: async () => undefined, keep: () => undefined });
    return {
      set,
      sandbox,
      workspace,
      rules,
      rulesName: nameOf(wish.rules),
      guards,
      instructions,
      mcp,
      artifacts,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServers(
  { mcp: servers, workspace: cwd }: RunWish,
  view: RunView,
  signal: AbortSignal,
): Promise<McpTools> {
  if (Object.keys(servers).length > 0) view.preparing("reaching the MCP servers");
  const mcp = await openMcp(servers, { cwd, environment, signal });
  for (const text of mcpNotices(mcp.servers)) view.notice({ about: "mcp", text });
  return mcp;
}

/** Nothing runs without a guard that somebody wants. */
async function wantedGuards({ guards: names, workspace, model }: RunWish): Promise<readonly Guard[]> {
  // Both tables whole: a provider that is configured otherwise leaves the key of the built-in one in the environment.
  const providers: readonly ProviderEntry[] = [...Object.values(PROVIDERS), ...Object.values(model.providers ?? {})];
  const opened = await openGuards(names, {
    environment,
    keyVariables: providers
      .flatMap(({ keyVariable, otherKeyVariable }) => [keyVariable, otherKeyVariable])
      .filter((name) => name !== undefined),
    pathOf: (name) => resolve(workspace, name),
    importModule,
  });
  if (opened.ok) return opened.guards;
  throw new PortError("guards", "unusable", opened.reason);
}

/** The tools that are left by `tools.allow` and `tools.deny`; a name that no tool has is refused, as it would protect nobody. */
function wantedTools(all: readonly Tool[], { allow, deny }: RunWish["tools"]): readonly Tool[] {
  const names = all.map(({ name }) => name);
  // A server that is not there has no tools today.
  const unknown = [...(allow ?? []), ...deny].find((name) => !names.includes(name) && !name.startsWith("mcp__"));
  if (unknown !== undefined)
    throw new PortError("tools", "unknown_tool", `there is no tool ${unknown}; there are: ${names.join(", ")}`);
  return all.filter(({ name }) => (allow === undefined || allow.includes(name)) && !deny.includes(name));
}

function nameOf(rules: RunWish["rules"]): string {
  const id = typeof rules === "string" ? rules : rules["id"];
  return typeof id === "string" ? id : "";
}
