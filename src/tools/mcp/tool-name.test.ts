import { expect, test } from "vitest";
import { mcpToolName } from "./tool-name.ts";

test("a name is made of letters, digits, _ and -, the same every time", () => {
  expect(mcpToolName("files", "read_file")).toBe("mcp__files__read_file");
  expect(mcpToolName("files", "read.file/ä 寸")).toBe("mcp__files__read_file____");
  expect(mcpToolName("files", "\ud800")).toBe("mcp__files___");
});

test("a name that is too long keeps its beginning and differs by its digest", () => {
  const [one, other] = ["a", "b"].map((last) => mcpToolName("files", "x".repeat(100) + last));
  expect([one?.length, other?.length, one === other]).toEqual([64, 64, false]);
  expect([one, other].map((name) => name?.slice(0, 55))).toEqual([one?.slice(0, 55), one?.slice(0, 55)]);
  expect(mcpToolName("s", "x".repeat(56))).toBe(`mcp__s__${"x".repeat(56)}`);
});
