import type { AgentEvent } from "#ports";

/** A call that has ended. */
export type CompletedCall = Extract<AgentEvent, { readonly kind: "ToolCompleted" }>;

/** How a call ended, in a few words: `ok`, `exit code 1`, `denied: …`. */
export function outcomeText(event: CompletedCall): string {
  const { outcome, failure } = event;
  if (outcome === "ok") return commandOutcome(event) ?? "ok";
  const why = failure === undefined ? "" : `: ${failure.message}`;
  return outcome === "failed" && failure !== undefined ? `failed (${failure.code})${why}` : `${outcome}${why}`;
}

/** Whether a person should look: it did not do what was asked of it. */
export function isTrouble(event: CompletedCall): boolean {
  return event.outcome !== "ok" || commandOutcome(event) !== undefined;
}

/** The end of a command that did not succeed: for the model that is a result like any other. */
function commandOutcome({ tool, shown }: CompletedCall): string | undefined {
  const result = tool === "bash" ? shownObject(shown) : undefined;
  if (result === undefined || result["success"] !== false) return undefined;
  if (result["timed_out"] === true) return "timed out";
  const code = result["exit_code"];
  return typeof code === "number" ? `exit code ${code}` : "killed";
}

/** What a model is shown of a result, as JSON; undefined where it is none, or was cut. For eyes only: nothing is decided by it. */
export function shownObject(shown: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(shown);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
