import { canonicalJson, clipText, compileSchema, isJsonObject, type Json, type JsonObject } from "#kernel";
import { ToolFailed } from "#ports";
import { jsonCopy } from "../json-copy.ts";
import type { AdvertisedTool } from "./advertised-tool.ts";
import { harmlessText } from "./harmless-text.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";

/** The longest word of a server that a placeholder repeats. */
const WORD = 100;

/**
 * What a call is answered with: the texts joined, else what is structured as JSON text; other kinds are named and not shown. Throws
 * `ToolFailed` where the server says that the tool failed, or answers with something else than it promised.
 */
export function readAnswer(sent: unknown, tool: AdvertisedTool): string {
  const answer = copied(sent);
  if (answer === undefined) throw new ToolFailed("NonZeroExit", `${tool.remote} answered with what is no MCP result`);
  const { content = [], structuredContent: structured, isError } = answer;
  if (!Array.isArray(content)) throw new ToolFailed("NonZeroExit", `${tool.remote} answered without content`);
  const text = harmlessText(shownContent(content, structured));
  if (isError === true)
    throw new ToolFailed("NonZeroExit", text === "" ? `${tool.remote} failed and says no more` : text);
  const misfit = promiseBroken(structured, tool.outputSchema);
  if (misfit !== undefined) throw new ToolFailed("NonZeroExit", `${tool.remote} broke its promise: ${misfit}`);
  return text;
}

function copied(sent: unknown): JsonObject | undefined {
  try {
    const value = jsonCopy(sent);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // What cannot be said in JSON, or is nested past all bounds, is no result either.
    return undefined;
  }
}

function shownContent(content: readonly Json[], structured: Json | undefined): string {
  const blocks = content.slice(0, MCP_LIMITS.contentBlocks).map(shownBlock);
  if (content.length > blocks.length)
    blocks.push({ text: `[${content.length - blocks.length} more blocks]`, isText: false });
  const hasText = blocks.some(({ text, isText }) => isText && text !== "");
  const shown = blocks.map(({ text }) => text);
  if (structured !== undefined && !hasText) shown.push(canonicalJson(structured));
  return shown.join("\n");
}

interface ShownBlock {
  readonly text: string;
  readonly isText: boolean;
}

function shownBlock(block: Json): ShownBlock {
  if (!isJsonObject(block)) return { text: "[no content]", isText: false };
  const { type, text, resource } = block;
  if (type === "text" && typeof text === "string") return { text, isText: true };
  const inner = isJsonObject(resource ?? null) ? (resource as JsonObject) : block;
  // The text of a resource that was sent along is a text like any other.
  if (type === "resource" && typeof inner["text"] === "string") return { text: inner["text"], isText: true };
  const bytes = base64Bytes(inner["data"] ?? inner["blob"]);
  const words = [type, inner["mimeType"], inner["uri"]].filter((word) => typeof word === "string");
  return {
    text: `[${[...words.map(placed), ...(bytes === undefined ? [] : [`${bytes} bytes`])].join(", ")}]`,
    isText: false,
  };
}

function placed(word: string): string {
  return clipText(word.replaceAll(/[\s[\]]+/g, " "), WORD);
}

function base64Bytes(data: Json | undefined): number | undefined {
  if (typeof data !== "string") return undefined;
  const padding = /={0,2}$/.exec(data)?.[0].length ?? 0;
  return Math.floor((data.length * 3) / 4) - padding;
}

/** In one clause what is wrong with structured content; undefined where it is as promised. */
function promiseBroken(structured: Json | undefined, promised: JsonObject | undefined): string | undefined {
  if (promised === undefined) return undefined;
  if (structured === undefined) return "structured content is due, and there is none";
  const [first] = compileSchema(promised)(structured);
  return first === undefined ? undefined : `structured content ${first.path} ${first.problem}`;
}
