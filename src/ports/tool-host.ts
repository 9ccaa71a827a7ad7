import type { JsonObject, Repair, RuleSet, ToolFailure } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";
import type { SandboxNetwork, SandboxProfile } from "./sandbox.ts";
import type { Settlement, ToolSet } from "./tool.ts";

/** One call by hand: which tool, with which text as arguments, in which folder. */
export interface HostedCall {
  readonly tool: string;
  readonly argumentsText: string;
  readonly workspace: string;
  /** Changes are computed and reported, and no file is changed. */
  readonly dryRun: boolean;
  /** How far a command may reach; tools that run none do not ask. */
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  /** The rules that are asked first, as for a call of a model; absent where a person's own command is reason enough. */
  readonly permission?: HostedPermission;
  /** Cancels the call; absent where nobody can. */
  readonly signal?: CancelSignal;
}

/** The rules of a call by hand, and who has said yes to what they would ask; nobody: every question is answered by no. */
export interface HostedPermission {
  readonly ruleSet: RuleSet;
  readonly approvedBy: string | undefined;
}

/** A tool that somebody else describes: there is no code to run, only arguments to judge. */
export interface DescribedTool {
  readonly name: string;
  readonly schema: JsonObject;
}

/** Arguments that a call could be run with, after repairs; or what a model would be told instead. */
export type JudgedArguments =
  | { readonly ok: true; readonly args: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly failure: ToolFailure };

/** What the boundary says of arguments, or one sentence why the schema cannot be used. */
export type ArgumentCheck =
  | { readonly usable: true; readonly judged: JudgedArguments }
  | { readonly usable: false; readonly reason: string };

/** The tools of this program as hosts list, run and check them. Every call goes through the whole boundary, in a session of its own. */
export interface ToolHost extends ToolSet {
  /** Rejects with `PortError` where the workspace cannot be opened, or the sandbox that a command needs. */
  call(call: HostedCall): Promise<Settlement>;
  /** Judges arguments against a foreign schema; nothing is run. */
  check(tool: DescribedTool, argumentsText: string): Promise<ArgumentCheck>;
}
