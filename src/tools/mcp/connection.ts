import type { Client } from "@modelcontextprotocol/client";
import { oneLine } from "#kernel";
import type { CancelSignal } from "#ports";
import { flowMeter } from "./flow-meter.ts";
import { httpWire } from "./http-wire.ts";
import type { McpClientPackage } from "./load-client.ts";
import { McpFault } from "./mcp-fault.ts";
import type { McpOptions, McpServer } from "./mcp-server.ts";
import type { ProcessWatch } from "../sandbox/process-watch.ts";
import { stdioWire } from "./stdio-wire.ts";
import type { Wire } from "./wire.ts";

/** What connections are made with. */
export interface ConnectionParts {
  readonly client: McpClientPackage;
  readonly options: McpOptions;
  readonly watch: () => Promise<ProcessWatch>;
  readonly startMs: number;
}

/** One life of a server: from its start until its end or ours. */
export interface Connection {
  readonly client: Client;
  readonly wire: Wire;
}

/** Who is connected to, and who hears that its list of tools has changed. */
export interface Connecting {
  readonly name: string;
  readonly server: McpServer;
  readonly listChanged: () => void;
  /** Calls the start off. */
  readonly signal?: CancelSignal | undefined;
}

/**
 * Starts or reaches a server and greets it. No capability is offered: what a server asks of us is answered with an error. Rejects with
 * `McpFault`, and then nothing of the server is left.
 */
export async function connect(
  { name, server, listChanged, signal }: Connecting,
  parts: ConnectionParts,
): Promise<Connection> {
  const { client: sdk, options, startMs } = parts;
  const wire =
    "command" in server
      ? await stdioWire(server, { name, options, watch: await parts.watch() })
      : httpWire(server, { name, options, client: sdk });
  const client = new sdk.Client({ name: "tusk", version: "1" }, { capabilities: {} });
  watchUnasked(client, wire, { name, listChanged });
  try {
    await client.connect(wire.transport, { timeout: startMs, ...(signal && { signal }) });
    return { client, wire };
  } catch (error) {
    const fault = wire.fault();
    await wire.end();
    if (fault !== undefined && fault.code !== "closed") throw fault;
    throw faultOf(error, { name, startMs, client: sdk });
  }
}

/** Counts what nobody asked for, answers to questions that were never put among it, and breaks off where it becomes a flood. */
function watchUnasked(
  client: Client,
  wire: Wire,
  { name, listChanged }: Pick<Connecting, "name" | "listChanged">,
): void {
  const meter = flowMeter();
  const { transport } = wire;
  const before = transport.onmessage;
  const count = (): void => {
    const flood = meter.unasked();
    if (flood !== undefined) wire.breakOff(new McpFault(name, "flooded", flood));
  };
  const heard: NonNullable<typeof before> = (message, extra) => {
    before?.(message, extra);
    if (!("method" in message)) return;
    // Here and not by a handler of the client: that one is called when answers behind this message have been heard already.
    if (message.method === "notifications/tools/list_changed") listChanged();
    count();
  };
  // The client keeps what is here when it takes the connection over; its errors are messages that it has no use for.
  Object.assign(transport, { onmessage: heard });
  Object.assign(client, { onerror: count });
}

interface Failing {
  readonly name: string;
  readonly startMs: number;
  readonly client: McpClientPackage;
}

/** What went wrong with a request that was no call of a tool. */
export function faultOf(error: unknown, { name, startMs, client }: Failing): McpFault {
  if (error instanceof McpFault) return error;
  const { SdkError, SdkErrorCode, SdkHttpError } = client;
  if (error instanceof SdkHttpError)
    return new McpFault(name, "unreachable", `answers with HTTP status ${error.status}`, error);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new McpFault(name, "hung", `did not answer within ${startMs} ms`, error);
  if (error instanceof TypeError)
    return new McpFault(name, "unreachable", `cannot be reached: ${networkText(error)}`, error);
  const what = error instanceof Error ? oneLine(error.message) : "it threw";
  return new McpFault(name, "garbled", `does not speak MCP as we do: ${what}`, error);
}

/** What the network said, by its code: messages may hold addresses and headers. */
export function networkText({ cause }: Error): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "the request failed";
}
