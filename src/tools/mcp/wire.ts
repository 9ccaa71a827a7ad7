import type { Transport } from "@modelcontextprotocol/client";
import type { McpFault } from "./mcp-fault.ts";

/** One connection to a server below the protocol. */
export interface Wire {
  readonly transport: Transport;
  /** What went wrong with it; the first fault stays. */
  fault(): McpFault | undefined;
  /** Breaks it for a fault: whatever waits for an answer hears of it, and what was started is ended at once. */
  breakOff(fault: McpFault): void;
  /** Lets it go. Nothing of it is left when this resolves. */
  end(): Promise<void>;
}
