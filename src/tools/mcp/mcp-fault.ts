import { clipText, oneLine, quotedText } from "#kernel";

/** How a server let us down. */
export type McpFaultCode =
  /** Its configuration cannot be used. */
  | "unusable"
  /** It could not be started or reached. */
  | "unreachable"
  /** It took longer to be ready than it may. */
  | "hung"
  /** It ended, or broke the connection. */
  | "died"
  /** It sent more than anybody would read. */
  | "flooded"
  /** What it sent is no MCP. */
  | "garbled"
  /** We have closed it. */
  | "closed";

interface FaultRow {
  /** Whether it may be started or reached again, within its number of times. */
  readonly mayReturn: boolean;
}

/** Every fault, and what may follow. */
export const MCP_FAULTS: Readonly<Record<McpFaultCode, FaultRow>> = {
  unusable: { mayReturn: false },
  unreachable: { mayReturn: true },
  hung: { mayReturn: true },
  died: { mayReturn: true },
  flooded: { mayReturn: false },
  garbled: { mayReturn: false },
  closed: { mayReturn: false },
};

const SHOWN = 300;

/** What is wrong with one server, in one bounded sentence. */
export class McpFault extends Error {
  override readonly name = "McpFault";
  readonly server: string;
  readonly code: McpFaultCode;
  constructor(server: string, code: McpFaultCode, what: string, cause?: unknown) {
    super(`MCP server ${quotedText(server)} ${clipText(oneLine(clipText(what, SHOWN)), SHOWN)}`, { cause });
    this.server = server;
    this.code = code;
  }
  /** Whether another try is allowed at all. */
  get mayReturn(): boolean {
    return MCP_FAULTS[this.code].mayReturn;
  }
}
