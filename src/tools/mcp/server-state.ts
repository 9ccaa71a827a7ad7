import type { McpFault, McpFaultCode } from "./mcp-fault.ts";
import type { Withdrawal } from "./told-tools.ts";

/** What is known of one server at this moment. */
export interface McpServerState {
  readonly name: string;
  readonly kind: "stdio" | "http";
  /** `ready`: calls go through. `down`: it ended, and a call may start it again. `failed`: it is not used any more. */
  readonly status: "ready" | "down" | "failed" | "closed";
  /** What was last wrong with it. */
  readonly problem?: { readonly code: McpFaultCode; readonly message: string };
  /** The names under which its tools are advertised. */
  readonly tools: readonly string[];
  /** What it lists and was not taken, by its own names. */
  readonly refused: readonly { readonly tool: string; readonly problem: string }[];
  /** What was advertised and is not called any more, by the names here. */
  readonly withdrawn: readonly { readonly tool: string; readonly how: Withdrawal }[];
  readonly restarts: number;
}

/** How a server stands after a fault. */
export function statusAfter(fault: McpFault | undefined, mayReturn: boolean): McpServerState["status"] {
  if (fault === undefined) return "ready";
  if (fault.code === "closed") return "closed";
  return fault.mayReturn && mayReturn ? "down" : "failed";
}
