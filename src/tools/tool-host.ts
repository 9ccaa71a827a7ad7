import { CLOSED_SPEC } from "#kernel";
import { newRequestId, now } from "#platform";
import {
  type ArgumentCheck,
  type CallSetting,
  type DescribedTool,
  type HostedCall,
  type HostedPermission,
  type PermissionKeeper,
  PortError,
  type Settlement,
  type ToolCall,
  type ToolHost,
  type ToolSet,
} from "#ports";
import { callTool } from "./boundary/call-tool.ts";
import { prepareCall } from "./boundary/prepare-call.ts";
import { callSetting } from "./call-setting.ts";
import { codingTools } from "./coding-tools.ts";
import { permissionKeeper } from "./permission/permission-keeper.ts";
import { openSandbox } from "./sandbox/open-sandbox.ts";
import { openShellReader } from "./shell-parse/open-shell-reader.ts";
import { UNTRIED_SANDBOX } from "./shell/untried-sandbox.ts";
import { shellTools } from "./shell-tools.ts";
import { toolFromJsonSchema } from "./tool-from-json-schema.ts";
import { toolProblems } from "./tool-problems.ts";
import { toolSet } from "./tool-set.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";

/** A call by hand is made as a model makes it, so its changes belong to the role that a model has. */
const ROLE = CLOSED_SPEC.role.id;
/** The one call of a session. */
const CALL_ID = "call-1";

/** The coding tools and the shell, ready to be listed, called and checked against. A sandbox is opened for a command, and for nothing else. */
export function hostTools(): ToolHost {
  const set = toolSet(...codingTools, ...shellTools(UNTRIED_SANDBOX)).build();
  return {
    tools: set.tools,
    get: (name) => set.get(name),
    call: (call) => callHosted(call, set),
    check: checkArguments,
  };
}

async function callHosted(hosted: HostedCall, set: ToolSet): Promise<Settlement> {
  const { tool, argumentsText, workspace: root, dryRun, signal } = hosted;
  const workspace = openWorkspace(root, { role: ROLE, dryRun });
  try {
    const call = { toolCallId: CALL_ID, tool, argumentsText };
    // What a tool throws is shown as a model is told of it.
    const permissions = hosted.permission && (await handKeeper(hosted.permission, workspace.root));
    const given = { workspace, ...(signal && { signal }), ...(permissions && { permissions }) };
    const setting = callSetting({ ...given, onThrow: "answer" });
    const runsCommand = set.get(tool)?.effects.includes("shell") ?? false;
    // Arguments that cannot be used need no sandbox.
    if (!runsCommand || !(await prepareCall(set, call)).ok) return await callTool(set, call, setting);
    return await callInSandbox(hosted, call, setting);
  } finally {
    workspace.close();
  }
}

async function callInSandbox(
  { dryRun, profile, network }: HostedCall,
  call: ToolCall,
  setting: CallSetting,
): Promise<Settlement> {
  if (dryRun)
    throw new PortError(
      "sandbox",
      "no_dry_run",
      "a command has no dry run: the profile read-only lets it change nothing",
    );
  const sandbox = await openSandbox({ root: setting.workspace.root, profile, network });
  try {
    return await callTool(toolSet(...shellTools(sandbox)).build(), call, setting);
  } finally {
    sandbox.close();
  }
}

/** How long an answer counts that was given before the question. */
const ANSWER_MS = 60_000;

/** Decides on a call by hand as on a model's. */
async function handKeeper({ ruleSet, approvedBy }: HostedPermission, root: string): Promise<PermissionKeeper> {
  return permissionKeeper({
    ruleSet,
    readShell: await openShellReader(),
    root,
    sessionId: newRequestId(),
    clock: { now },
    approver: () =>
      Promise.resolve(approvedBy === undefined ? undefined : { decision: "approved", scope: "once", by: approvedBy }),
    timeoutMs: ANSWER_MS,
    // The row is part of the answer that is printed.
    keep: () => undefined,
  });
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
