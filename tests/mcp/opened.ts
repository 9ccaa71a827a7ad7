import { onTestFinished } from "vitest";
import type { JsonObject } from "#kernel";
import type { CancelSignal, Settlement } from "#ports";
import {
  callSetting,
  callTool,
  type McpOptions,
  type McpServers,
  type McpTools,
  noWorkspace,
  openMcp,
  toolSet,
} from "#tools";
import { program } from "./program.ts";

const ENVIRONMENT: McpOptions["environment"] = (name) => process.env[name];

/** Opened servers, closed when the test is over. */
export async function opened(servers: McpServers, options: Partial<McpOptions> = {}): Promise<McpTools> {
  const mcp = await openMcp(servers, { environment: ENVIRONMENT, cwd: "/", ...options });
  onTestFinished(() => mcp.close());
  return mcp;
}

/** One hostile server under the name `raw`, and the call of its only tool. */
export async function hostile(manner: string, options: Partial<McpOptions> = {}): Promise<McpTools> {
  return opened({ raw: program("raw-server", manner) }, options);
}

/** Calls a tool through the whole boundary, as a model would. */
export function callMcp(
  mcp: McpTools,
  tool: string,
  args: JsonObject = {},
  signal?: CancelSignal,
): Promise<Settlement> {
  const set = toolSet(...mcp.tools).build();
  const setting = callSetting({ workspace: noWorkspace, ...(signal === undefined ? {} : { signal }) });
  return callTool(set, { toolCallId: "call-1", tool, argumentsText: JSON.stringify(args) }, setting);
}

/** What a call came to, in short. */
export async function answerOf(
  mcp: McpTools,
  tool: string,
  args: JsonObject = {},
): Promise<readonly [string, unknown]> {
  const { outcome, payload } = await callMcp(mcp, tool, args);
  return [outcome, payload];
}
