import { ToolFailed } from "#ports";

/** What the workspace answers; undefined where it refuses: what is gone, or is a link by now, is none of its files. */
export function unlessRefused<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof ToolFailed && error.code !== "Interrupted") return undefined;
    throw error;
  }
}
