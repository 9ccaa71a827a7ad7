import type { Json, JsonObject, Repair, ToolFailure } from "#kernel";
import {
  type ArtifactRow,
  type HostedCall,
  type HostedPermission,
  type PermissionVerdict,
  PortError,
  type Settlement,
  type ShellRow,
  type ToolHost,
} from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { argumentsText } from "../arguments-text.ts";
import { failed, unusable } from "../failed.ts";
import { findTool } from "../find-tool.ts";
import { given, operand } from "../given.ts";
import { ruleSetInForce } from "../rule-set-in-force.ts";
import { sandboxWish } from "../sandbox-wish.ts";

/** How a call by hand ended, as `--json` prints it. */
export interface ToolCallAnswer {
  /** Whether the tool's code ran for good: not so when it was refused before, or only tried. */
  readonly executed: boolean;
  /** Whether the arguments could be used. */
  readonly valid: boolean;
  readonly args?: JsonObject;
  readonly repairs: readonly Repair[];
  readonly outcome: Settlement["outcome"];
  readonly result?: Json;
  /** What the model sees. */
  readonly shown: string;
  readonly truncation?: NonNullable<Settlement["truncation"]>;
  readonly reads: readonly string[];
  readonly artifacts: readonly ArtifactRow[];
  /** What stands behind the command that it ran. */
  readonly shell?: ShellRow;
  readonly failure?: ToolFailure;
  /** The last word of the rules that were named. */
  readonly permission?: PermissionVerdict;
  readonly dryRun?: true;
}

/** The answer, and which tool gave it. */
export interface ToolCallData {
  readonly tool: string;
  readonly answer: ToolCallAnswer;
}

/** Calls one tool through the whole boundary (T01-T03). A failure is an answer with exit code 1. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<ToolCallData>> {
  const text = argumentsText(args, ports);
  if (!text.ok) return text;
  const wish = sandboxWish(args, ports);
  if (!wish.ok) return wish;
  const tools = await ports.openTools();
  const found = findTool(operand(args, 0), tools);
  if (!found.ok) return found;
  const { name, effects } = found.data;
  const { root: workspace, profile, network } = wish.data;
  const dryRun = args.switches.has("dry-run");
  // Ending the program ends a command as well, but whoever waits for it should hear what became of it.
  const signal = effects.includes("shell") ? ports.interruption() : undefined;
  const permission = await permissionOf(args, ports);
  if (!permission.ok) return permission;
  const more = given({ signal, permission: permission.data });
  const call = { tool: name, argumentsText: text.data, workspace, dryRun, profile, network, ...more };
  const settling = await settle(call, tools);
  if (!settling.ok) return settling;
  const settled = settling.data;
  const data = { tool: name, answer: answerOf(settled, dryRun) };
  return settled.outcome === "ok" ? { ok: true, data } : { ok: true, data, exit: 1 };
}

/** The rules that `--permissions` names, and whether the person at the keyboard has said yes beforehand. */
async function permissionOf(args: Arguments, ports: HostPorts): Promise<Outcome<HostedPermission | undefined>> {
  const name = args.values.get("permissions");
  const approves = args.switches.has("approve");
  if (name === undefined)
    return approves
      ? unusable("--approve answers what rules ask: name them with --permissions")
      : { ok: true, data: undefined };
  const rules = await ruleSetInForce(name, ports);
  if (!rules.ok) return rules;
  return { ok: true, data: { ruleSet: rules.data, approvedBy: approves ? await ports.identity() : undefined } };
}

const SANDBOX_HINT = "'tusk sandbox check' says which walls stand here";

/** The call, or one sentence why its workspace or its sandbox cannot be used. */
async function settle(call: HostedCall, tools: ToolHost): Promise<Outcome<Settlement>> {
  try {
    return { ok: true, data: await tools.call(call) };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    if (error.port === "workspace" || error.code === "no_dry_run") return unusable(error.message);
    if (error.port === "sandbox") return failed(`${error.code}: ${error.message}`, SANDBOX_HINT);
    throw error;
  }
}

function answerOf(settled: Settlement, dryRun: boolean): ToolCallAnswer {
  const { args, repairs, outcome, payload, shown, truncation, reads, artifacts, shell, failure, permission } = settled;
  return {
    executed: settled.executed && !dryRun,
    valid: args !== undefined,
    ...given({ args }),
    repairs,
    outcome,
    ...(outcome === "ok" ? { result: payload } : {}),
    shown,
    ...given({ truncation }),
    reads,
    artifacts,
    ...given({ shell, failure, permission }),
    ...(dryRun ? { dryRun } : {}),
  };
}
