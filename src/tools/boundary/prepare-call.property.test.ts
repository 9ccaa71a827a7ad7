import * as fc from "fast-check";
import * as z from "zod";
import { expect, test } from "vitest";
import { canonicalJson, type ToolFailure } from "#kernel";
import { tool } from "../tool.ts";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toolSet } from "../tool-set.ts";
import { prepareCall } from "./prepare-call.ts";
import { openCall, type ReadyCall } from "./prepared-call.ts";

const ARGS = z.strictObject({ path: z.string(), all: z.boolean().optional(), limit: z.int().optional() });
const SET = toolSet(
  tool({ name: "typed", description: "", args: ARGS, output: z.null(), run: () => null }),
  toolFromJsonSchema({ name: "open", schema: { type: "object" } }),
).build();

type Prepared = { readonly ok: true; readonly call: ReadyCall } | { readonly ok: false; readonly failure: ToolFailure };

function prepare(name: string, text: string): Prepared {
  const preparing = prepareCall(SET, { toolCallId: "tc-1", tool: name, argumentsText: text });
  if (preparing instanceof Promise) throw new Error("the schema took its time");
  return preparing.ok ? { ok: true, call: openCall(preparing.call) } : preparing;
}

const LONGEST_PREVIEW = 24;
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.json(),
  fc.json().map((text) => text.slice(0, -1)),
  fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()).map((args) => JSON.stringify(args)),
  fc.constantFrom('{"__proto__":1}', '{"path":"\\ud800"}', '{"path":1e999}', "\uD800", '{"a":1,"a":2}'),
);

test("any text whatever is prepared or refused, never thrown at, and the message is bounded and well formed (T01, T03)", () => {
  fc.assert(
    fc.property(fc.constantFrom("typed", "open", "\uDC00none"), anyText, (name, text) => {
      const preparing = prepare(name, text);
      if (preparing.ok) return;
      expect(preparing.failure).toMatchObject({ code: "InvalidInput", retryable: false });
      expect(preparing.failure.message.length).toBeLessThanOrEqual(400);
      expect(preparing.failure.message.isWellFormed()).toBe(true);
      // One line: nothing of the arguments can forge another.
      expect(preparing.failure.message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    }),
    { numRuns: 1_000 },
  );
});

test("no text of the arguments that is longer than a preview stands whole in the message (T03)", () => {
  const long = fc.string({ unit: fc.constantFrom("q", "7", "é", "😀", "\n", '"'), minLength: 25, maxLength: 300 });
  fc.assert(
    fc.property(fc.array(long, { minLength: 1, maxLength: 6 }), (values) => {
      const args = Object.fromEntries(values.map((value, at) => [at === 0 ? "limit" : `field${at}`, value]));
      const preparing = prepare("typed", JSON.stringify(args));
      const message = preparing.ok ? "" : preparing.failure.message;
      expect(message).toContain("typed: ");
      for (const value of values) {
        expect(message).not.toContain(value);
        expect(message).not.toContain(value.slice(0, LONGEST_PREVIEW));
      }
    }),
    { numRuns: 300 },
  );
});

test("the same arguments are answered with the same words, whatever was asked before (T02)", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, other) => {
      const before = prepare("typed", text);
      prepare("typed", other);
      expect(prepare("typed", text)).toEqual(before);
    }),
    { numRuns: 200 },
  );
});

const validArgs = fc.record(
  {
    path: fc.string({ unit: fc.constantFrom("a", "/", ".", "é", "[", ")") }),
    all: fc.boolean(),
    limit: fc.maxSafeInteger(),
  },
  { requiredKeys: ["path"] },
);

test("valid arguments come back unchanged and unrepaired (T01)", () => {
  fc.assert(
    fc.property(validArgs, (args) => {
      const preparing = prepare("typed", JSON.stringify(args));
      expect(preparing.ok && canonicalJson(preparing.call.args)).toBe(canonicalJson(args));
      expect(preparing.ok && preparing.call.repairs).toEqual([]);
    }),
  );
});

const mistaken = fc.record(
  {
    path: fc.constantFrom("a.ts", "[a.ts](http://a.ts)", "[b](c)"),
    filePath: fc.constantFrom("a.ts", "[a.ts](a.ts)"),
    all: fc.constantFrom<unknown>(true, "true", "yes"),
    limit: fc.constantFrom<unknown>(5, "5", "05", "5.0", 5.5),
    other: fc.constant(1),
  },
  { requiredKeys: [] },
);

test("what was repaired needs no repair: repairing is idempotent (T02)", () => {
  fc.assert(
    fc.property(mistaken, (args) => {
      const once = prepare("typed", JSON.stringify(args));
      if (!once.ok) return;
      const twice = prepare("typed", canonicalJson(once.call.args));
      expect(twice.ok && [twice.call.args, twice.call.repairs]).toEqual([once.call.args, []]);
    }),
    { numRuns: 500 },
  );
});
