import { clipText, oneLine, quotedText } from "#kernel";
import type { Tool } from "#ports";
import { loadClient } from "./load-client.ts";
import { McpFault } from "./mcp-fault.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";
import type { McpOptions, McpServer, McpServers } from "./mcp-server.ts";
import { type Offers, offersOf, wantedOf } from "./offer-tools.ts";
import { type ProcessWatch, watchProcesses } from "../sandbox/process-watch.ts";
import { ServerLink } from "./server-link.ts";
import type { McpServerState } from "./server-state.ts";

/** The variable by which every process of a server is known. */
const MARK = "TUSK_MCP";

/** The tools of MCP servers, for one run. */
export interface McpTools {
  /** In the order of the servers, each with its tools as it lists them. They stay the same; none is added later. */
  readonly tools: readonly Tool[];
  /** How every server stands now. */
  readonly servers: readonly McpServerState[];
  /** Ends every server. Nothing of them is left when this resolves. */
  close(): Promise<void>;
}

/**
 * Starts and reaches the configured servers at the same time and makes tools of what they list (T09). Whatever a server does wrong stands in its
 * state and hinders no other. Rejects with `PortError` only where servers are configured and the client package is absent.
 */
export async function openMcp(servers: McpServers, options: McpOptions): Promise<McpTools> {
  if (Object.keys(servers).length === 0) return { tools: [], servers: [], close: () => Promise.resolve() };
  const client = await loadClient();
  let watch: Promise<ProcessWatch> | undefined;
  const parts = {
    client,
    options,
    startMs: options.startMs ?? MCP_LIMITS.startMs,
    watch: () => (watch ??= watchProcesses({ variable: MARK })),
  };
  const opened = await Promise.all(
    Object.entries(servers).map(([name, server]) => openServer(new ServerLink(name, server, parts), server, options)),
  );
  const taken = withoutCollisions(opened);
  return {
    tools: taken.flatMap(({ offers }) => offers.map(({ tool }) => tool)),
    get servers() {
      return taken.map(stateOf);
    },
    async close() {
      await Promise.all(taken.map(({ link }) => link.close()));
      await (await watch)?.close();
    },
  };
}

interface OpenedServer extends Offers {
  readonly link: ServerLink;
}

async function openServer(link: ServerLink, server: McpServer, options: McpOptions): Promise<OpenedServer> {
  try {
    const listed = await link.open(options.signal);
    const { wanted, refused } = wantedOf(listed, server.tools);
    if (wanted.length > MCP_LIMITS.tools) {
      const most = MCP_LIMITS.tools;
      const what = `lists ${wanted.length} tools, more than ${most}: name those that are needed in mcp.${link.name}.tools`;
      await link.refuse(new McpFault(link.name, "unusable", what));
      return { link, offers: [], refused: [] };
    }
    const timeoutMs = server.timeoutMs ?? options.callMs ?? MCP_LIMITS.callMs;
    const made = offersOf(link, wanted, timeoutMs);
    link.advertised(made.offers.map(({ advertised }) => advertised));
    return { link, offers: made.offers, refused: [...refused, ...made.refused] };
  } catch (error) {
    // Its state tells it.
    if (error instanceof McpFault) return { link, offers: [], refused: [] };
    throw error;
  }
}

/** Two tools under one name are both refused: nobody could say which of them was meant. */
function withoutCollisions(opened: readonly OpenedServer[]): readonly OpenedServer[] {
  const named = opened.flatMap(({ link, offers }) => offers.map((offer) => ({ link, offer })));
  const byName = Map.groupBy(named, ({ offer }) => offer.tool.name);
  return opened.map((server) => {
    const { link, offers, refused } = server;
    const clashing = offers.filter(({ tool }) => (byName.get(tool.name)?.length ?? 0) > 1);
    const told = clashing.map((offer) => {
      const others = (byName.get(offer.tool.name) ?? []).filter((other) => other.offer !== offer);
      const shown = others.map((other) => `${other.offer.advertised.remote} of ${other.link.name}`).join(", ");
      const problem = `it would be known as ${quotedText(offer.tool.name)}, and so would ${shown}: leave one out by mcp.${link.name}.tools`;
      return { tool: offer.advertised.remote, problem };
    });
    return { link, offers: offers.filter((offer) => !clashing.includes(offer)), refused: [...refused, ...told] };
  });
}

function stateOf({ link, offers, refused }: OpenedServer): McpServerState {
  const { withdrawn, ...state } = link.state();
  const named = offers.flatMap(({ tool, advertised }) => {
    const how = withdrawn.get(advertised.remote);
    return how === undefined ? [] : [{ tool: tool.name, how }];
  });
  const told = refused.slice(0, MCP_LIMITS.tools).map(({ tool, problem }) => ({
    tool: shortly(tool, SHOWN_NAME),
    problem: shortly(problem, SHOWN_PROBLEM),
  }));
  return { ...state, tools: offers.map(({ tool }) => tool.name), refused: told, withdrawn: named };
}

const [SHOWN_NAME, SHOWN_PROBLEM] = [100, 400];

/** A server's own words where a person reads them. */
function shortly(text: string, limit: number): string {
  return clipText(oneLine(clipText(text, limit)), limit);
}
