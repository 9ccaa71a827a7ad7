import type { Json, JsonObject } from "#kernel";
import { checkSteps, type HistoryWords } from "../check-steps.ts";
import type { GivenOut } from "../given-out.ts";
import { listAt, objectAt, refuse, shown, textAt, tokensAt, wordAt } from "../refuse.ts";
import type { RawRequest } from "../wire-format.ts";
import type { SentCall, SentResult, SentThought, WireRequest, WireStep } from "../wire-request.ts";

/** Where a model is asked, and how. */
export const GOOGLE_PATH: RegExp = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent\?alt=sse|generateContent)$/;
const WORDS: HistoryWords = {
  unanswered: (names) =>
    `Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn. (${names})`,
  orphan: (names) =>
    `Please ensure that function response turn comes immediately after a function call turn. (${names})`,
  badSeal: "Thought signature is not valid.",
};

/** A request of generateContent, or its refusal. */
export function readGoogle({ path, headers, body }: RawRequest, given: GivenOut): WireRequest {
  if (headers["x-goog-api-key"] === undefined) refuse("Method doesn't allow unregistered callers.", 403);
  const [, model = "", action = ""] = GOOGLE_PATH.exec(path) ?? [];
  const tools = listAt(body["tools"], "tools").flatMap((tool, at) =>
    listAt(objectAt(tool, `tools[${at}]`)["functionDeclarations"], `tools[${at}].functionDeclarations`).map(toolName),
  );
  const contents = listAt(body["contents"], "contents").map((content, at) => objectAt(content, `contents[${at}]`));
  const steps = stepsOf(contents);
  checkSteps(steps, { tools, given, words: WORDS });
  checkSeals(contents, model, given);
  return {
    format: "google",
    model,
    stream: action.startsWith("stream"),
    system: partsOf(objectAt(body["systemInstruction"] ?? { parts: [] }, "systemInstruction"), "systemInstruction")
      .map(({ text }) => shown(text))
      .join("\n"),
    tools,
    maxTokens: tokensAt(objectAt(body["generationConfig"], "generationConfig")["maxOutputTokens"], "maxOutputTokens"),
    steps,
  };
}

function toolName(tool: Json, at: number): string {
  const name = textAt(objectAt(tool, `functionDeclarations[${at}]`)["name"], `functionDeclarations[${at}].name`);
  if (!/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name)) refuse(`functionDeclarations[${at}].name: Invalid function name.`);
  return name;
}

function partsOf(content: JsonObject, at: string): readonly JsonObject[] {
  return listAt(content["parts"], `${at}.parts`).map((part, place) => objectAt(part, `${at}.parts[${place}]`));
}

/** What the user says behind results is of one step with them. */
function stepsOf(contents: readonly JsonObject[]): readonly WireStep[] {
  const steps: WireStep[] = [];
  for (const [at, content] of contents.entries()) {
    const next = step(content, at);
    const last = steps.at(-1);
    const joins = last?.role === "user" && last.results.length > 0 && last.texts.length === 0;
    if (joins && next.role === "user" && next.results.length === 0)
      steps[steps.length - 1] = { ...last, texts: next.texts };
    else steps.push(next);
  }
  return steps;
}

function step(content: JsonObject, at: number): WireStep {
  const role = wordAt(content["role"], ["user", "model"], `contents[${at}].role`);
  const parts = partsOf(content, `contents[${at}]`);
  if (parts.length === 0) refuse(`contents[${at}].parts: must include at least one parts field`);
  return role === "user" ? userStep(parts, at) : modelStep(parts, at);
}

function userStep(parts: readonly JsonObject[], at: number): WireStep {
  const texts: string[] = [];
  const results: SentResult[] = [];
  for (const { text, functionResponse } of parts) {
    if (functionResponse === undefined) {
      texts.push(textAt(text, `contents[${at}].parts.text`));
      continue;
    }
    const { id, name, response } = objectAt(functionResponse, `contents[${at}].functionResponse`);
    const told = objectAt(response, `contents[${at}].functionResponse.response`);
    const tool = textAt(name, `contents[${at}].functionResponse.name`);
    results.push({ id: id === undefined ? undefined : textAt(id, "id"), tool, text: JSON.stringify(told) });
  }
  return { role: "user", texts, results };
}

function modelStep(parts: readonly JsonObject[], at: number): WireStep {
  const texts: string[] = [];
  const thoughts: SentThought[] = [];
  const calls: SentCall[] = [];
  for (const { text, thought, functionCall } of parts) {
    if (functionCall !== undefined) {
      const { id, name, args } = objectAt(functionCall, `contents[${at}].functionCall`);
      const tool = textAt(name, `contents[${at}].functionCall.name`);
      calls.push({
        id: id === undefined ? undefined : textAt(id, "id"),
        tool,
        args: objectAt(args, "functionCall.args"),
      });
    } else if (thought !== true) texts.push(textAt(text, `contents[${at}].parts.text`));
  }
  return { role: "model", texts, thoughts, calls };
}

/** A call as it is known again without an id. */
export function callKey(name: string, args: Json): string {
  return `${name} ${JSON.stringify(args)}`;
}

/** What stands instead of a seal on a call that another model made; on one of its own it is a seal that was lost. */
const FOREIGN = "skip_thought_signature_validator";

/** Seals stand on calls and texts, and the first call of each step has one. */
function checkSeals(contents: readonly JsonObject[], model: string, given: GivenOut): void {
  const steps = contents
    .filter(({ role }) => role === "model")
    .map((content, at) => partsOf(content, `contents[${at}]`));
  const all = steps.flat();
  const isOwn = ({ thoughtSignature }: JsonObject): boolean =>
    thoughtSignature === undefined || given.marks.has(shown(thoughtSignature));
  // The same call may have been made by two models: then one of the two has its own seal.
  const kept = new Set(all.filter((part) => isOwn(part)).map(keyOf));
  for (const part of all) {
    const isForeign = !given.markedCalls.has(keyOf(part)) || kept.has(keyOf(part));
    if (!isOwn(part) && !(part["thoughtSignature"] === FOREIGN && isForeign)) refuse(WORDS.badSeal);
  }
  const firstCalls = steps.map((parts) => parts.find(({ functionCall }) => functionCall !== undefined));
  const isMissing = firstCalls.some((part) => part !== undefined && part["thoughtSignature"] === undefined);
  if (model.startsWith("gemini-3") && isMissing)
    refuse("Function call is missing a thought_signature in functionCall parts.");
}

function keyOf({ functionCall }: JsonObject): string {
  const { name, args = null } = functionCall === undefined ? {} : objectAt(functionCall, "functionCall");
  return callKey(shown(name), args);
}
