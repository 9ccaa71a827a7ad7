import { clipText, oneLine } from "#kernel";
import { ToolFailed } from "#ports";
import { type Connection, networkText } from "./connection.ts";
import { harmlessText } from "./harmless-text.ts";
import type { McpClientPackage } from "./load-client.ts";
import { McpFault } from "./mcp-fault.ts";

/** The call that failed. */
export interface FailedCall {
  readonly connection: Connection;
  readonly name: string;
  readonly tool: string;
  readonly client: McpClientPackage;
}

const UNKNOWN = "whether the call took effect is unknown";
const SAID = 250;
/** The HTTP status of a session that the server knows no more. */
const GONE = 404;
/** Codes of JSON-RPC that say what kind of answer was given. */
const [INVALID_PARAMS, METHOD_NOT_FOUND] = [-32_602, -32_601];

/** A call that got no result, as the model is told: what is not known to have failed has an unknown effect (DESIGN 8). */
export function callFailure(error: unknown, { connection, name, tool, client }: FailedCall): ToolFailed {
  if (error instanceof ToolFailed) return error;
  const fault = connection.wire.fault();
  if (fault !== undefined) return new ToolFailed("Interrupted", `${fault.message}; ${UNKNOWN}`);
  const { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } = client;
  const said = (text: string): string => clipText(oneLine(harmlessText(clipText(text, SAID))), SAID);
  if (error instanceof ProtocolError) {
    const code =
      error.code === INVALID_PARAMS ? "InvalidInput" : error.code === METHOD_NOT_FOUND ? "NotFound" : "NonZeroExit";
    return new ToolFailed(
      code,
      `${tool} was refused by the MCP server ${name} (${error.code}): ${said(error.message)}`,
    );
  }
  if (error instanceof SdkHttpError) return httpFailure(error.status, name);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new ToolFailed(
      "Timeout",
      `${tool} of the MCP server ${name} did not answer in time and was called off; ${UNKNOWN}`,
    );
  const what =
    error instanceof TypeError ? networkText(error) : error instanceof Error ? said(error.message) : "it threw";
  return new ToolFailed("Interrupted", `the connection to the MCP server ${name} broke: ${what}; ${UNKNOWN}`);
}

/** The end of a session over HTTP that a failed call brought to light: the next call may begin another one. */
export function lostSession(error: unknown, { name, client }: FailedCall): McpFault | undefined {
  if (error instanceof TypeError) return new McpFault(name, "died", `cannot be reached: ${networkText(error)}`, error);
  const isOver = error instanceof client.SdkHttpError && error.status === GONE;
  return isOver ? new McpFault(name, "died", "has ended the session", error) : undefined;
}

/** What was turned away at the door did nothing; of everything else nobody knows. */
function httpFailure(status: number, name: string): ToolFailed {
  const what = `the MCP server ${name} answered with HTTP status ${status}`;
  if (status === 401 || status === 403) return new ToolFailed("Denied", `${what}: nothing was called`);
  if (status === GONE) return new ToolFailed("NotFound", `${what}: the session is over, and nothing was called`);
  return new ToolFailed("Interrupted", `${what}; ${UNKNOWN}`);
}
