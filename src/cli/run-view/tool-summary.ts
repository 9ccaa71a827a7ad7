import { exactLine } from "#host";
import { isJsonObject, type Json, type JsonObject } from "#kernel";

type Summary = (args: JsonObject) => readonly (string | undefined)[];

/** What a person wants to see of a call's arguments, tool by tool. */
const SUMMARIES: Readonly<Record<string, Summary>> = {
  read: (args) => [text(args["path"]), lineRange(args)],
  ls: (args) => [text(args["path"]) ?? "."],
  grep: (args) => [quoted(args["pattern"]), text(args["path"]), text(args["glob"])],
  glob: (args) => [text(args["pattern"]), text(args["path"])],
  write: (args) => [text(args["path"]), lineCount(args["content"])],
  edit: (args) => [text(args["path"])],
  apply_patch: (args) => [patchedPaths(args).join(", ")],
  bash: (args) => [text(args["command"]), inFolder(args["workdir"])],
};

/** A call in a few words: `read src/a.ts 1-40`, `bash npm test`. One line; it may be long, and it may hold whatever the model wrote. */
export function toolSummary(tool: string, args: JsonObject): string {
  const known = Object.hasOwn(SUMMARIES, tool) ? SUMMARIES[tool] : undefined;
  const words = known === undefined ? [plainArguments(args)] : known(args);
  return [tool, ...words.filter((word) => word !== undefined && word !== "")].join(" ").replaceAll(/\s*\n\s*/g, " ⏎ ");
}

/** The files that a call changes when it goes well, as its arguments name them. */
export function changedPaths(tool: string, args: JsonObject): readonly string[] {
  if (tool === "apply_patch") return patchedPaths(args);
  const path = text(args["path"]);
  return (tool === "write" || tool === "edit") && path !== undefined ? [path] : [];
}

function patchedPaths(args: JsonObject): readonly string[] {
  const patch = text(args["patch"]) ?? "";
  return [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, path]) => (path ?? "").trim());
}

function lineRange({ offset, limit }: JsonObject): string | undefined {
  if (typeof offset !== "number" || typeof limit !== "number") return undefined;
  // The whole of a file, as far as one page goes, needs no numbers.
  if (offset === 1 && limit >= 2000) return undefined;
  return `${offset}-${offset + limit - 1}`;
}

function lineCount(content: Json | undefined): string | undefined {
  if (typeof content !== "string") return undefined;
  const lines = content === "" ? 0 : content.split("\n").length - (content.endsWith("\n") ? 1 : 0);
  return `(${lines} ${lines === 1 ? "line" : "lines"})`;
}

/** Where a command runs, unless that is where everything does. */
export function inFolder(workdir: Json | undefined): string | undefined {
  return typeof workdir === "string" && workdir !== "." && workdir !== "" ? `(in ${workdir})` : undefined;
}

function quoted(value: Json | undefined): string | undefined {
  return typeof value === "string" ? JSON.stringify(value) : undefined;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Arguments of a tool that nobody here knows: short values as they are. */
function plainArguments(args: JsonObject): string {
  const words = Object.entries(args).map(([name, value]) => `${name}=${shortValue(value)}`);
  return words.join(" ");
}

const SHORT = 60;

function shortValue(value: Json): string {
  const isDeep = isJsonObject(value) || Array.isArray(value);
  const said = typeof value === "string" ? value : isDeep ? "…" : exactLine(value);
  return said.length <= SHORT ? said : `${said.slice(0, SHORT).toWellFormed()}…`;
}
