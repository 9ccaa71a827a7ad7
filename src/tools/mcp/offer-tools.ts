import { isJsonObject, type Json, type JsonObject } from "#kernel";
import type { Tool } from "#ports";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toolProblems } from "../tool-problems.ts";
import { type AdvertisedTool, advertise } from "./advertised-tool.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { ServerLink } from "./server-link.ts";
import type { McpServerState } from "./server-state.ts";
import { mcpToolName } from "./tool-name.ts";

/** A tool that may be advertised. */
export interface Offer {
  readonly tool: Tool;
  readonly advertised: AdvertisedTool;
}

/** A tool that is not taken, by the server's own name. */
type RefusedTool = McpServerState["refused"][number];

/** What is made of one server's list. */
export interface Offers {
  readonly offers: readonly Offer[];
  readonly refused: readonly RefusedTool[];
}

/** Makes tools of what a server lists; what cannot be used is named with its reason and hinders no other. */
export function offersOf(link: ServerLink, wanted: readonly ListedTool[], timeoutMs: number): Offers {
  const made = wanted.map((tool) => offerOf(link, tool, timeoutMs));
  return {
    offers: made.flatMap((offer) => ("problem" in offer ? [] : [offer])),
    refused: made.flatMap((offer) => ("problem" in offer ? [offer] : [])),
  };
}

/** The tools that were asked for; a tool that is listed twice is nobody's. */
export function wantedOf(
  listed: readonly ListedTool[],
  names: readonly string[] | undefined,
): { readonly wanted: readonly ListedTool[]; readonly refused: readonly RefusedTool[] } {
  const byName = Map.groupBy(listed, ({ name }) => name);
  const asked = names ?? [...byName.keys()];
  const refused = asked.flatMap((tool) => {
    const count = byName.get(tool)?.length ?? 0;
    if (count === 1) return [];
    return [{ tool, problem: count === 0 ? "the server lists no such tool" : `the server lists it ${count} times` }];
  });
  const wanted = listed.filter(({ name }) => asked.includes(name) && byName.get(name)?.length === 1);
  return { wanted, refused };
}

function offerOf(link: ServerLink, listed: ListedTool, timeoutMs: number): Offer | RefusedTool {
  const advertising = advertise(listed);
  if (!advertising.ok) return { tool: listed.name, problem: advertising.problem };
  const advertised = advertising.tool;
  const { description, schema, examples } = advertised;
  const tool = toolFromJsonSchema({
    name: mcpToolName(link.name, listed.name),
    description,
    schema,
    examples,
    // Whatever a server says of its tools: what they do to the world is not known.
    effects: ["other"],
    timeoutMs,
    run: (args, { signal }) => link.call({ tool: advertised, args: argumentsOf(args), signal, timeoutMs }),
  });
  const [problem] = toolProblems(tool);
  return problem === undefined ? { tool, advertised } : { tool: listed.name, problem };
}

/** What `checkArgs` let through: JSON with plain numbers, as it goes over the wire. */
function argumentsOf(args: unknown): JsonObject {
  return isJsonObject(args as Json) ? (args as JsonObject) : {};
}
