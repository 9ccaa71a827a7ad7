import { parseToolFailureCode, toolFailure, type ToolFailure } from "#kernel";
import { ToolFailed } from "#ports";

/** The failure that was thrown as one: `ToolFailed`, or a plain `ToolFailure`; undefined for anything else, an unknown code included (DESIGN 18). Never throws. */
export function thrownFailure(thrown: unknown): ToolFailure | undefined {
  try {
    if (typeof thrown !== "object" || thrown === null) return undefined;
    if (thrown instanceof Error && !(thrown instanceof ToolFailed)) return undefined;
    const { code, message } = thrown as Readonly<Record<keyof ToolFailure, unknown>>;
    const known = typeof code === "string" ? parseToolFailureCode(code) : undefined;
    return known !== undefined && typeof message === "string" ? toolFailure(known, message) : undefined;
  } catch {
    // A getter of what was thrown threw in its turn.
    return undefined;
  }
}
