import { expect, test } from "vitest";
import { harmlessClip, harmlessText } from "./harmless-text.ts";

test("what acts on a terminal or hides is shown, everything else is as it was", () => {
  expect(harmlessText("a\u001b[2J\u0007\u009b\u202e\u2066\u2028\u{E0041}\r\nb\tc\rd")).toBe(
    "a\\u{1b}[2J\\u{7}\\u{9b}\\u{202e}\\u{2066}\\u{2028}\\u{e0041}\nb\tc\\u{d}d",
  );
  expect(harmlessText("größe 寸法 👩‍👩‍👧 🏳️‍🌈")).toBe("größe 寸法 👩‍👩‍👧 🏳️‍🌈");
  expect(harmlessText("a\u200bb\u2063\ufeff\u{E0100}")).toBe("a\\u{200b}b\\u{2063}\\u{feff}\\u{e0100}");
  expect(harmlessText("\ud800x")).toBe("\ufffdx");
});

test("a cut text is never longer for what was made harmless in it", () => {
  expect(harmlessClip("\u0007".repeat(50), 20).length).toBe(20);
});
