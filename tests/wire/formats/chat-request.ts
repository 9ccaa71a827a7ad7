import type { Json, JsonObject } from "#kernel";
import { checkSteps, type HistoryWords } from "../check-steps.ts";
import type { GivenOut } from "../given-out.ts";
import { listAt, objectAt, refuse, shown, textAt, tokensAt, wordAt } from "../refuse.ts";
import type { RawRequest } from "../wire-format.ts";
import type { SentCall, WireRequest, WireStep } from "../wire-request.ts";

const WORDS: HistoryWords = {
  unanswered: (ids) =>
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
  orphan: (ids) =>
    `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls': ${ids}`,
  badSeal: "Invalid reasoning",
};
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A request of Chat Completions, or its refusal; also what servers that speak its language refuse. */
export function readChat({ headers, body }: RawRequest, given: GivenOut): WireRequest {
  if (!/^Bearer \S/.test(headers["authorization"] ?? "")) refuse("You didn't provide an API key.", 401);
  const tools = functionNames(body);
  const messages = listAt(body["messages"], "messages").map((message, at) => objectAt(message, `messages.${at}`));
  const system = messages.filter(({ role }) => role === "system" || role === "developer");
  if (messages.slice(0, system.length).some(({ role }) => role !== "system" && role !== "developer"))
    refuse("System message must be at the beginning.");
  const steps = stepsOf(messages.slice(system.length));
  checkSteps(steps, { tools, given, words: WORDS });
  return {
    format: "openai-chat",
    model: textAt(body["model"], "model"),
    stream: body["stream"] === true,
    system: system.map(({ content }) => textAt(content, "messages.content")).join("\n"),
    tools,
    maxTokens: tokensAt(body["max_completion_tokens"] ?? body["max_tokens"], "max_tokens"),
    steps,
  };
}

function functionNames(body: JsonObject): readonly string[] {
  const names = listAt(body["tools"], "tools").map((tool, at) => {
    const { name, parameters } = objectAt(objectAt(tool, `tools.${at}`)["function"], `tools.${at}.function`);
    if (!NAME.test(shown(name))) refuse(`Invalid 'tools[${at}].function.name': string does not match pattern.`);
    if (objectAt(parameters, `tools.${at}.parameters`)["type"] !== "object")
      refuse(`Invalid schema for function '${shown(name)}': schema must be a JSON Schema of 'type: "object"'.`);
    return shown(name);
  });
  if (new Set(names).size !== names.length) refuse("Invalid 'tools': function names must be unique.");
  return names;
}

/** Messages of `tool` and what the user says behind them are one step. */
function stepsOf(messages: readonly JsonObject[]): readonly WireStep[] {
  const steps: WireStep[] = [];
  for (const [at, message] of messages.entries()) {
    const role = wordAt(message["role"], ["user", "assistant", "tool"], `messages.${at}.role`);
    const step = role === "assistant" ? modelStep(message, at) : userStep(role, message, at);
    const last = steps.at(-1);
    const before = messages[at - 1]?.["role"];
    const joins = before === "tool" && last?.role === "user" && step.role === "user";
    if (joins)
      steps[steps.length - 1] = {
        role: "user",
        texts: [...last.texts, ...step.texts],
        results: [...last.results, ...step.results],
      };
    else steps.push(step);
  }
  return steps;
}

function userStep(role: "user" | "tool", message: JsonObject, at: number): WireStep {
  const text = contentText(message["content"], at);
  if (role === "user") return { role: "user", texts: [text], results: [] };
  const id = textAt(message["tool_call_id"], `messages.${at}.tool_call_id`);
  return { role: "user", texts: [], results: [{ id, tool: undefined, text }] };
}

function contentText(content: Json | undefined, at: number): string {
  if (typeof content === "string") return content;
  return listAt(content, `messages.${at}.content`)
    .map((part) => textAt(objectAt(part, `messages.${at}.content`)["text"], `messages.${at}.content.text`))
    .join("");
}

function modelStep(message: JsonObject, at: number): WireStep {
  const { content = null, tool_calls } = message;
  const calls = listAt(tool_calls, `messages.${at}.tool_calls`).map((call) =>
    sentCall(objectAt(call, "tool_calls"), at),
  );
  if (tool_calls !== undefined && calls.length === 0) refuse(`Invalid 'messages[${at}].tool_calls': empty array.`);
  if (content === null && calls.length === 0) refuse(`Invalid value for 'content': expected a string, got null.`);
  const text = content === null ? "" : contentText(content, at);
  return { role: "model", texts: text === "" ? [] : [text], thoughts: [], calls };
}

function sentCall(call: JsonObject, at: number): SentCall {
  const id = textAt(call["id"], `messages.${at}.tool_calls.id`);
  if (id.length > 40) refuse(`Invalid 'messages[${at}].tool_calls.id': string too long, maximum length 40.`);
  if (call["type"] !== "function") refuse(`Missing required parameter: 'messages[${at}].tool_calls.type'.`);
  const { name, arguments: text } = objectAt(call["function"], `messages.${at}.tool_calls.function`);
  return { id, tool: textAt(name, "function.name"), args: parsed(textAt(text, "function.arguments")) };
}

/** Several servers read the arguments of the history again, and refuse what is no object. */
function parsed(text: string): Json {
  try {
    return objectAt(JSON.parse(text), "function.arguments");
  } catch {
    return refuse(`Invalid 'function.arguments': not a JSON object: ${text.slice(0, 80)}`);
  }
}
