import type { JsonObject } from "../json/value.ts";
import type { RepliedBlock } from "../reply/read-block.ts";
import type { RepliedUsage } from "../reply/read-usage.ts";
import { constant, count, free, map, optional, record, type Schema, text, variants } from "../schema/schema.ts";

type Block<K extends RepliedBlock["kind"]> = Extract<RepliedBlock, { kind: K }>;

const CARRY: Schema<JsonObject> = map(free);

/** The form of {@link RepliedBlock}. */
export const REPLIED_BLOCK: Schema<RepliedBlock> = variants<RepliedBlock>({
  text: record<Block<"text">>({ kind: constant("text"), text, carry: optional(CARRY) }),
  thinking: record<Block<"thinking">>({ kind: constant("thinking"), text, carry: optional(CARRY) }),
  tool_call: record<Block<"tool_call">>({
    kind: constant("tool_call"),
    providerCallId: text,
    tool: text,
    argumentsText: text,
    carry: optional(CARRY),
  }),
  provider_executed: record<Block<"provider_executed">>({ kind: constant("provider_executed"), carry: CARRY }),
});

/** The form of {@link RepliedUsage}. */
export const REPLIED_USAGE: Schema<RepliedUsage> = record<RepliedUsage>({
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: optional(count),
  reasoningTokens: optional(count),
  costMicros: optional(count),
});
