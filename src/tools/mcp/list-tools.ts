import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "#kernel";
import type { StandardSchema } from "#ports";
import { jsonCopy } from "../json-copy.ts";
import type { ListedTool } from "./listed-tool.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";

/** Takes an answer as it is: every field of it is looked at by us, once, where it is used. */
export const AS_SENT: StandardSchema<unknown, unknown> = {
  "~standard": { version: 1, vendor: "tusk", validate: (value) => ({ value }) },
};

/** A server's list, or in one clause what is wrong with it. */
export type Listing =
  | { readonly ok: true; readonly tools: readonly ListedTool[] }
  | { readonly ok: false; readonly problem: string };

/** Reads all pages of a server's tools within bounds. Rejects only where the request itself fails. */
export async function listTools(client: Client, options: RequestOptions): Promise<Listing> {
  const tools: ListedTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MCP_LIMITS.pages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const sent = await client.request({ method: "tools/list", params }, AS_SENT, options);
    const read = readPage(sent);
    if (typeof read === "string") return { ok: false, problem: read };
    tools.push(...read.tools);
    if (tools.length > MCP_LIMITS.listedTools)
      return { ok: false, problem: `lists more than ${MCP_LIMITS.listedTools} tools` };
    if (read.next === undefined) return { ok: true, tools };
    if (seen.has(read.next)) return { ok: false, problem: "lists its tools in a circle of pages" };
    seen.add(read.next);
    cursor = read.next;
  }
  return { ok: false, problem: `lists its tools on more than ${MCP_LIMITS.pages} pages` };
}

interface Page {
  readonly tools: readonly ListedTool[];
  readonly next: string | undefined;
}

function readPage(sent: unknown): Page | string {
  const page = copied(sent);
  if (typeof page === "string") return page;
  const { tools, nextCursor } = page.value as { tools?: Json; nextCursor?: Json };
  if (!Array.isArray(tools)) return "answered without a list of tools";
  const listed = tools.flatMap((fields) => {
    const name = isJsonObject(fields) ? fields["name"] : undefined;
    return isJsonObject(fields) && typeof name === "string" && name !== "" ? [{ name, fields }] : [];
  });
  if (listed.length < tools.length) return "lists a tool without a name";
  return { tools: listed, next: typeof nextCursor === "string" && nextCursor !== "" ? nextCursor : undefined };
}

function copied(sent: unknown): { readonly value: JsonObject } | string {
  try {
    const value = jsonCopy(sent);
    return isJsonObject(value) ? { value } : "answered without a list of tools";
  } catch (error) {
    return `lists what is no JSON: ${error instanceof Error ? error.message : "it threw"}`;
  }
}
