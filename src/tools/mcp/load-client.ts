import type * as clientPackage from "@modelcontextprotocol/client";
import { PortError } from "#ports";

/** The client package: optional, and loaded by the first server that is opened. */
export type McpClientPackage = typeof clientPackage;

/** Loads the client package. Rejects with `PortError` and the line that installs it where it is absent. */
export async function loadClient(): Promise<McpClientPackage> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    const text =
      "MCP servers are configured, and the package @modelcontextprotocol/client is not installed: npm install @modelcontextprotocol/client@2.4.0";
    throw new PortError("mcp", "package_missing", text, { cause });
  }
}
