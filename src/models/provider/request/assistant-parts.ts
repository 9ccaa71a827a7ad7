import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isJsonObject, type Json, type JsonObject, readToolText } from "#kernel";
import { utf8 } from "#platform";
import type { HistoryBlock } from "#ports";
import { ownCarry, plainObject, wireText } from "../carry.ts";
import type { ProviderKind } from "../provider-table.ts";
import type { Splices } from "./splices.ts";
import type { WireNames } from "./wire-names.ts";

type AssistantMessage = Extract<LanguageModelV4Prompt[number], { role: "assistant" }>;
/** A part of an assistant's message as the provider packages take it. */
export type AssistantPart = AssistantMessage["content"][number];
type Options = NonNullable<AssistantPart["providerOptions"]>;

/** What the parts of one message are written with. */
export interface PartManner {
  readonly kind: ProviderKind;
  readonly names: WireNames;
  readonly splices: Splices;
  /** The ids under which this message's calls go over the wire. */
  readonly callIds: ReadonlyMap<string, string>;
}

/** The parts of a block: none for what this provider does not take back. */
export function assistantParts(block: HistoryBlock, manner: PartManner): readonly AssistantPart[] {
  switch (block.kind) {
    case "text":
      return textParts(block, manner);
    case "thinking":
      return thinkingParts(block, manner);
    case "tool_call":
      return [callPart(block, manner)];
    case "provider_executed":
      return executedParts(block.carry, manner);
    default:
      return block satisfies never;
  }
}

type Block<K extends HistoryBlock["kind"]> = Extract<HistoryBlock, { kind: K }>;

function textParts({ text, carry }: Block<"text">, { kind }: PartManner): readonly AssistantPart[] {
  const options = ownOptions(kind, carry);
  // Nothing but space is refused by most; a signature may come with a text of nothing, and goes back with it.
  if (text.trim() === "" && !(kind === "google" && options !== undefined)) return [];
  return [{ type: "text", text, ...(options === undefined ? {} : { providerOptions: options }) }];
}

function thinkingParts({ text, carry }: Block<"thinking">, { kind, splices }: PartManner): readonly AssistantPart[] {
  const own = ownCarry(kind, carry);
  const block = own === undefined ? undefined : THINKING[kind](text, own);
  return block === undefined ? [] : [{ type: "text", text: splices.stand(wireText(block)) }];
}

/** Thinking as it is taken back; undefined where it is not, or came without the seal that it needs. */
const THINKING: Readonly<Record<ProviderKind, (text: string, carry: JsonObject) => JsonObject | undefined>> = {
  anthropic(thinking, { type, data, signature }) {
    if (type === "redacted_thinking" && typeof data === "string") return { type, data };
    return typeof signature === "string" ? { type: "thinking", thinking, signature } : undefined;
  },
  openai: (_text, { item }) => (isJsonObject(item) && item["encrypted_content"] !== undefined ? item : undefined),
  google: (text, { thoughtSignature }) =>
    typeof thoughtSignature === "string" ? { text, thought: true, thoughtSignature } : undefined,
  "openai-chat": () => undefined,
  // Stands beside the content, not in it: `reasoningFields`.
  "openai-compatible": () => undefined,
};

function callPart({ toolCallId, tool, argumentsText, carry }: Block<"tool_call">, manner: PartManner): AssistantPart {
  const options = ownOptions(manner.kind, carry);
  return {
    type: "tool-call",
    toolCallId: manner.callIds.get(toolCallId) ?? toolCallId,
    toolName: manner.names.tool(tool),
    input: callInput(argumentsText, manner.kind),
    ...(options === undefined ? {} : { providerOptions: options }),
  };
}

/** Arguments as the model wrote them where the provider takes text, else as an object; what is none stands as a text in one. */
function callInput(argumentsText: string, kind: ProviderKind): unknown {
  if (argumentsText.trim() === "") return {};
  const reading = readToolText(argumentsText, utf8);
  if (!reading.ok || !isJsonObject(reading.value)) return { malformed_arguments: argumentsText };
  return kind === "anthropic" || kind === "google" ? JSON.parse(argumentsText) : argumentsText;
}

/** What this provider ran goes back as it came; what another one ran is named, so that what was said of it makes sense. */
function executedParts(carry: JsonObject, { kind, splices }: PartManner): readonly AssistantPart[] {
  const own = ownCarry(kind, carry);
  if (own === undefined) return [{ type: "text", text: `[${executedName(carry)}]` }];
  const block = EXECUTED[kind](own);
  return block === undefined ? [] : [{ type: "text", text: splices.stand(wireText(block)) }];
}

const EXECUTED: Readonly<Record<ProviderKind, (carry: JsonObject) => JsonObject | undefined>> = {
  anthropic: (block) => block,
  openai: ({ item }) => objectOf(item),
  google: ({ part }) => objectOf(part),
  // These have no place for it in a message.
  "openai-chat": () => undefined,
  "openai-compatible": () => undefined,
};

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** A few words for what another provider ran by itself. */
function executedName(carry: JsonObject): string {
  const { item, part } = carry;
  const block = objectOf(item) ?? objectOf(part) ?? carry;
  const name = [block["name"], block["type"], Object.keys(block)[0]].find((word) => typeof word === "string");
  return `run by the provider: ${(name ?? "a tool").slice(0, 60)}`;
}

/** What a text or a call takes back beside itself, under the package's own name for the provider. */
function ownOptions(kind: ProviderKind, carry: JsonObject | undefined): Options | undefined {
  const own = ownCarry(kind, carry);
  if (own === undefined) return undefined;
  return { [OPTION_NAMES[kind]]: plainObject(own) } as Options;
}

/** How the packages call their providers. */
export const OPTION_NAMES: Readonly<Record<ProviderKind, string>> = {
  anthropic: "anthropic",
  openai: "openai",
  "openai-chat": "openai",
  "openai-compatible": "openaiCompatible",
  google: "google",
};
