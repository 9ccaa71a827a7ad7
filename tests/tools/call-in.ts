import { onTestFinished } from "vitest";
import type { JsonObject } from "#kernel";
import type { Settlement, Tool, WorkspaceSession } from "#ports";
import { callTool } from "../../src/tools/boundary/call-tool.ts";
import { callSetting } from "../../src/tools/call-setting.ts";
import { toolSet } from "../../src/tools/tool-set.ts";
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";

/** A session in a folder, closed when the test is over. */
export function sessionIn(root: string): WorkspaceSession {
  const session = openWorkspace(root, { role: "tester" });
  onTestFinished(() => session.close());
  return session;
}

/** Calls a tool through the whole boundary, as a model would. */
export function callIn(workspace: WorkspaceSession, tool: Tool, args: JsonObject): Promise<Settlement> {
  const call = { toolCallId: "call-1", tool: tool.name, argumentsText: JSON.stringify(args) };
  return callTool(toolSet(tool).build(), call, callSetting({ workspace }));
}

/** What a call in a folder answered: the output, or the failure. */
export async function answerIn(root: string, tool: Tool, args: JsonObject): Promise<unknown> {
  const { payload } = await callIn(sessionIn(root), tool, args);
  return payload;
}
