import { TOOL_FAILURES, toolFailure, type ToolFailure, type ToolFailureCode } from "#kernel";
import { ToolFailed } from "#ports";

/** The failure that was thrown as one: `ToolFailed`, or a plain `ToolFailure`; undefined for anything else (DESIGN 18). Never throws. */
export function thrownFailure(thrown: unknown): ToolFailure | undefined {
  try {
    if (thrown instanceof ToolFailed) return toolFailure(thrown.code, thrown.message);
    if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) return undefined;
    const { code, message } = thrown as Readonly<Record<string, unknown>>;
    return isCode(code) && typeof message === "string" ? toolFailure(code, message) : undefined;
  } catch {
    // A getter of what was thrown threw in its turn.
    return undefined;
  }
}

function isCode(code: unknown): code is ToolFailureCode {
  return typeof code === "string" && Object.hasOwn(TOOL_FAILURES, code);
}
