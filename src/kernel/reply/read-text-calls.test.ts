import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import type { AdapterProfile } from "../spec/action-mode.ts";
import { CONTENT_BYTES } from "./call-content.ts";
import { readTextCalls } from "./read-text-calls.ts";

/** Calls as `tool arguments`, or the fault and the character where it stands. */
function found(profile: AdapterProfile, text: string): readonly string[] {
  const reading = readTextCalls(profile, text, utf8);
  if (!reading.ok) return [`${reading.fault.fault} at ${reading.fault.at}`];
  return reading.calls.map(({ tool, argumentsText }) => `${tool} ${argumentsText}`);
}

type Case = readonly [when: string, lines: readonly string[], found: readonly string[]];

const FENCED = '{"tool":"add","args":{"b":2,"a":1}}';
const ADD = 'add {"a":1,"b":2}';

describe("fenced_json.v1 (R19)", () => {
  test.each<Case>([
    ["a call", ["```tool", FENCED, "```"], [ADD]],
    ["prose around it", ["I add.", "", "```tool", FENCED, "```", "", "Done."], [ADD]],
    [
      "several calls, in their order",
      ["```tool", FENCED, "```", "```tool", '{"args":{},"tool":"now"}', "```"],
      [ADD, "now {}"],
    ],
    [
      "content over several lines",
      ["```tool", "", "{", '  "tool": "add",', '  "args": {"a": 1, "b": 2}', "}", "", "```"],
      [ADD],
    ],
    ["spaces and tabs behind the marks", ["```tool \t", FENCED, "``` "], [ADD]],
    [
      "a fence in a string of the arguments",
      ["```tool", '{"tool":"say","args":{"text":"```tool\\n```"}}', "```"],
      ['say {"text":"```tool\\n```"}'],
    ],
    [
      "numbers keep their form",
      ["```tool", '{"tool":"n","args":{"f":1.0,"i":9007199254740993}}', "```"],
      ['n {"f":1.0,"i":9007199254740993}'],
    ],
    ["no call", ['Just prose with `code` and <tool name="x">{}</tool>.'], []],
    ["nothing", [], []],
    ["an ordinary fence with such content", ["```json", FENCED, "```"], []],
    [
      "words that only begin like it",
      ["```tools", FENCED, "```", "```tool_call", FENCED, "```", "```tool-use", FENCED, "```"],
      [],
    ],
    [
      "an example quoted by a longer fence",
      ["````md", "```tool", FENCED, "```", "````", "```tool", FENCED, "```"],
      [ADD],
    ],
    ["an example quoted by tildes", ["~~~", "```tool", FENCED, "```", "~~~"], []],
    ["code in a line of prose", ["```tool```", "use ```tool``` for it"], []],
    ["an ordinary fence that does not end", ["```sh", "ls"], []],
    ["a call, then an ordinary fence that does not end", ["```tool", FENCED, "```", "```sh", "ls"], [ADD]],
  ])("%s", (_when, lines, expected) => {
    expect(found("fenced_json.v1", lines.join("\n"))).toEqual(expected);
    expect(found("fenced_json.v1", lines.join("\r\n"))).toEqual(expected);
  });

  test.each<Case>([
    ["no end", ["```tool", FENCED], ["call_unclosed at 0"]],
    ["no end, and nothing else", ["Hm.", "```tool"], ["call_unclosed at 4"]],
    ["an end of another mark", ["```tool", FENCED, "~~~"], ["call_unclosed at 0"]],
    ["an end that is too short", ["```tool", FENCED, "``"], ["call_unclosed at 0"]],
    ["a longer fence", ["````tool", FENCED, "````"], ["call_not_exact at 0"]],
    ["tildes", ["~~~tool", FENCED, "~~~"], ["call_not_exact at 0"]],
    ["an indent", [" ```tool", FENCED, "```"], ["call_not_exact at 0"]],
    ["an indent as of code", ["    ```tool", FENCED, "    ```"], ["call_not_exact at 0"]],
    ["a quoted paragraph", ["> ```tool", `> ${FENCED}`, "> ```"], ["call_not_exact at 0"]],
    ["a list", ["- ```tool", `  ${FENCED}`, "  ```"], ["call_not_exact at 0"]],
    ["a space before the word", ["``` tool", FENCED, "```"], ["call_not_exact at 0"]],
    ["another case", ["```Tool", FENCED, "```"], ["call_not_exact at 0"]],
    ["more words", ["```tool json", FENCED, "```"], ["call_not_exact at 0"]],
    ["a name behind it", ["```tool:add", "{}", "```"], ["call_not_exact at 0"]],
    ["a no-break space behind it", ["```tool\u00A0", FENCED, "```"], ["call_not_exact at 0"]],
    ["a return too many", ["```tool\r\r", FENCED, "```"], ["call_not_exact at 0"]],
    ["no content", ["```tool", "```"], ["call_not_json at 0"]],
    ["content that is no JSON", ["```tool", "add(1, 2)", "```"], ["call_not_json at 0"]],
    ["two objects", ["```tool", FENCED, FENCED, "```"], ["call_not_json at 0"]],
    ["a comment", ["```tool", `${FENCED} // add`, "```"], ["call_not_json at 0"]],
    ["a call in a call", ["```tool", "```tool", FENCED, "```", "```"], ["call_not_json at 0"]],
    ["a list", ["```tool", `[${FENCED}]`, "```"], ["call_wrong_shape at 0"]],
    ["a key twice", ["```tool", '{"tool":"a","tool":"b","args":{}}', "```"], ["call_not_json at 0"]],
    ["a key twice in the arguments", ["```tool", '{"tool":"a","args":{"x":1,"x":2}}', "```"], ["call_not_json at 0"]],
    ["half a character", ["```tool", '{"tool":"a","args":{"x":"\\ud800"}}', "```"], ["call_not_json at 0"]],
    ["a number that no double holds", ["```tool", '{"tool":"a","args":{"x":1e999}}', "```"], ["call_not_json at 0"]],
    ["no arguments", ["```tool", '{"tool":"a"}', "```"], ["call_wrong_shape at 0"]],
    ["arguments that are a text", ["```tool", '{"tool":"a","args":"{}"}', "```"], ["call_wrong_shape at 0"]],
    ["a blank name", ["```tool", '{"tool":" ","args":{}}', "```"], ["call_wrong_shape at 0"]],
    ["a field more", ["```tool", '{"tool":"a","args":{},"id":"1"}', "```"], ["call_wrong_shape at 0"]],
    ["a bad call behind a good one", ["```tool", FENCED, "```", "```tool", "{}", "```"], ["call_wrong_shape at 48"]],
    ["an open fence before it", ["```sh", "ls", "```tool", FENCED, "```"], ["fence_in_fence at 9"]],
    ["an example in a fence of the same length", ["```md", "```tool", FENCED, "```", "```"], ["fence_in_fence at 6"]],
    ["a quoting fence that does not end", ["~~~", "```tool", FENCED, "```"], ["fence_unclosed at 4"]],
    [
      "a fence in a fence that may quote it",
      ["```md", "```py", "x", "```", "```tool", FENCED, "```", "```"],
      ["fence_in_fence at 6"],
    ],
  ])("is no call but a problem: %s", (_when, lines, expected) => {
    expect(found("fenced_json.v1", lines.join("\n"))).toEqual(expected);
  });
});

const TAG = '<tool name="add">{"b":2,"a":1}</tool>';

describe("xml_tag.v1 (R19)", () => {
  test.each<Case>([
    ["a call", [TAG], [ADD]],
    ["prose around it", ["I add.", TAG, "Done."], [ADD]],
    ["several calls, in their order", [TAG, '<tool name="mcp.now-1_x">{}</tool>', TAG], [ADD, "mcp.now-1_x {}", ADD]],
    ["content over several lines", ['<tool name="add">', "{", '  "a": 1,', '  "b": 2', "}", "</tool> \t"], [ADD]],
    [
      "tags and braces in strings",
      ['<tool name="say">{"t":"</tool> } \\" <tool name=\\"x\\">"}</tool>'],
      ['say {"t":"</tool> } \\" <tool name=\\"x\\">"}'],
    ],
    ["a fence in a string", ['<tool name="say">', '{"t":', '"```"}</tool>'], ['say {"t":"```"}']],
    ["entities are text", ['<tool name="say">{"t":"&lt;\\u003c"}</tool>'], ['say {"t":"&lt;<"}']],
    ["an example in a fence", ["```xml", TAG, "```", TAG], [ADD]],
    ["an example in a fence of tildes", ["~~~~", TAG, "```", "~~~~"], []],
    ["an example in a line of code", [`Write \`${TAG}\` so.`, `\`${TAG}`], []],
    [
      "other tags",
      ["<toolbox>", "<tool-x>", "<tool_call>{}</tool_call>", "<tools>", "<a><b/></a>", "1 <2", "<", "</"],
      [],
    ],
    ["a fenced call", ["```tool", FENCED, "```"], []],
    ["an ordinary fence that does not end", ["```sh", "ls"], []],
    ["a fence in a fence, and no call", ["```md", "```py", "x", "```", "```"], []],
  ])("%s", (_when, lines, expected) => {
    expect(found("xml_tag.v1", lines.join("\n"))).toEqual(expected);
    expect(found("xml_tag.v1", lines.join("\r\n"))).toEqual(expected);
  });

  test.each<Case>([
    ["no end", ['<tool name="add">{"a":1}'], ["call_unclosed at 0"]],
    ["no content", ['<tool name="add">'], ["call_unclosed at 0"]],
    ["an object that does not end", ['<tool name="add">{"a":1</tool>'], ["call_unclosed at 0"]],
    ["a string that does not end", ['<tool name="add">{"a":"1}</tool>'], ["call_unclosed at 0"]],
    ["an escape at the end", ['<tool name="add">{"a":"\\'], ["call_unclosed at 0"]],
    ["empty content", ['<tool name="add"></tool>'], ["call_wrong_shape at 0"]],
    ["content that is a list", ['<tool name="add">[]</tool>'], ["call_wrong_shape at 0"]],
    ["content that is no JSON", ['<tool name="add">{a:1}</tool>'], ["call_not_json at 0"]],
    ["a key twice", ['<tool name="add">{"a":1,"a":2}</tool>'], ["call_not_json at 0"]],
    ["two objects", ['<tool name="add">{}{}</tool>'], ["call_not_exact at 0"]],
    ["a call in a call", ['<tool name="a">{"x":<tool name="b">{}</tool>}</tool>'], ["call_not_json at 0"]],
    ["something behind it", [`${TAG} and`], ["call_not_exact at 0"]],
    ["two calls in a line", [TAG + TAG], ["call_not_exact at 0"]],
    ["something before it", [`Now ${TAG}`], ["call_not_exact at 4"]],
    ["an indent", [`  ${TAG}`], ["call_not_exact at 2"]],
    ["a quoted paragraph", [`> ${TAG}`], ["call_not_exact at 2"]],
    ["single quotes", ["<tool name='add'>{}</tool>"], ["call_not_exact at 0"]],
    ["no name", ["<tool>{}</tool>"], ["call_not_exact at 0"]],
    ["an empty name", ['<tool name="">{}</tool>'], ["call_not_exact at 0"]],
    ["a name that no tool can have", ['<tool name="a b">{}</tool>'], ["call_not_exact at 0"]],
    ["a name that is too long", [`<tool name="${"a".repeat(129)}">{}</tool>`], ["call_not_exact at 0"]],
    ["another case", ['<TOOL name="add">{}</TOOL>'], ["call_not_exact at 0"]],
    ["an attribute more", ['<tool name="add" id="1">{}</tool>'], ["call_not_exact at 0"]],
    ["a tag over two lines", ["<tool", 'name="add">{}</tool>'], ["call_not_exact at 0"]],
    ["an empty tag", ['<tool name="add"/>'], ["call_not_exact at 0"]],
    ["another end", ['<tool name="add">{}</ tool>'], ["call_not_exact at 0"]],
    ["an end without a beginning", ["{}</tool>"], ["call_unopened at 2"]],
    ["a fence that does not end before it", ["```py", "x", TAG], ["fence_unclosed at 8"]],
    ["a fence in a fence that may quote it", ["```md", "```py", "x", "```", TAG, "```"], ["fence_in_fence at 6"]],
  ])("is no call but a problem: %s", (_when, lines, expected) => {
    expect(found("xml_tag.v1", lines.join("\n"))).toEqual(expected);
  });

  test("the longest name that a tool can have", () => {
    expect(found("xml_tag.v1", `<tool name="${"a".repeat(128)}">{}</tool>`)).toEqual([`${"a".repeat(128)} {}`]);
  });
});

test("a call has at most 1 MiB of content, counted in bytes (DESIGN 20)", () => {
  const content = (text: string) => `{"tool":"a","args":{"t":"${text}"}}\n`;
  const room = CONTENT_BYTES - content("").length;
  const fenced = (text: string) => found("fenced_json.v1", `\`\`\`tool\n${content(text)}\`\`\``);
  expect(fenced("x".repeat(room))).toHaveLength(1);
  expect([fenced("x".repeat(room + 1)), fenced("é".repeat(room / 2 + 1))]).toEqual([
    ["call_too_large at 0"],
    ["call_too_large at 0"],
  ]);
});

test("whether the last fence is open is told", () => {
  const open = (text: string) => {
    const reading = readTextCalls("xml_tag.v1", text, utf8);
    return reading.ok && reading.open;
  };
  expect([open("```\na"), open("```\na\n```"), open("a")]).toEqual([true, false, false]);
});
