import type { Json, JsonObject } from "#kernel";
import { checkSteps, type HistoryWords } from "../check-steps.ts";
import type { GivenOut } from "../given-out.ts";
import { listAt, objectAt, refuse, shown, textAt, tokensAt, wordAt } from "../refuse.ts";
import type { RawRequest } from "../wire-format.ts";
import type { SentCall, SentResult, SentThought, WireRequest, WireStep } from "../wire-request.ts";

const WORDS: HistoryWords = {
  unanswered: (ids) => `No tool output found for function call ${ids}.`,
  orphan: (ids) => `No tool call found for function call output with call_id ${ids}.`,
  badSeal: "The encrypted content could not be verified.",
};
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A request of the Responses API, or its refusal. */
export function readResponses({ headers, body }: RawRequest, given: GivenOut): WireRequest {
  if (!/^Bearer \S/.test(headers["authorization"] ?? "")) refuse("You didn't provide an API key.", 401);
  const tools = listAt(body["tools"], "tools").map((tool, at) => toolName(objectAt(tool, `tools[${at}]`), at));
  if (new Set(tools).size !== tools.length) refuse("Invalid 'tools': function names must be unique.");
  const items = listAt(body["input"], "input").map((item, at) => objectAt(item, `input[${at}]`));
  const system = items.filter(({ role }) => role === "system" || role === "developer");
  const steps = stepsOf(items.filter((item) => !system.includes(item)));
  checkSteps(steps, { tools, given, words: WORDS });
  checkItems(items, body["store"]);
  return {
    format: "openai-responses",
    model: textAt(body["model"], "model"),
    stream: body["stream"] === true,
    system: system.map(({ content }) => partsText(content)).join("\n"),
    tools,
    maxTokens: tokensAt(body["max_output_tokens"], "max_output_tokens"),
    steps,
  };
}

function toolName(tool: JsonObject, at: number): string {
  wordAt(tool["type"], ["function"], `tools[${at}].type`);
  const name = textAt(tool["name"], `tools[${at}].name`);
  if (!NAME.test(name)) refuse(`Invalid 'tools[${at}].name': string does not match pattern.`);
  if (objectAt(tool["parameters"], `tools[${at}].parameters`)["type"] !== "object")
    refuse(`Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`);
  return name;
}

/** Items that are not persisted cannot be named; an item of reasoning stands before what followed from it. */
function checkItems(items: readonly JsonObject[], store: Json | undefined): void {
  for (const [at, item] of items.entries()) {
    if (store !== false) break;
    if (item["type"] === "item_reference")
      refuse(
        `Item with id '${shown(item["id"])}' not found. Items are not persisted when \`store\` is set to false.`,
        404,
      );
    if (item["type"] !== "reasoning") continue;
    const next = items[at + 1];
    if (next?.["type"] !== "reasoning" && next?.["type"] !== "function_call" && next?.["role"] !== "assistant")
      refuse(`Item '${shown(item["id"])}' of type 'reasoning' was provided without its required following item.`);
  }
}

type Side =
  | { readonly role: "user"; readonly texts: string[]; readonly results: SentResult[] }
  | { readonly role: "model"; readonly texts: string[]; readonly thoughts: SentThought[]; readonly calls: SentCall[] };

/** Items of one side in a row are one step, but two messages of the user are two: some servers of this language refuse that. */
function stepsOf(items: readonly JsonObject[]): readonly WireStep[] {
  const steps: Side[] = [];
  for (const [at, item] of items.entries()) {
    const side = sideOf(item, at);
    const before = items[at - 1];
    const twoMessages = item["role"] === "user" && before?.["role"] === "user";
    let last = steps.at(-1);
    if (last?.role !== side || twoMessages) {
      last =
        side === "user" ? { role: side, texts: [], results: [] } : { role: side, texts: [], thoughts: [], calls: [] };
      steps.push(last);
    }
    if (last.role === "user") addUser(last, item);
    else addModel(last, item, at);
  }
  return steps;
}

function sideOf(item: JsonObject, at: number): Side["role"] {
  const { type = "message", role } = item;
  const known = wordAt(type, ["message", "function_call", "function_call_output", "reasoning"], `input[${at}].type`);
  if (known === "function_call_output") return "user";
  if (known !== "message") return "model";
  return wordAt(role, ["user", "assistant"], `input[${at}].role`) === "user" ? "user" : "model";
}

function addUser(step: Extract<Side, { role: "user" }>, item: JsonObject): void {
  if (item["type"] !== "function_call_output") step.texts.push(partsText(item["content"]));
  else step.results.push({ id: callId(item), tool: undefined, text: outputText(item["output"]) });
}

function addModel(step: Extract<Side, { role: "model" }>, item: JsonObject, at: number): void {
  const { type, id, name, encrypted_content } = item;
  if (type === "function_call") {
    if (id !== undefined && !shown(id).startsWith("fc_"))
      refuse(`Invalid 'input[${at}].id': '${shown(id)}'. Expected an ID that begins with 'fc'.`);
    const text = textAt(item["arguments"], `input[${at}].arguments`);
    step.calls.push({ id: callId(item), tool: textAt(name, `input[${at}].name`), args: text });
  } else if (type === "reasoning") {
    const summary = listAt(item["summary"], `input[${at}].summary`).map((part) =>
      textAt(objectAt(part, "summary")["text"], "summary.text"),
    );
    const signature = textAt(encrypted_content, `input[${at}].encrypted_content`);
    step.thoughts.push({ text: summary.join(""), signature });
  } else {
    if (id !== undefined && !shown(id).startsWith("msg_"))
      refuse(`Invalid 'input[${at}].id': '${shown(id)}'. Expected an ID that begins with 'msg'.`);
    step.texts.push(partsText(item["content"]));
  }
}

function callId(item: JsonObject): string {
  const id = textAt(item["call_id"], "call_id");
  if (id === "" || id.length > 64) refuse("Invalid 'call_id': string of 1 to 64 characters expected.");
  return id;
}

function partsText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return listAt(content, "content")
    .map((part) => textAt(objectAt(part, "content")["text"], "content.text"))
    .join("");
}

function outputText(output: Json | undefined): string {
  return typeof output === "string" ? output : partsText(output);
}
