import { describe, expect, test } from "vitest";
import { ToolFailed } from "#ports";
import type { AdvertisedTool } from "./advertised-tool.ts";
import { advertise } from "./advertised-tool.ts";
import { readAnswer } from "./call-answer.ts";

function toolOf(outputSchema?: AdvertisedTool["outputSchema"]): AdvertisedTool {
  const advertising = advertise({
    name: "go",
    fields: { inputSchema: { type: "object" }, ...(outputSchema && { outputSchema }) },
  });
  if (!advertising.ok) throw new Error(advertising.problem);
  return advertising.tool;
}

const answered = (sent: unknown, tool: AdvertisedTool = toolOf()): readonly [string, string] => {
  try {
    return ["ok", readAnswer(sent, tool)];
  } catch (error) {
    if (error instanceof ToolFailed) return [error.code, error.message];
    throw error;
  }
};

const text = (said: string): object => ({ type: "text", text: said });

describe("the answer of a server", () => {
  test.each<readonly [string, unknown, readonly [string, string]]>([
    ["texts are joined", { content: [text("a"), text("b")] }, ["ok", "a\nb"]],
    ["nothing is nothing", {}, ["ok", ""]],
    ["structured content stands in for text", { structuredContent: { b: 1, a: [2] } }, ["ok", '{"a":[2],"b":1}']],
    ["but not beside it", { content: [text("a")], structuredContent: { b: 1 } }, ["ok", "a"]],
    [
      "bytes are counted",
      { content: [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }] },
      ["ok", "[audio, audio/wav, 3 bytes]"],
    ],
    [
      "padding is none",
      { content: [{ type: "image", data: "AA==", mimeType: "i/p" }] },
      ["ok", "[image, i/p, 1 bytes]"],
    ],
    [
      "a placeholder is bounded",
      { content: [{ type: "x]\n[".repeat(100) }] },
      ["ok", expect.stringMatching(/^\[[^[\]\n]{100}\]$/)],
    ],
    ["no content at all", { content: [5, null] }, ["ok", "[no content]\n[no content]"]],
    ["an error is a failure", { content: [text("no")], isError: true }, ["NonZeroExit", "no"]],
    ["an error without words", { isError: true }, ["NonZeroExit", "go failed and says no more"]],
    ["no object", "text", ["NonZeroExit", "go answered with what is no MCP result"]],
    ["content of another form", { content: {} }, ["NonZeroExit", "go answered without content"]],
  ])("%s", (_, sent, expected) => {
    expect(answered(sent)).toEqual(expected);
  });

  test("more blocks than anybody reads are counted", () => {
    const [, shown] = answered({ content: Array.from({ length: 1_005 }, () => text("x")) });
    expect(shown.split("\n").slice(-2)).toEqual(["x", "[5 more blocks]"]);
  });

  test("structured content has to be as it was promised, and there", () => {
    const tool = toolOf({ type: "object", properties: { n: { type: "integer" } }, required: ["n"] });
    expect(answered({ structuredContent: { n: 1 } }, tool)).toEqual(["ok", '{"n":1}']);
    expect(answered({ structuredContent: { n: "1" } }, tool)[0]).toBe("NonZeroExit");
    expect(answered({ content: [text("a")] }, tool)[0]).toBe("NonZeroExit");
    expect(answered({ content: [text("sorry")], isError: true }, tool)).toEqual(["NonZeroExit", "sorry"]);
  });
});

describe("what is told of a tool", () => {
  const fields = { description: "Goes.", inputSchema: { type: "object" } };
  const digestOf = (more: object): string | undefined => {
    const advertising = advertise({ name: "go", fields: { ...fields, ...more } });
    return advertising.ok ? advertising.tool.digest : undefined;
  };

  test("has one digest, and every change of it another", () => {
    expect(digestOf({})).toBe(digestOf({ icons: [] }));
    const changes = [
      {},
      { description: "Goes!" },
      { inputSchema: { type: "object", required: ["a"] } },
      { inputSchema: { type: "object", description: "x" } },
      { outputSchema: { type: "object" } },
      { annotations: { destructiveHint: true } },
    ];
    expect(new Set(changes.map(digestOf)).size).toBe(changes.length);
  });

  test("data in a schema is not ours to change", () => {
    const schema = {
      type: "object",
      properties: { a: { enum: ["\u0007"], title: "\u0007" } },
      default: { title: "\u0007" },
    };
    const advertising = advertise({ name: "go", fields: { ...fields, inputSchema: schema } });
    expect(advertising.ok && advertising.tool.schema).toEqual({
      ...schema,
      properties: { a: { enum: ["\u0007"], title: "\\u{7}" } },
    });
  });
});
