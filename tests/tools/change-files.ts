import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { JsonObject } from "#kernel";
import type { Settlement, WorkspaceSession } from "#ports";
import { callTool } from "../../src/tools/boundary/call-tool.ts";
import { callSetting } from "../../src/tools/call-setting.ts";
import { applyPatchTool } from "../../src/tools/files/apply-patch.ts";
import { editTool } from "../../src/tools/files/edit.ts";
import { writeTool } from "../../src/tools/files/write.ts";
import { toolSet } from "../../src/tools/tool-set.ts";
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";

const changing = toolSet(writeTool, editTool, applyPatchTool).build();

/** One call of a tool that changes files, through the whole boundary, in a session of its own. */
export async function changeFiles(root: string, tool: string, args: JsonObject): Promise<Settlement> {
  const session = openWorkspace(root, { role: "test" });
  try {
    return await changeInSession(session, tool, args);
  } finally {
    session.close();
  }
}

/** The same in a session that goes on: it remembers what was read. */
export function changeInSession(session: WorkspaceSession, tool: string, args: JsonObject): Promise<Settlement> {
  const call = { toolCallId: "call-1", tool, argumentsText: JSON.stringify(args) };
  return callTool(changing, call, callSetting({ workspace: session }));
}

/** Every file below a folder, by path, its bytes as Latin-1; nothing for a folder that is not there. */
export function treeOf(root: string): Readonly<Record<string, string>> {
  if (!existsSync(root)) return {};
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(root, path), readFileSync(path, "latin1")]));
}
