import type { JsonObject } from "#kernel";
import { type CancelSignal, ToolFailed } from "#ports";
import type { AdvertisedTool } from "./advertised-tool.ts";
import { readAnswer } from "./call-answer.ts";
import { callFailure, lostSession } from "./call-failure.ts";
import { connect, type Connection, type ConnectionParts, faultOf } from "./connection.ts";
import { AS_SENT, listTools } from "./list-tools.ts";
import type { ListedTool } from "./listed-tool.ts";
import { McpFault } from "./mcp-fault.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";
import type { McpServer } from "./mcp-server.ts";
import { type McpServerState, statusAfter } from "./server-state.ts";
import { ToldTools, type Withdrawal } from "./told-tools.ts";

/** One call of a tool. */
export interface McpCall {
  readonly tool: AdvertisedTool;
  readonly args: JsonObject;
  readonly signal: CancelSignal;
  readonly timeoutMs: number;
}

/**
 * A server for the time of a run. It is started again only so many times, no call is ever sent twice, and a tool that is not what the
 * model was told of is not called (T09).
 */
export class ServerLink {
  readonly name: string;
  readonly #server: McpServer;
  readonly #parts: ConnectionParts;
  #connection: Connection | undefined;
  #fault: McpFault | undefined;
  #opening: Promise<Connection> | undefined;
  #reading: Promise<void> | undefined;
  /** Whether its tools were listed once: before that there is nothing to come back for. */
  #isKnown = false;
  #isStale = false;
  #listings = 0;
  #restarts = 0;
  readonly #told = new ToldTools();

  constructor(name: string, server: McpServer, parts: ConnectionParts) {
    this.name = name;
    this.#server = server;
    this.#parts = parts;
  }

  /** Starts the server and reads what it lists. Rejects with `McpFault`; the signal ends the start, and the server with it. */
  async open(signal: CancelSignal | undefined): Promise<readonly ListedTool[]> {
    try {
      const connection = await connect({ ...this.#connecting(), signal }, this.#parts);
      this.#connection = connection;
      return await this.#list(connection, signal);
    } catch (error) {
      await this.#connection?.wire.end();
      const called = signal?.aborted === true ? new McpFault(this.name, "closed", "was called off") : undefined;
      throw (this.#fault = called ?? this.#faultOf(error));
    }
  }

  /** From now on this is what the model knows. */
  advertised(tools: readonly AdvertisedTool[]): void {
    this.#isKnown = true;
    this.#told.tell(tools);
  }

  /** Refuses the server for what it lists. */
  async refuse(fault: McpFault): Promise<void> {
    this.#fault = fault;
    await this.#connection?.wire.end();
  }

  /** Calls a tool once. Throws `ToolFailed` for whatever the server does, and the signal's reason where the call was called off. */
  async call({ tool, args, signal, timeoutMs }: McpCall): Promise<string> {
    const connection = await this.#ready(signal);
    this.#told.demand(tool.remote);
    const request = { method: "tools/call", params: { name: tool.remote, arguments: args } };
    try {
      const sent = await connection.client.request(request, AS_SENT, { signal, timeout: timeoutMs });
      return readAnswer(sent, tool);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failed = { connection, name: this.name, tool: tool.remote, client: this.#parts.client };
      const failure = callFailure(error, failed);
      const lost = lostSession(error, failed);
      if (lost !== undefined) connection.wire.breakOff(lost);
      throw failure;
    }
  }

  state(): Omit<McpServerState, "tools" | "refused" | "withdrawn"> & {
    readonly withdrawn: ReadonlyMap<string, Withdrawal>;
  } {
    const fault = this.#currentFault();
    return {
      name: this.name,
      kind: "command" in this.#server ? "stdio" : "http",
      status: statusAfter(fault, this.#isKnown && this.#restarts < MCP_LIMITS.restarts),
      ...(fault === undefined ? {} : { problem: { code: fault.code, message: fault.message } }),
      withdrawn: this.#told.withdrawn,
      restarts: this.#restarts,
    };
  }

  /** Ends the server. Nothing of it is left when this resolves. */
  async close(): Promise<void> {
    this.#fault = new McpFault(this.name, "closed", "was closed");
    const opening = this.#opening?.catch(() => undefined);
    await this.#connection?.wire.end();
    await (await opening)?.wire.end();
  }

  #currentFault(): McpFault | undefined {
    return this.#fault ?? this.#connection?.wire.fault();
  }

  #connecting(): Parameters<typeof connect>[0] {
    return { name: this.name, server: this.#server, listChanged: () => this.#listChanged() };
  }

  /** The connection with a list that is known: started again where it may be, its list read again where it changed. */
  async #ready(signal: CancelSignal): Promise<Connection> {
    try {
      const fault = this.#currentFault();
      const connection = fault === undefined ? this.#connection : await this.#again(fault);
      if (connection === undefined) throw new McpFault(this.name, "closed", "was never opened");
      if (this.#isStale || this.#reading !== undefined) await (this.#reading ??= this.#readAgain(connection));
      return connection;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new ToolFailed("NotFound", `nothing was called: ${this.#faultOf(error).message}`);
    }
  }

  /** One start for all who wait for it, and only so many of them. */
  #again(fault: McpFault): Promise<Connection> {
    if (this.#opening !== undefined) return this.#opening;
    if (!fault.mayReturn || this.#restarts >= MCP_LIMITS.restarts) throw fault;
    this.#restarts += 1;
    return (this.#opening = this.#reopen());
  }

  async #reopen(): Promise<Connection> {
    try {
      await this.#connection?.wire.end();
      const connection = await connect(this.#connecting(), this.#parts);
      // It was closed while it was on its way.
      if (this.#fault?.code === "closed") {
        await connection.wire.end();
        throw this.#fault;
      }
      this.#connection = connection;
      this.#fault = undefined;
      this.#isStale = true;
      await (this.#reading ??= this.#readAgain(connection));
      return connection;
    } catch (error) {
      throw (this.#fault = this.#fault?.code === "closed" ? this.#fault : this.#faultOf(error));
    } finally {
      this.#opening = undefined;
    }
  }

  #listChanged(): void {
    this.#isStale = true;
    const connection = this.#connection;
    if (connection === undefined || this.#reading !== undefined || this.#currentFault() !== undefined) return;
    this.#reading = this.#readAgain(connection);
    // Whoever calls next hears of it; the state tells it before.
    this.#reading.catch(() => undefined);
  }

  /** Reads the list until it stays as it is, and withdraws what is not what the model was told. */
  async #readAgain(connection: Connection): Promise<void> {
    try {
      for (let round = 0; this.#isStale; round++) {
        if (round >= MCP_LIMITS.listingsInARow)
          throw new McpFault(this.name, "flooded", "changes its list all the time");
        this.#isStale = false;
        this.#told.compare(await this.#list(connection));
      }
    } catch (error) {
      const fault = this.#faultOf(error);
      connection.wire.breakOff(fault);
      throw fault;
    } finally {
      this.#reading = undefined;
    }
  }

  async #list({ client, wire }: Connection, signal?: CancelSignal): Promise<readonly ListedTool[]> {
    if (++this.#listings > MCP_LIMITS.listings) throw new McpFault(this.name, "flooded", "changed its list too often");
    const { startMs } = this.#parts;
    const listing = await listTools(client, { timeout: startMs, ...(signal && { signal }) }).catch((error: unknown) => {
      throw wire.fault() ?? error;
    });
    if (!listing.ok) throw new McpFault(this.name, "garbled", listing.problem);
    return listing.tools;
  }

  #faultOf(error: unknown): McpFault {
    return faultOf(error, { name: this.name, startMs: this.#parts.startMs, client: this.#parts.client });
  }
}
