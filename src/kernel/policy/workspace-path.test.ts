import { describe, expect, test } from "vitest";
import { parseWorkspacePath } from "./workspace-path.ts";

describe("a path of a workspace (T07)", () => {
  test.each([
    ["src/a.ts", "src/a.ts", ["src", "a.ts"]],
    ["./src//a.ts", "src/a.ts", ["src", "a.ts"]],
    ["src/", "src", ["src"]],
    [".", ".", []],
    ["./", ".", []],
    ["...", "...", ["..."]],
    ["a..b/..c/d..", "a..b/..c/d..", ["a..b", "..c", "d.."]],
    ["-rf", "-rf", ["-rf"]],
    ["a~b", "a~b", ["a~b"]],
    ["ab:c", "ab:c", ["ab:c"]],
    ["caf\u00e9", "caf\u00e9", ["caf\u00e9"]],
  ])("%j is %j", (text, path, parts) => {
    expect(parseWorkspacePath(text)).toEqual({ ok: true, path, parts });
  });

  test.each([
    ["", "is empty"],
    ["a\ud800", "lone surrogate"],
    ["a\0b", "control character"],
    ["a\nb", "control character"],
    ["a\u007f", "control character"],
    ["a\u009b", "control character"],
    ["a\u202eb", "turns the text around"],
    ["a\u2066b", "turns the text around"],
    ["/etc/passwd", "is absolute"],
    ["//etc", "is absolute"],
    ["~/x", "begins with ~"],
    ["~root", "begins with ~"],
    ["C:/x", "names a drive"],
    ["c:x", "names a drive"],
    ["a\\b", "backslash"],
    ["..", "holds .."],
    ["../x", "holds .."],
    ["a/../b", "holds .."],
    ["a/..", "holds .."],
    ["cafe\u0301", "NFC"],
    [`${"a/".repeat(2100)}b`, "more than 4095 bytes"],
    ["a".repeat(256), "a part of more than 255 bytes"],
    ["\u00e9".repeat(128), "a part of more than 255 bytes"],
    [`${"a/".repeat(128)}b`, "more than 128 parts"],
  ])("%j is refused: %s", (text, problem) => {
    const reading = parseWorkspacePath(text);
    expect(reading.ok).toBe(false);
    expect(reading.ok ? "" : reading.problem).toContain(problem);
  });

  test("the longest part and the most parts that are taken", () => {
    expect(parseWorkspacePath("a".repeat(255)).ok).toBe(true);
    expect(parseWorkspacePath(`${"a/".repeat(127)}b`).ok).toBe(true);
    expect(parseWorkspacePath(`${"abcdefghijklmnopqrstuvwxyzabcde/".repeat(127)}${"x".repeat(31)}`).ok).toBe(true);
  });
});
