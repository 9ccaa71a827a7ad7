import type { CancelSignal } from "#ports";

/** What bounds the use of any server. */
interface McpLimits {
  /** How long one call may take. */
  readonly timeoutMs?: number;
  /** The only tools of the server that are taken, by its own names; unset: all. */
  readonly tools?: readonly string[];
}

/** A server that is started as a program and spoken to through its standard streams. */
export interface McpProgram extends McpLimits {
  /** An absolute path, a path from the folder it runs in, or a name that is looked up on `PATH`. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Given to it besides the few variables every server gets; `${NAME}` stands for a variable of ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached by streamable HTTP. */
export interface McpAddress extends McpLimits {
  readonly url: string;
  /** Sent with every request; `${NAME}` stands for a variable of ours. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An MCP server as it is configured. */
export type McpServer = McpProgram | McpAddress;

/** Servers by the names under which their tools are known. */
export type McpServers = Readonly<Record<string, McpServer>>;

/** What servers are opened with. */
export interface McpOptions {
  /** Where `${NAME}` and the few variables that every server gets are read from, and nowhere else. */
  readonly environment: (name: string) => string | undefined;
  /** The folder that programs run in unless they name one. */
  readonly cwd: string;
  /** How long a call may take where its server says nothing: a minute by default. */
  readonly callMs?: number;
  /** How long a server may take until its tools are listed: 20 seconds by default. */
  readonly startMs?: number;
  /** Calls off the opening, and nothing later. */
  readonly signal?: CancelSignal;
}
