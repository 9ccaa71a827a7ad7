import type { Json, JsonObject } from "#kernel";
import { checkSteps, type HistoryWords } from "../check-steps.ts";
import type { GivenOut } from "../given-out.ts";
import { listAt, objectAt, refuse, shown, textAt, tokensAt, wordAt, wordsAt } from "../refuse.ts";
import type { RawRequest } from "../wire-format.ts";
import type { SentCall, SentResult, SentThought, WireRequest, WireStep } from "../wire-request.ts";

const WORDS: HistoryWords = {
  unanswered: (ids) =>
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  orphan: (ids) =>
    `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${ids}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  badSeal: "Invalid `signature` in `thinking` block",
};
const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/** A request of the Messages API, or its refusal. */
export function readAnthropic({ headers, body }: RawRequest, given: GivenOut): WireRequest {
  if (headers["x-api-key"] === undefined) refuse("x-api-key header is required", 401);
  if (headers["anthropic-version"] === undefined) refuse("anthropic-version: header is required");
  const tools = listAt(body["tools"], "tools").map((tool, at) => toolName(objectAt(tool, `tools.${at}`), at));
  if (new Set(tools).size !== tools.length) refuse("tools: Tool names must be unique.");
  const maxTokens = tokensAt(body["max_tokens"], "max_tokens");
  const messages = listAt(body["messages"], "messages").map((message, at) => objectAt(message, `messages.${at}`));
  const steps = messages.map((message, at) => step(message, `messages.${at}`));
  checkSteps(steps, { tools, given, words: WORDS });
  checkEnd(messages.at(-1));
  checkThinking(body, messages, maxTokens);
  checkCacheMarks(body);
  return {
    format: "anthropic",
    model: textAt(body["model"], "model"),
    stream: body["stream"] === true,
    system: systemText(body["system"]),
    tools,
    maxTokens,
    steps,
  };
}

function toolName(tool: JsonObject, at: number): string {
  const name = textAt(tool["name"], `tools.${at}.name`);
  if (!NAME.test(name)) refuse(`tools.${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  const schema = objectAt(tool["input_schema"], `tools.${at}.input_schema`);
  if (schema["type"] !== "object") refuse(`tools.${at}.input_schema.type: Input should be 'object'`);
  return name;
}

function systemText(system: Json | undefined): string {
  if (typeof system === "string") return system;
  return listAt(system, "system")
    .map((block, at) => wordsAt(objectAt(block, `system.${at}`)["text"], `system.${at}.text`))
    .join("\n");
}

function step(message: JsonObject, at: string): WireStep {
  const role = wordAt(message["role"], ["user", "assistant"], `${at}.role`);
  const content = message["content"];
  const blocks = (
    typeof content === "string" ? [{ type: "text", text: content }] : listAt(content, `${at}.content`)
  ).map((block, place) => objectAt(block, `${at}.content.${place}`));
  if (blocks.length === 0) refuse(`${at}: all messages must have non-empty content`);
  return role === "user" ? userStep(blocks, at) : modelStep(blocks, at);
}

function userStep(blocks: readonly JsonObject[], at: string): WireStep {
  const texts: string[] = [];
  const results: SentResult[] = [];
  for (const block of blocks) {
    const type = wordAt(block["type"], ["text", "tool_result"], `${at}.content.type`);
    if (type === "text") texts.push(wordsAt(block["text"], `${at}.content.text`));
    else if (texts.length > 0) refuse(`${at}: \`tool_result\` blocks must come before any text`);
    else
      results.push({ id: textAt(block["tool_use_id"], `${at}.tool_use_id`), tool: undefined, text: resultText(block) });
  }
  return { role: "user", texts, results };
}

function resultText(block: JsonObject): string {
  const content = block["content"];
  if (content === undefined || typeof content === "string") return content ?? "";
  return listAt(content, "tool_result.content")
    .map((part) => wordsAt(objectAt(part, "tool_result.content")["text"], "tool_result.content.text"))
    .join("\n");
}

function modelStep(blocks: readonly JsonObject[], at: string): WireStep {
  const texts: string[] = [];
  const thoughts: SentThought[] = [];
  const calls: SentCall[] = [];
  for (const block of blocks) {
    const type = wordAt(block["type"], ["text", "thinking", "redacted_thinking", "tool_use"], `${at}.content.type`);
    if (calls.length > 0 && type !== "tool_use")
      refuse(`${at}: ${WORDS.unanswered(calls.map(({ id }) => id).join(", "))}`);
    if (type === "text") texts.push(wordsAt(block["text"], `${at}.content.text`));
    if (type === "thinking")
      thoughts.push({
        text: textAt(block["thinking"], `${at}.thinking`),
        signature: textAt(block["signature"], `${at}.thinking.signature`),
      });
    if (type === "tool_use") calls.push(toolUse(block, at));
  }
  if (shown(blocks.at(-1)?.["type"]).endsWith("thinking"))
    refuse(`${at}: The final block in an assistant message cannot be \`thinking\`.`);
  return { role: "model", texts, thoughts, calls };
}

function toolUse(block: JsonObject, at: string): SentCall {
  const id = textAt(block["id"], `${at}.tool_use.id`);
  if (!ID.test(id)) refuse(`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  return {
    id,
    tool: textAt(block["name"], `${at}.tool_use.name`),
    args: objectAt(block["input"], `${at}.tool_use.input`),
  };
}

/** A reply that is to be gone on with may not end in space. */
function checkEnd(last: JsonObject | undefined): void {
  if (last?.["role"] !== "assistant" || typeof last["content"] === "string") return;
  const text = objectAt(listAt(last["content"], "content").at(-1), "content")["text"];
  if (typeof text === "string" && text.trimEnd() !== text)
    refuse("messages: final assistant content cannot end with trailing whitespace");
}

/** With thinking on, a turn under way begins with the thinking it began with. */
function checkThinking(body: JsonObject, messages: readonly JsonObject[], maxTokens: number): void {
  const terms = body["thinking"] === undefined ? {} : objectAt(body["thinking"], "thinking");
  if (terms["type"] !== "enabled") return;
  if (tokensAt(terms["budget_tokens"], "thinking.budget_tokens") >= maxTokens)
    refuse("`max_tokens` must be greater than `thinking.budget_tokens`");
  const last = messages.findLast(({ role }) => role === "assistant");
  const first = listAt(last?.["content"], "content")[0];
  if (first === undefined) return;
  if (!["thinking", "redacted_thinking"].includes(shown(objectAt(first, "content")["type"])))
    refuse(
      "Expected `thinking` or `redacted_thinking`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.",
    );
}

function checkCacheMarks(body: JsonObject): void {
  const marks = JSON.stringify(body).split('"cache_control":{').length - 1;
  if (marks > 4) refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
}
