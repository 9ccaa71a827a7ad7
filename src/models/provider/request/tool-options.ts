import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { canonicalJson } from "#kernel";
import type { ModelRequest, ModelTool } from "#ports";
import type { WireNames } from "./wire-names.ts";

type FunctionTool = Extract<NonNullable<LanguageModelV4CallOptions["tools"]>[number], { type: "function" }>;

/** The tools of a request and the choice among them, as the provider packages take them; nothing where there are none. */
export function toolOptions(
  request: ModelRequest,
  names: WireNames,
): Pick<LanguageModelV4CallOptions, "tools" | "toolChoice"> {
  const { tools } = request;
  if (tools.length === 0) return {};
  return { tools: tools.map((tool) => toolOf(tool, names)), toolChoice: choiceOf(request, names) };
}

function toolOf({ name, description, schema, examples }: ModelTool, names: WireNames): FunctionTool {
  const shown = examples.map((example) => `\n${canonicalJson(example)}`).join("");
  return {
    type: "function",
    name: names.tool(name),
    description: shown === "" ? description : `${description}\n\nExamples of arguments:${shown}`,
    // A schema is plain JSON; the package takes it as it is.
    inputSchema: JSON.parse(canonicalJson(schema)) as FunctionTool["inputSchema"],
  };
}

function choiceOf(
  { toolChoice }: ModelRequest,
  names: WireNames,
): NonNullable<LanguageModelV4CallOptions["toolChoice"]> {
  switch (toolChoice.kind) {
    case "auto":
      return { type: "auto" };
    case "any":
      return { type: "required" };
    case "specific":
      return toolChoice.tool === undefined
        ? { type: "required" }
        : { type: "tool", toolName: names.tool(toolChoice.tool) };
    default:
      return toolChoice.kind satisfies never;
  }
}
