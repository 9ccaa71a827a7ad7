import { expect, test } from "vitest";
import { escapeHarmful, harmlessText } from "./harmless-text.ts";

test("what acts on a terminal or does not show is escaped; line ends, tabs and every script stay", () => {
  expect(harmlessText("a\u001B[2J\u200B\u2063\uFEFF\u{E0041}\u202E\r\n\tb\uD800")).toBe(
    "a\\u{1b}[2J\\u{200b}\\u{2063}\\u{feff}\\u{e0041}\\u{202e}\\u{d}\n\tb\uFFFD",
  );
  expect(harmlessText("größe 寸法 שלום 👩‍👩‍👧 🏳️‍🌈")).toBe("größe 寸法 שלום 👩‍👩‍👧 🏳️‍🌈");
  expect(escapeHarmful("a\u0007b\n", () => "?")).toBe("a?b\n");
});
