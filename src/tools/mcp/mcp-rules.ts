import { DEFAULT_RULE_SETS, type DefaultRuleSet, isJsonObject, type Json, type JsonObject } from "#kernel";
import type { Tool } from "#ports";
import { jsonCopy } from "../json-copy.ts";

/** As many tools as one rule may name. */
const MOST_TOOLS = 100;

/**
 * A rule set under which every MCP tool that none of its rules names is asked about: without that such a tool would be unknown, and denied.
 * Nothing that the set says itself is changed, and nothing is allowed (T08).
 */
export function withMcpRules(
  rules: DefaultRuleSet | { readonly [key: string]: Json },
  tools: readonly Tool[],
): JsonObject {
  const set = typeof rules === "string" ? (jsonCopy(DEFAULT_RULE_SETS[rules]) as JsonObject) : rules;
  const written = Array.isArray(set["rules"]) ? set["rules"].filter(isJsonObject) : [];
  const named = new Set(written.flatMap((rule) => (Array.isArray(rule["tools"]) ? rule["tools"] : [])));
  const unnamed = tools.map(({ name }) => name).filter((name) => !named.has(name));
  if (unnamed.length === 0 || !Array.isArray(set["rules"])) return set;
  const ids = new Set(written.map(({ id }) => id));
  return { ...set, rules: [...set["rules"], ...askingRules(unnamed, ids)] };
}

function askingRules(names: readonly string[], taken: ReadonlySet<Json | undefined>): readonly JsonObject[] {
  const rules: JsonObject[] = [];
  for (let at = 0, number = 1; at < names.length; number++) {
    const id = `mcp.ask-${number}`;
    if (taken.has(id)) continue;
    const tools = names.slice(at, at + MOST_TOOLS);
    rules.push({ id, effect: "ask", why: "a tool of an MCP server: what it does is not known here", tools });
    at += MOST_TOOLS;
  }
  return rules;
}
