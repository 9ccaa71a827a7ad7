import { fieldsOf, foundAs, type Note } from "./read-block.ts";

/** What a reply cost, as counts that budgets can add up: no NaN, nothing negative, nothing that a double would round. */
export interface RepliedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
  readonly costMicros?: number;
}

const WHERE_KNOWN = ["cachedInputTokens", "reasoningTokens", "costMicros"] as const;

/** Reads the counts; what is none is noted, and counts nothing. */
export function readUsage(given: unknown, note: Note): RepliedUsage {
  const fields = fieldsOf(given);
  if (fields === undefined) {
    note("wrong_shape", "usage", `usage is ${foundAs(given)}, expected an object`);
    return { inputTokens: 0, outputTokens: 0 };
  }
  const usage: { -readonly [Name in keyof RepliedUsage]: RepliedUsage[Name] } = {
    inputTokens: readCount(fields["inputTokens"], "inputTokens", note),
    outputTokens: readCount(fields["outputTokens"], "outputTokens", note),
  };
  for (const name of WHERE_KNOWN) {
    const value = fields[name];
    if (value !== undefined) usage[name] = readCount(value, name, note);
  }
  return usage;
}

function readCount(value: unknown, name: string, note: Note): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  const found = typeof value === "number" ? "no count" : foundAs(value);
  note("wrong_shape", `usage.${name}`, `${name} is ${found}, expected a whole number of at least 0`);
  return 0;
}
