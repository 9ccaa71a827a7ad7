import { compileSchema, isJsonObject, type Json, type JsonObject } from "#kernel";

/** An object of exactly these fields; those whose name ends with `?` may be absent. */
function closed(fields: Readonly<Record<string, Json>>): JsonObject {
  const named = Object.entries(fields).map(([name, schema]) => [name.replace("?", ""), schema] as const);
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return { type: "object", properties: Object.fromEntries(named), required, additionalProperties: false };
}

const NOT_BLANK = { type: "string", pattern: "\\S" };
const TEXT = closed({ type: { const: "text" }, text: NOT_BLANK });
const ANTHROPIC_ID = { type: "string", pattern: "^[a-zA-Z0-9_-]+$" };
const NAME = { type: "string", pattern: "^[a-zA-Z0-9_-]{1,64}$" };

/** A request's `system` and `messages` by Anthropic's reference of the Messages API, as far as an export says it. */
const ANTHROPIC = closed({
  "system?": NOT_BLANK,
  messages: {
    type: "array",
    items: {
      oneOf: [
        closed({
          role: { const: "user" },
          content: {
            type: "array",
            minItems: 1,
            items: {
              oneOf: [
                TEXT,
                closed({
                  type: { const: "tool_result" },
                  tool_use_id: ANTHROPIC_ID,
                  "content?": NOT_BLANK,
                  "is_error?": { const: true },
                }),
              ],
            },
          },
        }),
        closed({
          role: { const: "assistant" },
          content: {
            type: "array",
            minItems: 1,
            items: {
              oneOf: [
                TEXT,
                closed({ type: { const: "thinking" }, thinking: { type: "string" }, signature: { type: "string" } }),
                closed({ type: { const: "redacted_thinking" }, data: { type: "string" } }),
                closed({ type: { const: "tool_use" }, id: ANTHROPIC_ID, name: NAME, input: { type: "object" } }),
                {
                  type: "object",
                  properties: { type: { enum: ["server_tool_use", "web_search_tool_result"] } },
                  required: ["type"],
                },
              ],
            },
          },
        }),
      ],
    },
  },
});

const OPENAI_ID = { type: "string", minLength: 1, maxLength: 40 };

/** A request's `messages` by OpenAI's reference of Chat Completions, as far as an export says it. */
const OPENAI = closed({
  messages: {
    type: "array",
    items: {
      oneOf: [
        closed({ role: { const: "system" }, content: NOT_BLANK }),
        closed({ role: { const: "user" }, content: NOT_BLANK }),
        closed({ role: { const: "tool" }, tool_call_id: OPENAI_ID, content: { type: "string" } }),
        closed({ role: { const: "assistant" }, content: NOT_BLANK }),
        closed({
          role: { const: "assistant" },
          content: { type: ["string", "null"] },
          tool_calls: {
            type: "array",
            minItems: 1,
            items: closed({
              id: OPENAI_ID,
              type: { const: "function" },
              function: closed({ name: NAME, arguments: { type: "string", pattern: "^\\s*\\{" } }),
            }),
          },
        }),
      ],
    },
  },
});

const checkAnthropic = compileSchema(ANTHROPIC);
const checkOpenai = compileSchema(OPENAI);

/** Why Anthropic would refuse a body: its shape, and what its reference says beside shapes. Empty where it would not. */
export function anthropicProblems(body: Json): readonly string[] {
  const shape = checkAnthropic(body).map(({ path, problem }) => `${path}: ${problem}`);
  if (shape.length > 0) return shape;
  const messages = rows(body).map((message) => ({ role: message["role"], content: list(message["content"]) }));
  const calls = messages.map(({ content }) => ofType(content, "tool_use", "id"));
  const answers = messages.map(({ content }) => ofType(content, "tool_result", "tool_use_id"));
  const last = messages.at(-1);
  return [
    ...(messages[0] === undefined || messages[0].role === "user" ? [] : ["the first message is not the user's"]),
    ...(new Set(calls.flat()).size === calls.flat().length ? [] : ["an id stands twice"]),
    ...messages.flatMap(({ role, content }, at) => [
      ...(messages[at - 1]?.role === role ? [`${at}: the same role twice`] : []),
      ...(sorted(calls[at] ?? []) === sorted(answers[at + 1] ?? []) ? [] : [`${at}: calls without their results`]),
      ...(isPrefix(content, "tool_result") ? [] : [`${at}: results do not come first`]),
      ...(isPrefix(content.toReversed(), "tool_use") ? [] : [`${at}: something stands behind a call`]),
    ]),
    ...((answers[0] ?? []).length === 0 ? [] : ["results without calls"]),
    ...(last?.role === "assistant" && endsWithSpace(last.content.at(-1)?.["text"]) ? ["space at the end"] : []),
  ];
}

/** Why OpenAI would refuse a body, or a server that speaks its language. */
export function openaiProblems(body: Json): readonly string[] {
  const shape = checkOpenai(body).map(({ path, problem }) => `${path}: ${problem}`);
  if (shape.length > 0) return shape;
  const problems: string[] = [];
  let open: readonly Json[] = [];
  const all: Json[] = [];
  for (const [at, message] of rows(body).entries()) {
    const id = message["tool_call_id"];
    if (message["role"] === "tool") {
      if (!open.includes(id ?? null)) problems.push(`${at}: a result of no call`);
      open = open.filter((call) => call !== id);
      continue;
    }
    if (open.length > 0) problems.push(`${at}: calls without their results`);
    if (rows(body)[at - 1]?.["role"] === message["role"]) problems.push(`${at}: the same role twice`);
    open = list(message["tool_calls"] ?? []).map((call) => call["id"] ?? null);
    all.push(...open);
  }
  if (open.length > 0) problems.push("calls without their results at the end");
  if (new Set(all).size !== all.length) problems.push("an id stands twice");
  return problems;
}

function rows(body: Json): readonly JsonObject[] {
  return isJsonObject(body) ? list(body["messages"]) : [];
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json) => isJsonObject(item)) : [];
}

function ofType(content: readonly JsonObject[], type: string, field: string): readonly Json[] {
  return content.flatMap((block) => (block["type"] === type ? [block[field] ?? null] : []));
}

/** Whether blocks of this type stand together at the beginning. */
function isPrefix(content: readonly JsonObject[], type: string): boolean {
  const count = content.filter((block) => block["type"] === type).length;
  return content.slice(0, count).every((block) => block["type"] === type);
}

function endsWithSpace(text: Json | undefined): boolean {
  return typeof text === "string" && text.trimEnd() !== text;
}

function sorted(ids: readonly Json[]): string {
  return JSON.stringify(ids.map((id) => JSON.stringify(id)).toSorted());
}
