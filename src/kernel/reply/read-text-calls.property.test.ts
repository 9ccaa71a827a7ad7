import { performance } from "node:perf_hooks";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { canonicalJson } from "../digest/canonical.ts";
import type { JsonObject } from "../json/value.ts";
import { ADAPTER_PROFILES } from "../spec/action-mode.ts";
import { readTextCalls } from "./read-text-calls.ts";
import { renderTextCall } from "./render-text-call.ts";

const jsonText = fc.string({
  unit: fc.oneof(
    fc.constantFrom("`", "<", ">", "\n", "\r", '"', "\\", "{", "}"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
});
const args = fc.dictionary(
  jsonText,
  fc.oneof(jsonText, fc.integer(), fc.boolean(), fc.constant(null), fc.array(jsonText)),
) as fc.Arbitrary<JsonObject>;
const call = fc.record({
  tool: fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/),
  argumentsText: args.map((value) => canonicalJson(value)),
});

/** Prose in which nothing looks like a call or a fence. */
const prose = fc.string({ unit: fc.constantFrom("a", " ", ".", "{", "}", '"', "\n", "é", "😀", "tool", "args", ":") });

/** Everything that calls and quotes are made of, in any order. */
const shards = fc
  .array(
    fc.constantFrom(
      "```tool",
      "```",
      "````",
      "~~~",
      "\n",
      "\r\n",
      "\n",
      "> ",
      "    ",
      "`",
      "<tool",
      " name=",
      '"x"',
      ">",
      "</tool>",
      '<tool name="x">',
      "{}",
      '{"tool":"x","args":{}}',
      "tool",
      "{",
      "}",
      '"',
      "\\",
      "a",
      " ",
      "\u2028",
      "\0",
      "\uD800",
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe.each(ADAPTER_PROFILES)("%s", (profile) => {
  test("what is rendered is read back, with prose between (R19)", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, call)), prose, (said, last) => {
        const text =
          said.map(([before, made]) => `${before}\n${renderTextCall(profile, made, utf8)}\n`).join("") + last;
        const reading = readTextCalls(profile, text, utf8);
        expect(reading).toEqual({ ok: true, calls: said.map(([, made]) => made), open: false });
      }),
      { numRuns: 500 },
    );
  });

  test("random prose never makes a call (R19)", () => {
    const word = fc.oneof(prose, fc.string({ unit: "binary" }), fc.lorem(), fc.json());
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const reading = readTextCalls(profile, words.join(" "), utf8);
        expect(reading.ok ? reading.calls : []).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("whatever a text is put together from, a call in it is one that can be written down again", () => {
    fc.assert(
      fc.property(shards, (text) => {
        const reading = readTextCalls(profile, text, utf8);
        for (const made of reading.ok ? reading.calls : []) expect(renderTextCall(profile, made, utf8)).toBeDefined();
      }),
      { numRuns: 3_000 },
    );
  });

  test("what a closed fence holds is never a call, nor changes those outside", () => {
    fc.assert(
      fc.property(shards, (text) => {
        // Longer than anything inside that could end it.
        const fence = "~".repeat(text.length + 8);
        const quoted = `${fence}\n${text}\n${fence}\n`;
        expect(readTextCalls(profile, quoted, utf8)).toEqual({ ok: true, calls: [], open: false });
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    "`",
    "```\n",
    "```tool",
    "```tool\n",
    "~",
    "<tool",
    "<tool ",
    "<tool\n",
    '<tool name="x">',
    '<tool name="x">{',
    '<tool name="x">{}</tool>\n',
    "`<tool ",
    "</tool",
    " ",
    "\t",
    "\r",
    "\n",
    "<",
    '{"',
    '\\"',
    "<TOOL",
    "> ```tool\n",
    "```md\n",
    "~~~\n```tool\n",
  ])("reads 100 kB of %j in milliseconds", (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const start = performance.now();
    readTextCalls(profile, text, utf8);
    readTextCalls(profile, `\`\`\`tool\n{"tool":"${text}`, utf8);
    readTextCalls(profile, `<tool name="x">{"a":"${text}`, utf8);
    // A few milliseconds, more on a busy machine; the square of the length would be minutes.
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

test("a call that its profile cannot say is not rendered", () => {
  const rendered = ADAPTER_PROFILES.map((profile) => [
    renderTextCall(profile, { tool: 'a"b', argumentsText: "{}" }, utf8),
    renderTextCall(profile, { tool: "a", argumentsText: "[]" }, utf8),
    renderTextCall(profile, { tool: "a", argumentsText: "{}\n```\n```tool\n{}" }, utf8),
    renderTextCall(profile, { tool: "", argumentsText: "{}" }, utf8),
  ]);
  expect(rendered).toEqual([
    ['```tool\n{"tool":"a\\"b","args":{}}\n```', undefined, undefined, undefined],
    [undefined, undefined, undefined, undefined],
  ]);
});
