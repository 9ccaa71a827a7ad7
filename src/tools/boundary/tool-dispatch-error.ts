import { clipText, oneLine } from "#kernel";
import type { CallRecord } from "#ports";

/** What a tool did wrong: it threw, or it gave back what it never promised. */
export interface DispatchFault {
  readonly toolCallId: string;
  readonly tool: string;
  readonly cause: unknown;
  /** What the call left before. */
  readonly record: CallRecord;
  /** Absent where it threw. */
  readonly kind?: ToolDispatchError["kind"];
}

/** An error of the run, no result: a tool threw something else than `ToolFailed`, or its output is not what its schema says (DESIGN 18). */
export class ToolDispatchError extends Error {
  override readonly name = "ToolDispatchError";
  /** It threw, or what it gave back is no result (R07). */
  readonly kind: "Execution" | "Serialization";
  readonly toolCallId: string;
  readonly tool: string;
  readonly record: CallRecord;
  constructor({ toolCallId, tool, cause, record, kind = "Execution" }: DispatchFault) {
    super(`${tool} ended with an error of its own: ${thrownText(cause)}`, { cause });
    this.kind = kind;
    this.toolCallId = toolCallId;
    this.tool = tool;
    this.record = record;
  }
}

const SHOWN = 200;
/** A whole path of a machine: from its root, its drive, its host or its home. */
const PATH = /(?:file:\/\/|[A-Za-z]:\\|\\\\|(?<![\w.)\]])~?\/)[^\s'"`,;:()]+/g;

/** One line about what was thrown, without stack and without paths of this machine. Never throws, whatever it is given. */
export function thrownText(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `${typeof thrown} was thrown`;
    const [line = ""] = thrown.message.split("\n", 1);
    return clipText(oneLine(`${thrown.name}: ${clipText(line, 2 * SHOWN).replace(PATH, "<path>")}`), SHOWN);
  } catch {
    // A getter of what was thrown threw in its turn.
    return "something that cannot be read was thrown";
  }
}
