import type { Json, JsonObject } from "#kernel";
import type { HistoryBlock } from "#ports";
import { ownCarry } from "../carry.ts";

/**
 * What an OpenAI-compatible server wants of the thinking of a message: under the field by which it came, because servers refuse the other
 * ones. Only inside one tool loop: in the next exchange no server reads it, and some refuse it.
 */
export function reasoningFields(blocks: readonly HistoryBlock[]): JsonObject | undefined {
  const fields: Record<string, Json> = {};
  for (const block of blocks) {
    const own = block.kind === "thinking" ? ownCarry("openai-compatible", block.carry) : undefined;
    if (block.kind !== "thinking" || own === undefined) continue;
    const { field, details } = own;
    if (typeof field === "string")
      fields[field] = `${typeof fields[field] === "string" ? fields[field] : ""}${block.text}`;
    if (Array.isArray(details)) fields["reasoning_details"] = details;
  }
  return Object.keys(fields).length === 0 ? undefined : fields;
}
