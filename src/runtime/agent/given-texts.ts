import { textProblem } from "../hook-text.ts";
import { AgentError } from "./agent-error.ts";

/** Refuses what a caller without types may give for a text: a row could not hold it. */
export function assertText(name: string, given: unknown): void {
  const problem = textProblem(given);
  if (problem !== undefined) throw new AgentError("PolicyConfigInvalid", `${name} ${problem}`);
}

/** The same for texts that need not be given. */
export function assertTexts(given: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(given)) if (text !== undefined) assertText(name, text);
}
