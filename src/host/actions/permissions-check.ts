import {
  decidePermission,
  isJsonObject,
  type JsonObject,
  permissionArgsDigest,
  type PermissionCall,
  type PermissionDecision,
  problemText,
  readJsonText,
  refuseDuplicates,
  SHELL_TOOLS,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";
import { ruleSetInForce } from "../rule-set-in-force.ts";

/** The decision on one call, and everything an approval of it would be bound to. */
export interface PermissionsCheckData extends PermissionDecision {
  readonly tool: string;
  readonly args: JsonObject;
  readonly argsDigest: string;
  readonly ruleSet: string;
  readonly policyDigest: string;
}

/** Decides on a command or a call; nothing is run. What would need a question or be denied is an answer with exit code 1. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<PermissionsCheckData>> {
  const called = readCall(args, ports);
  if (!called.ok) return called;
  const rules = await ruleSetInForce(args.values.get("rules") ?? args.values.get("profile") ?? "read-only", ports);
  if (!rules.ok) return rules;
  const { tool, args: given } = called.data;
  const command = given["command"];
  const isShell = SHELL_TOOLS.includes(tool) && typeof command === "string";
  const call: PermissionCall = {
    ...called.data,
    root: ports.realPath(args.values.get("workspace") ?? "."),
    ...(isShell ? { shell: (await ports.openShellReader())(command) } : {}),
  };
  const decision = decidePermission(rules.data, call);
  const argsDigest = permissionArgsDigest(ports.sha256, tool, given);
  const bound = { tool, args: given, argsDigest, ruleSet: rules.data.id, policyDigest: rules.data.digest };
  return { ok: true, data: { ...decision, ...bound }, ...(decision.effect === "allow" ? {} : { exit: 1 }) };
}

function readCall(args: Arguments, ports: HostPorts): Outcome<{ readonly tool: string; readonly args: JsonObject }> {
  const [command] = args.operands;
  const text = args.values.get("args");
  const tool = args.values.get("tool") ?? "bash";
  if (command !== undefined && text !== undefined) return unusable("give a command or --args, not both");
  if (command !== undefined) return { ok: true, data: { tool, args: { command } } };
  if (text === undefined) return unusable("give a command, or a tool with --tool and --args");
  const reading = refuseDuplicates(readJsonText(text, ports.utf8));
  if (!reading.ok) return unusable(`the arguments are not JSON: ${problemText(reading.problem)}`);
  return isJsonObject(reading.value)
    ? { ok: true, data: { tool, args: reading.value } }
    : unusable("the arguments must be an object");
}
