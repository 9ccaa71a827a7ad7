import { CLOSED_SPEC } from "#kernel";
import type { ArgumentCheck, DescribedTool, HostedCall, Settlement, ToolHost, ToolSet } from "#ports";
import { callTool } from "./boundary/call-tool.ts";
import { prepareCall } from "./boundary/prepare-call.ts";
import { callSetting } from "./call-setting.ts";
import { codingTools } from "./coding-tools.ts";
import { toolFromJsonSchema } from "./tool-from-json-schema.ts";
import { toolProblems } from "./tool-problems.ts";
import { toolSet } from "./tool-set.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";

/** A call by hand is made as a model makes it, so its changes belong to the role that a model has. */
const ROLE = CLOSED_SPEC.role.id;
/** The one call of a session. */
const CALL_ID = "call-1";

/** The coding tools, ready to be listed, called and checked against. */
export function hostTools(): ToolHost {
  const set = toolSet(...codingTools).build();
  return {
    tools: set.tools,
    get: (name) => set.get(name),
    call: (call) => callHosted(call, set),
    check: checkArguments,
  };
}

async function callHosted(
  { tool, argumentsText, workspace: root, dryRun }: HostedCall,
  set: ToolSet,
): Promise<Settlement> {
  const workspace = openWorkspace(root, { role: ROLE, dryRun });
  try {
    // What a tool throws is shown as a model is told of it.
    return await callTool(
      set,
      { toolCallId: CALL_ID, tool, argumentsText },
      callSetting({ workspace, onThrow: "answer" }),
    );
  } finally {
    workspace.close();
  }
}

/** Judges arguments as those of a tool that has this schema and no code. */
async function checkArguments({ name, schema }: DescribedTool, argumentsText: string): Promise<ArgumentCheck> {
  const tool = toolFromJsonSchema({ name, schema });
  const problems = toolProblems(tool);
  if (problems.length > 0) return { usable: false, reason: problems.join("; ") };
  const set = toolSet(tool).build();
  const preparing = await prepareCall(set, { toolCallId: CALL_ID, tool: name, argumentsText });
  if (!preparing.ok) return { usable: true, judged: preparing };
  const { args, repairs } = preparing.call;
  return { usable: true, judged: { ok: true, args, repairs } };
}
