import { canonicalJson } from "../digest/canonical.ts";
import type { Utf8 } from "../json/utf8.ts";
import { readContent } from "./call-content.ts";
import { withoutSpaces } from "./fence.ts";
import { type Finding, lineAt, type TextProfile } from "./text-profile.ts";

const CLOSER = "</tool>";
// Anchored, without a choice inside, and no longer than a name: it looks at each character once.
const OPENER = /^<tool name="([A-Za-z0-9_.-]{1,128})">/;
const LONGEST_OPENER = '<tool name="">'.length + 128;

/** `xml_tag.v1`: `<tool name="x">{…}</tool>`, beginning a line and ending one (docs/action-modes.md). */
export const XML_TAG: TextProfile = {
  find({ text, utf8 }, line, fence) {
    if (fence !== undefined) return undefined;
    const at = tagIn(line.text);
    if (at === undefined) return undefined;
    const found = line.start + at;
    if (line.text[at + 1] === "/") return { fault: "call_unopened", at: found };
    const opener = at === 0 ? OPENER.exec(line.text.slice(0, LONGEST_OPENER)) : null;
    const [whole = "", tool] = opener ?? [];
    if (tool === undefined) return { fault: "call_not_exact", at: found };
    return readTag({ text, utf8, tool, start: line.start, from: line.start + whole.length });
  },
  beginsCall: (line) => OPENER.test(line.slice(0, LONGEST_OPENER)),
  fenced: false,
};

interface Opened {
  readonly text: string;
  readonly utf8: Utf8;
  readonly tool: string;
  readonly start: number;
  /** Where the content begins. */
  readonly from: number;
}

function readTag({ text, utf8, tool, start, from }: Opened): Finding {
  const first = skipSpace(text, from);
  if (first < text.length && text[first] !== "{")
    return { fault: "call_wrong_shape", at: start, what: "the content is no object" };
  const end = objectEnd(text, first);
  const closer = end === undefined ? text.length : skipSpace(text, end);
  if (end === undefined || closer === text.length) return { fault: "call_unclosed", at: start };
  if (!text.startsWith(CLOSER, closer))
    return { fault: "call_not_exact", at: start, what: `the content is not followed by ${CLOSER}` };
  const rest = lineAt(text, closer + CLOSER.length);
  if (withoutSpaces(rest.text) !== "")
    return { fault: "call_not_exact", at: start, what: `something follows ${CLOSER}` };
  const content = readContent(text.slice(first, end), start, utf8);
  if (!content.ok) return content.fault;
  return { call: { tool, argumentsText: canonicalJson(content.value) }, next: rest.next };
}

/** Where a line says `<tool` or `</tool`, in any case, as a word; what follows a backtick is quoted. */
function tagIn(line: string): number | undefined {
  const tick = line.indexOf("`");
  const plain = tick === -1 ? line : line.slice(0, tick);
  for (let at = plain.indexOf("<"); at !== -1; at = plain.indexOf("<", at + 1)) {
    const name = at + (plain[at + 1] === "/" ? 2 : 1);
    const isTool = plain.slice(name, name + 4).toLowerCase() === "tool";
    if (isTool && !/^[\w.:-]/.test(plain.slice(name + 4, name + 5))) return at;
  }
  return undefined;
}

/** Where the object ends that begins at a place; undefined when the text ends first. Braces in its strings do not count. */
function objectEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted) at += character === "\\" ? 1 : 0;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  return at;
}
