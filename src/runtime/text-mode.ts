import type { AdapterProfile, HistoryMessage } from "#kernel";
import type { ModelMessage, ModelTool } from "#ports";

/** How a call is written, as the model is told it. */
const WRITTEN: Readonly<Record<AdapterProfile, string>> = {
  "fenced_json.v1": 'a fenced block on lines of its own:\n```tool\n{"tool": "<name>", "args": {…}}\n```',
  "xml_tag.v1": 'a tag on a line of its own:\n<tool name="<name>">{…arguments as one JSON object…}</tool>',
};

/** What a model without structured calls is told of the tools; without a profile it has none (R19). */
export function textToolGuide(profile: AdapterProfile | undefined, tools: readonly ModelTool[]): string {
  if (profile === undefined || tools.length === 0) return "";
  const rows = tools.map(
    ({ name, description, schema }) => `- ${name}: ${description} Arguments: ${JSON.stringify(schema)}`,
  );
  return `\n\nTo call a tool, write ${WRITTEN[profile]}\nTools:\n${rows.join("\n")}`;
}

/** A message as a provider takes it that knows no tools: answers are what the user says, calls of another mode are words. */
export function asText(message: HistoryMessage): ModelMessage {
  if (message.role === "user") return message;
  if (message.role === "assistant") return callsAsWords(message);
  const answers = message.answers.map(
    ({ tool, text, isFailure }) => `[${isFailure ? "failure" : "result"} of ${tool}]\n${text}`,
  );
  return { role: "user", text: answers.join("\n\n") };
}

function callsAsWords(message: Extract<HistoryMessage, { role: "assistant" }>): ModelMessage {
  if (!message.blocks.some(({ kind }) => kind === "tool_call")) return message;
  const blocks = message.blocks.map((block) => {
    if (block.kind !== "tool_call") return block;
    return { kind: "text", text: `[called ${block.tool}]\n${block.argumentsText}` } as const;
  });
  return { role: "assistant", blocks };
}

/** The messages as a provider takes them that knows tools: an answer to a call that stands in text, where no block names it, is what the user says. */
export function asStructured(messages: readonly HistoryMessage[]): readonly ModelMessage[] {
  return messages.map((message, at) => {
    const asked = message.role === "tool" ? messages[at - 1] : undefined;
    const isNamed = asked?.role !== "assistant" || asked.blocks.some(({ kind }) => kind === "tool_call");
    return isNamed ? message : asText(message);
  });
}
