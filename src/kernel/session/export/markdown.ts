import { compactJson } from "../../json/compact.ts";
import type { HistoryBlock, HistoryMessage } from "../history.ts";
import type { Conversation } from "./exported.ts";
import { folded, named, output, said, verbatim } from "./markdown-text.ts";

/** A transcript that people read. What it quotes cannot look like a part of it, reach the terminal, or load anything. */
export function markdown({ system, messages }: Conversation): string {
  const told = system.trim() === "" ? [] : ["## System", folded("What the model is told first", said(system))];
  return `${["# Conversation", ...told, ...messages.flatMap(messageParts)].join("\n\n")}\n`;
}

function messageParts(message: HistoryMessage): readonly string[] {
  switch (message.role) {
    case "user":
      return ["## User", said(message.text)];
    case "assistant":
      return ["## Assistant", ...(message.blocks.length === 0 ? ["*(empty)*"] : message.blocks.flatMap(blockParts))];
    case "tool":
      return [
        "## Results",
        ...message.answers.flatMap(({ tool, toolCallId, text, isFailure }) => [
          `**${isFailure ? "Failure" : "Result"}** of ${named(tool)}, call ${named(toolCallId)}`,
          output(text, "text"),
        ]),
      ];
    default:
      return message satisfies never;
  }
}

function blockParts(block: HistoryBlock): readonly string[] {
  switch (block.kind) {
    case "text":
      return [said(block.text)];
    case "thinking":
      return [folded("Thinking", said(block.text))];
    case "tool_call":
      return [`**Call** of ${named(block.tool)}, call ${named(block.toolCallId)}`, output(block.argumentsText, "json")];
    case "provider_executed":
      return ["**Run by the provider**", folded("What it kept of it", verbatim(compactJson(block.carry), "json"))];
    default:
      return block satisfies never;
  }
}
