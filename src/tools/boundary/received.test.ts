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
      "on (boolean)",
      "limit (number)",
      "ratio (number)",
      "none (null)",
      "list (array, 2 items)",
      "inner (object, 1 fields)",
    ].join(", "),
  );
});

const SECRETS =
  "api_key accessToken client-secret PASSWORD Authorization pw user_pwd auth bearer cookie session private cert_path passphrase";

test.each(SECRETS.split(" "))("%s looks like a secret: its length is shown and nothing else", (name) => {
  expect(receivedText({ [name]: "hunter2hunter2" }, 400)).toBe(`${name} (string, 14 chars)`);
});

test("no field is shown whole, however short: half of it at most, and nothing of eight characters (T03)", () => {
  const shown = (length: number): string => receivedText({ content: "x".repeat(length) }, 400);
  expect([1, 8, 9, 24, 47, 48, 49].map(shown)).toEqual([
    "content (string, 1 chars)",
    "content (string, 8 chars)",
    'content (string, 9 chars "xxx…")',
    `content (string, 24 chars "${"x".repeat(11)}…")`,
    `content (string, 47 chars "${"x".repeat(22)}…")`,
    `content (string, 48 chars "${"x".repeat(23)}…")`,
    `content (string, 49 chars "${"x".repeat(23)}…")`,
  ]);
});

test("paths are names that the model needs back: they are shown whole up to 80 characters", () => {
  const long = `${"a/".repeat(40)}b`;
  expect(receivedText({ path: "a", file_path: long.slice(1), cwd: long }, 400)).toBe(
    `path (string, 1 chars "a"), file_path (string, 80 chars "${long.slice(1)}"), cwd (string, 81 chars "${long.slice(0, 79)}…")`,
  );
});

test("what cannot be seen is escaped, in names and in texts, and a preview stays short", () => {
  expect(receivedText({ "a\nb\u202E": "\u001B[31m red", x: "\u0007".repeat(30) }, 400)).toBe(
    '"a\\nb\\u{202e}" (string, 9 chars "\\u{1b}[3…"), x (string, 30 chars "\\u{7}\\u{7}\\u{7}…")',
  );
});

test("an emoji at the cut is not cut in two", () => {
  expect(receivedText({ a: `${"x".repeat(22)}😀${"x".repeat(30)}` }, 400)).toBe(
    `a (string, 54 chars "${"x".repeat(22)}…")`,
  );
});

test("a flood of fields is counted, not listed", () => {
  const flood = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [`field${at}`, at]));
  expect(receivedText(flood, 70)).toBe("field0 (number), field1 (number), field2 (number) and 999997 more");
  expect(receivedText({ ["n".repeat(64)]: 1, b: 2 }, 40)).toBe("2 fields");
  expect(receivedText({}, 40)).toBe("no fields");
});

test("of text that is no JSON only its length and the names in it are shown", () => {
  const text = '{"path": "src/a.ts", "content": "first \\"inner\\": line", "token": "hunter2';
  expect(receivedRaw(text)).toBe(`a text of ${text.length} chars, with the names path, content, token`);
  expect(receivedRaw("hunter2")).toBe("a text of 7 chars");
});
