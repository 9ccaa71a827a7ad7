import { boundedFetch } from "./bounded-fetch.ts";
import { fillVariables } from "./fill-variables.ts";
import type { McpClientPackage } from "./load-client.ts";
import { McpFault } from "./mcp-fault.ts";
import type { McpAddress, McpOptions } from "./mcp-server.ts";
import type { Wire } from "./wire.ts";

/** What it takes to reach a server over HTTP. */
export interface HttpParts {
  readonly name: string;
  readonly options: McpOptions;
  readonly client: McpClientPackage;
}

/** An answer that stands in the last bytes of a body is read a moment after the body has ended. */
const LAST_ANSWER_MS = 500;
/** How long a server may take to hear that we are done. */
const FAREWELL_MS = 1_000;
/** A stream that breaks is taken up again so often, and no call is ever sent again. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 2,
};

/** A connection over streamable HTTP. Nothing is sent before the client starts it. Throws `McpFault` where it cannot be configured. */
export function httpWire(server: McpAddress, { name, options, client }: HttpParts): Wire {
  const headers = fillVariables(server.headers ?? {}, options.environment);
  if (!headers.ok) {
    const what = `has headers.${headers.key}, which names ${headers.missing}: that variable is not set`;
    throw new McpFault(name, "unusable", what);
  }
  const url = URL.parse(server.url);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new McpFault(name, "unusable", "has a url that is no http or https address");
  let fault: McpFault | undefined;
  const awaited = new Set<string | number>();
  const transport = new client.StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...headers.values } },
    reconnectionOptions: RECONNECTION,
    fetch: boundedFetch({
      sent({ id, method, params }) {
        if (id !== undefined && method !== undefined) awaited.add(id);
        // Nobody waits for what was called off, so that its stream may end as it likes.
        if (method === "notifications/cancelled" && params?.requestId !== undefined) awaited.delete(params.requestId);
      },
      flooded: (what) => breakOff(new McpFault(name, "flooded", what)),
      ended: ({ id = "" }) => {
        setTimeout(() => {
          if (awaited.has(id)) breakOff(new McpFault(name, "died", "broke off before its answer was whole"));
        }, LAST_ANSWER_MS).unref();
      },
    }),
  });
  const heard: NonNullable<typeof transport.onmessage> = (message) => {
    if (!("method" in message) && message.id !== undefined) awaited.delete(message.id);
  };
  Object.assign(transport, { onmessage: heard });
  function breakOff(why: McpFault): void {
    fault ??= why;
    void transport.close();
  }
  return {
    transport,
    fault: () => fault,
    breakOff,
    async end() {
      fault ??= new McpFault(name, "closed", "was closed");
      await farewell(transport);
      await transport.close();
    },
  };
}

/** Tells the server that the session is over. Whether it hears it is its own affair. */
async function farewell(transport: { terminateSession(): Promise<void> }): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, FAREWELL_MS);
  await Promise.race([transport.terminateSession().catch(() => undefined), late.promise]);
  clearTimeout(timer);
}
