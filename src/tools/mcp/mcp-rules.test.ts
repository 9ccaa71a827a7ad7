import { expect, test } from "vitest";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { openPermissions } from "../permission/open-permissions.ts";
import { withMcpRules } from "./mcp-rules.ts";

const toolsOf = (...names: readonly string[]) =>
  names.map((name) => toolFromJsonSchema({ name, schema: { type: "object" } }));

async function decisions(
  rules: ReturnType<typeof withMcpRules>,
  ...tools: readonly string[]
): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const keeper = await openPermissions({
    rules,
    root: "/w",
    approver: () => Promise.resolve(undefined),
    keep: () => undefined,
  });
  const judged = tools.map((tool) => keeper.judge({ toolCallId: "c", tool, args: {} }, signal));
  return (await Promise.all(judged)).map(({ evidence }) => `${evidence.decision} ${evidence.ruleId}`);
}

test("every MCP tool is asked about under a default set, however many there are (T08)", async () => {
  const names = Array.from({ length: 150 }, (_, at) => `mcp__s__t${at}`);
  const rules = withMcpRules("read-only", toolsOf(...names));
  expect(await decisions(rules, "mcp__s__t0", "mcp__s__t149", "mcp__other__t")).toEqual([
    "expired mcp.ask-1",
    "expired mcp.ask-2",
    "deny unknown-tool",
  ]);
});

test("a set that names a tool has the only word on it, and its own rules stay as they are", async () => {
  const own = {
    schema: 1,
    kind: "tusk.permissions.v1",
    id: "own",
    rules: [
      { id: "mcp.ask-1", effect: "allow", why: "harmless", tools: ["mcp__s__look"] },
      { id: "no", effect: "deny", why: "never", tools: ["mcp__s__burn"] },
    ],
  };
  const tools = toolsOf("mcp__s__look", "mcp__s__burn", "mcp__s__new");
  expect(await decisions(withMcpRules(own, tools), "mcp__s__look", "mcp__s__burn", "mcp__s__new")).toEqual([
    "allow mcp.ask-1",
    "deny no",
    "expired mcp.ask-2",
  ]);
  expect(withMcpRules(own, tools.slice(0, 2))).toEqual(own);
});
