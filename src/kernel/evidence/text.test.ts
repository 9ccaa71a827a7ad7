import { describe, expect, test } from "vitest";
import { asciiLower, present, trimmed } from "./text.ts";

describe("trimmed", () => {
  test("removes exactly Unicode White_Space from both ends (contract 0.5)", () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const edge = String.fromCodePoint(code);
      const given = `${edge}x${edge}`;
      if (trimmed(given) !== (/\p{White_Space}/u.test(edge) ? "x" : given)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test("takes U+0085 for white space and U+FEFF not, both unlike the native trim (contract 0.5)", () => {
    expect(trimmed("\u0085 id \u0085")).toBe("id");
    expect(trimmed("\uFEFFid\uFEFF")).toBe("\uFEFFid\uFEFF");
  });

  test("leaves white space inside a text alone", () => {
    expect(trimmed("\n a \u00A0\t b \r\n")).toBe("a \u00A0\t b");
  });

  test("trims an end that stands beside a letter past ASCII", () => {
    expect(trimmed(" é")).toBe("é");
    expect(trimmed("é ")).toBe("é");
    expect(trimmed("\u{1F600}\u3000")).toBe("\u{1F600}");
  });

  test("takes no longer than the text is long, however much white space stands inside", { timeout: 20_000 }, () => {
    const text = `é${" ".repeat(100_000)}é`;
    expect(trimmed(text)).toBe(text);
  });

  test("leaves nothing of a text that is all white space", () => {
    expect(trimmed("")).toBe("");
    expect(trimmed(" \t\u0085\u2028\u3000")).toBe("");
  });
});

describe("present", () => {
  test("is the trimmed text", () => {
    expect(present(" schema:read ")).toBe("schema:read");
  });

  test.each([[undefined], [null], [""], [" \u2003"]])("takes %j for absent (contract 1.2)", (text) => {
    expect(present(text)).toBeUndefined();
  });
});

describe("asciiLower", () => {
  test("lower-cases ASCII letters", () => {
    expect(asciiLower("Tool_USE-09")).toBe("tool_use-09");
  });

  test("leaves letters past ASCII as they are (contract 0.5)", () => {
    expect(asciiLower("ÄÖ İ \u212A Σ A")).toBe("ÄÖ İ \u212A Σ a");
  });
});

test.each([
  ["", ""],
  [" \t\r\n\v\f", ""],
  ["\u0085a\u00a0b\u2003\u3000\u2028", "a\u00a0b"],
  ["\uFEFFa\u200B", "\uFEFFa\u200B"],
  ["😀 ", "😀"],
])("%j is trimmed to %j", (text, rest) => {
  expect(trimmed(text)).toBe(rest);
});

test("a million blanks inside a text are passed over, not counted again and again", () => {
  const text = `a${" ".repeat(1_000_000)}b`;
  expect(trimmed(`${text} `)).toBe(text);
});
