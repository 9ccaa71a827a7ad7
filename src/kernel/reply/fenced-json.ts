import { canonicalJson } from "../digest/canonical.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";
import { readContent } from "./call-content.ts";
import { closesFence, type Fence, openedFence, withoutSpaces } from "./fence.ts";
import { type Finding, lineAt, type TextCall, type TextLine, type TextProfile } from "./text-profile.ts";

const OPENER = "```tool";
const CALL_FENCE: Fence = { mark: "`", run: 3, indent: 0, info: "tool" };

/** `fenced_json.v1`: a fence of three backticks with the info string `tool`, holding `{"tool": name, "args": {…}}` (docs/action-modes.md). */
export const FENCED_JSON: TextProfile = {
  find({ text, utf8 }, line, fence) {
    if (!beginsCall(line.text, fence)) return undefined;
    if (line.text[0] !== "`" || withoutSpaces(line.text) !== OPENER) return { fault: "call_not_exact", at: line.start };
    const end = closingLine(text, line.next);
    if (end === undefined) return { fault: "call_unclosed", at: line.start };
    const content = readContent(text.slice(line.next, end.start), line.start, utf8);
    if (!content.ok) return content.fault;
    const call = callOf(content.value);
    return call === undefined ? wrongShape(line) : { call, next: end.next };
  },
  beginsCall,
  fenced: true,
};

/** A fence for a tool however it is written, or the exact opener where no fence can begin. */
function beginsCall(line: string, fence: Fence | undefined): boolean {
  return fence === undefined ? withoutSpaces(line).endsWith(OPENER) : isMeant(fence);
}

/** `tool` in any case with anything behind it that is not part of the word: `tools` and `tool_call` are words of their own. */
function isMeant({ info }: Fence): boolean {
  return info.slice(0, 4).toLowerCase() === "tool" && !/^[\w-]/.test(info.slice(4, 5));
}

function closingLine(text: string, from: number): TextLine | undefined {
  for (let at = from; at < text.length;) {
    const line = lineAt(text, at);
    if (closesFence(openedFence(line.text), CALL_FENCE)) return line;
    at = line.next;
  }
  return undefined;
}

function callOf(content: JsonObject): TextCall | undefined {
  const { tool, args } = content;
  if (Object.keys(content).length !== 2 || typeof tool !== "string" || !isJsonObject(args)) return undefined;
  return tool.trim() === "" ? undefined : { tool, argumentsText: canonicalJson(args) };
}

function wrongShape({ start }: TextLine): Finding {
  return { fault: "call_wrong_shape", at: start, what: 'expected {"tool": name, "args": {…}} and nothing else' };
}
