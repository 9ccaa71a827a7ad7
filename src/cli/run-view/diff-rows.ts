import type { JsonObject } from "#kernel";
import type { Style } from "../render/paper.ts";
import type { Cell } from "../render/rich/columns.ts";
import { oneLine } from "../render/rich/columns.ts";
import { type CompletedCall, shownObject } from "./outcome-text.ts";

/** Lines of one change that are shown. */
const MOST = 16;
const STYLES: Readonly<Record<string, Style>> = { "+": "green", "-": "red", "@": "cyan" };

/** What a call changed, a few coloured lines: of the tool's own report, else of what it was asked to do. */
export function diffRows(event: CompletedCall, args: JsonObject): readonly (readonly Cell[])[] {
  const lines = diffLines(event, args);
  const shown = lines.slice(0, MOST).map((line): readonly Cell[] => {
    const style = STYLES[line[0] ?? ""] ?? "dim";
    return [{ text: "    " }, { text: oneLine(line), style }];
  });
  const left = lines.length - MOST;
  return left <= 0 ? shown : [...shown, [{ text: `    … ${left} more lines`, style: "dim" }]];
}

function diffLines({ tool, shown }: CompletedCall, args: JsonObject): readonly string[] {
  const diff = shownObject(shown)?.["diff"];
  if (typeof diff === "string") return diff.trimEnd().split("\n");
  return tool === "edit" ? editLines(args) : [];
}

/** What an edit takes away and what it puts there, as its arguments say it. */
export function editLines(args: JsonObject): readonly string[] {
  return [...marked("-", args["old_string"]), ...marked("+", args["new_string"])];
}

function marked(mark: string, text: unknown): readonly string[] {
  return typeof text === "string" && text !== "" ? text.split("\n").map((line) => `${mark}${line}`) : [];
}
