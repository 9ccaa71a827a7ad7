import { countFrom, keyed, list, map, optional, record, type Schema, shape, shaped, text } from "../schema/schema.ts";
import { said } from "./said.ts";

type McpLimits = {
  /** How long one call may take. */
  readonly timeoutMs?: number;
  /** The only tools of the server that are taken; unset: all. */
  readonly tools?: readonly string[];
};

/** A server that is started as a program. */
export type McpProgram = McpLimits & {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** A server that is reached over HTTP. */
export type McpAddress = McpLimits & {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An MCP server as a configuration names it. */
export type ConfiguredMcpServer = McpProgram | McpAddress;

const VARIABLE_NAME = shape(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable");
const HEADER_NAME = shape(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "the name of an HTTP header");
const SERVER_NAME = shape(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, "at most 32 letters, digits, _ and -");
const URL_TEXT = shaped(/^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/, "an http or https address without password", {
  unquoted: true,
});

const LIMITS = { timeoutMs: optional(countFrom(1)), tools: optional(list(said)) };

const PROGRAM = record<McpProgram>({
  command: said,
  args: optional(list(text)),
  env: optional(map(text, VARIABLE_NAME)),
  cwd: optional(said),
  ...LIMITS,
});

const ADDRESS = record<McpAddress>({ url: URL_TEXT, headers: optional(map(text, HEADER_NAME)), ...LIMITS });

/** What each field of a server is. */
export const MCP_FIELDS: Readonly<Record<keyof McpProgram | keyof McpAddress, string>> = {
  command: "the program that is started; it speaks MCP over its standard input and output",
  args: "its arguments",
  env: "variables that it gets beside the few that every server gets; it never gets the keys of providers",
  cwd: "the folder that it runs in",
  url: "the address of a server that is reached over HTTP",
  headers: "headers of every request; a value may name a variable as `${NAME}`, and one that is a key has to",
  timeoutMs: "how long one call may take, in milliseconds",
  tools: "the only tools of the server that are taken; unset, all of them",
};

/** The form of `mcp`. */
export const MCP_FORM: Schema<Readonly<Record<string, ConfiguredMcpServer>>> = map(
  keyed<ConfiguredMcpServer>({ command: PROGRAM, url: ADDRESS }),
  SERVER_NAME,
);
