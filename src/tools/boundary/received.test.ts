import { expect, test } from "vitest";
import { Float } from "#kernel";
import { receivedRaw, receivedText } from "./received.ts";

test("each field is shown with type and size, texts with their beginning (T03)", () => {
  const args = {
    path: "src/parser.ts",
    content: "x".repeat(120_000),
    empty: "",
    on: true,
    limit: 5,
    ratio: new Float(1),
    none: null,
    list: [1, 2],
    inner: { a: 1 },
  };
  expect(receivedText(args, 400)).toBe(
    [
      'path (string, 13 chars "src/parser.ts")',
      `content (string, 120000 chars "${"x".repeat(23)}…")`,
      "empty (string, 0 chars)",
      "on (boolean true)",
      "limit (number 5)",
      "ratio (number 1)",
      "none (null)",
      "list (array, 2 items)",
      "inner (object, 1 fields)",
    ].join(", "),
  );
});

test.each(["api_key", "accessToken", "client-secret", "PASSWORD", "Authorization"])(
  "%s looks like a secret: its length is shown and nothing else",
  (name) => {
    expect(receivedText({ [name]: "hunter2" }, 400)).toBe(`${name} (string, 7 chars)`);
    expect(receivedText({ [name]: 1234 }, 400)).toBe(`${name} (number)`);
  },
);

test("what cannot be seen is escaped, in names and in texts, and a preview stays short", () => {
  expect(receivedText({ "a\nb\u202E": "\u001B[31m", x: "\u0007".repeat(30) }, 400)).toBe(
    '"a\\nb\\u{202e}" (string, 5 chars "\\u{1b}[31m"), x (string, 30 chars "\\u{7}\\u{7}\\u{7}…")',
  );
});

test("an emoji at the cut is not cut in two", () => {
  expect(receivedText({ a: `${"x".repeat(22)}😀😀` }, 400)).toBe(`a (string, 26 chars "${"x".repeat(22)}…")`);
});

test("a flood of fields is counted, not listed", () => {
  const flood = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [`field${at}`, at]));
  expect(receivedText(flood, 70)).toBe("field0 (number 0), field1 (number 1) and 999998 more");
  expect(receivedText({ ["n".repeat(64)]: 1, b: 2 }, 40)).toBe("2 fields");
  expect(receivedText({}, 40)).toBe("no fields");
});

test("of text that is no JSON only its length and the names in it are shown", () => {
  const text = '{"path": "src/a.ts", "content": "first \\"inner\\": line", "token": "hunter2';
  expect(receivedRaw(text)).toBe(`a text of ${text.length} chars, with the names path, content, token`);
  expect(receivedRaw("hunter2")).toBe("a text of 7 chars");
});
