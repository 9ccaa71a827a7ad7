import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { ConfigRow } from "./resolve-config.ts";

const HIDDEN = "(not shown)";
const HIDDEN_IN_SERVERS: ReadonlySet<string> = new Set(["env", "headers"]);
const NAMED = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/g;

/** The rows as they may be shown. */
export function shownRows(rows: readonly ConfigRow[]): readonly ConfigRow[] {
  return rows.map((row) => {
    const { path, setting } = row;
    return setting === undefined ? row : { path, setting: { ...setting, value: shownValue(path, setting.value) } };
  });
}

/**
 * A key's value as it may be shown: what a server of MCP is given in variables and headers is named, and its values are not, but for the
 * variables of ours that they name.
 */
export function shownValue(path: string, value: Json): Json {
  return path === "mcp" && isJsonObject(value) ? eachEntry(value, shownServer) : value;
}

function shownServer(server: Json): Json {
  if (!isJsonObject(server)) return server;
  return Object.fromEntries(
    Object.entries(server).map(([name, value]): [string, Json] => [
      name,
      HIDDEN_IN_SERVERS.has(name) && isJsonObject(value) ? eachEntry(value, hiddenText) : value,
    ]),
  );
}

function hiddenText(value: Json): string {
  const names = typeof value === "string" ? (value.match(NAMED) ?? []) : [];
  return [HIDDEN, ...names].join(" ");
}

function eachEntry(object: JsonObject, shown: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]): [string, Json] => [name, shown(value)]));
}
