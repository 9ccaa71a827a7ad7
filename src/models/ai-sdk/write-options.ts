import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { canonicalJson, isJsonObject, type Json, type JsonObject, readToolText } from "#kernel";
import { utf8 } from "#platform";
import type { HistoryBlock, ModelMessage, ModelRequest } from "#ports";
import { toolOptions } from "../provider/request/tool-options.ts";
import type { WireNames } from "../provider/request/wire-names.ts";

type Message = LanguageModelV4Prompt[number];
type Part = Extract<Message, { role: "assistant" }>["content"][number];
type Options = NonNullable<Part["providerOptions"]>;

/** What the options of one call are written with. */
export interface Writing {
  /** Whose carries go back: the model's provider. */
  readonly provider: string;
  readonly names: WireNames;
  readonly abortSignal: AbortSignal;
}

/** A request as any model of the AI SDK takes it. The output is always limited. */
export function writeOptions(request: ModelRequest, writing: Writing): LanguageModelV4CallOptions {
  const { system, messages, maxOutputTokens } = request;
  const prompt: Message[] = messages.map((message) => written(message, writing));
  if (system.trim() !== "") prompt.unshift({ role: "system", content: system });
  return { prompt, maxOutputTokens, ...toolOptions(request, writing.names), abortSignal: writing.abortSignal };
}

function written(message: ModelMessage, writing: Writing): Message {
  const { names } = writing;
  switch (message.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return { role: "assistant", content: message.blocks.flatMap((block) => partsOf(block, writing)) };
    case "tool":
      return {
        role: "tool",
        content: message.answers.map(({ toolCallId, tool, text, isFailure }) => ({
          type: "tool-result",
          toolCallId,
          toolName: names.tool(tool),
          output: { type: isFailure ? "error-text" : "text", value: text },
        })),
      };
    default:
      return message satisfies never;
  }
}

function partsOf(block: HistoryBlock, writing: Writing): readonly Part[] {
  const own = ownCarry(block.carry, writing.provider);
  const options = own?.["metadata"];
  // What the provider said of the block, as it said it.
  const beside = isJsonObject(options) ? { providerOptions: plain(options) as Options } : {};
  switch (block.kind) {
    case "text":
      return block.text === "" ? [] : [{ type: "text", text: block.text, ...beside }];
    case "thinking":
      return own === undefined ? [] : [{ type: "reasoning", text: block.text, ...beside }];
    case "tool_call": {
      const { toolCallId, tool, argumentsText } = block;
      const input = callInput(argumentsText);
      return [{ type: "tool-call", toolCallId, toolName: writing.names.tool(tool), input, ...beside }];
    }
    case "provider_executed": {
      const part = own?.["part"];
      // Earned: it is a part that the reader took from this provider's reply.
      return isJsonObject(part) ? [plain(part) as Part] : [];
    }
    default:
      return block satisfies never;
  }
}

/** What is in a carry for this provider; undefined for another one's. */
function ownCarry(carry: JsonObject | undefined, provider: string): JsonObject | undefined {
  return carry?.["provider"] === `ai-sdk:${provider}` ? carry : undefined;
}

/** Arguments as an object; what is none stands as a text in one. */
function callInput(argumentsText: string): unknown {
  const reading = readToolText(argumentsText, utf8);
  return reading.ok && isJsonObject(reading.value) ? plain(reading.value) : { malformed_arguments: argumentsText };
}

/** The packages do not know the kernel's numbers. */
function plain(value: Json): unknown {
  return JSON.parse(canonicalJson(value));
}
