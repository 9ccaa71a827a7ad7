import { onTestFinished } from "vitest";
import type { JsonObject } from "#kernel";
import type { Settlement, WorkspaceSession } from "#ports";
import { callSetting, callTool, codingTools, openWorkspace, toolSet } from "#tools";

const TOOLS = toolSet(...codingTools).build();

/** A session in a folder, closed when the test is over. */
export function sessionIn(root: string): WorkspaceSession {
  const session = openWorkspace(root, { role: "tester" });
  onTestFinished(() => session.close());
  return session;
}

/** Calls a coding tool through the whole boundary, as a model would. */
export function callIn(workspace: WorkspaceSession, tool: string, args: JsonObject): Promise<Settlement> {
  return callText(workspace, tool, JSON.stringify(args));
}

/** The same with arguments as text, whatever it is. */
export function callText(workspace: WorkspaceSession, tool: string, argumentsText: string): Promise<Settlement> {
  return callTool(TOOLS, { toolCallId: "call-1", tool, argumentsText }, callSetting({ workspace }));
}

/** One call in a session of its own. */
export async function callOnce(root: string, tool: string, args: JsonObject): Promise<Settlement> {
  const session = openWorkspace(root, { role: "tester" });
  try {
    return await callIn(session, tool, args);
  } finally {
    session.close();
  }
}

/** What a call in a folder answered: the output, or the failure. */
export async function answerIn(root: string, tool: string, args: JsonObject): Promise<unknown> {
  return (await callOnce(root, tool, args)).payload;
}
