import { exactLine } from "#host";
import type { JsonObject } from "#kernel";
import type { PermissionQuestion } from "#ports";
import { editLines } from "./diff-rows.ts";
import { inFolder, toolSummary } from "./tool-summary.ts";

const MOST_REASONS = 5;

/**
 * What is asked, line by line and uncoloured: the call whole as far as it is short, with the content or the change that it would write, the
 * rule, and why it asks. Of more than that both ends are shown, and a line says how much is not.
 */
export function questionLines({ tool, args, ruleId, reasons }: PermissionQuestion): readonly string[] {
  const asking = reasons.filter(({ effect }) => effect !== "allow");
  const shown = (asking.length === 0 ? reasons : asking).slice(0, MOST_REASONS);
  return [
    ...callLines(tool, args),
    ...shown.map(
      ({ part, why, ruleId: rule }) => `  ${rule}: ${inOneLine(why)}${part === tool ? "" : ` (${inOneLine(part)})`}`,
    ),
    ...(asking.length > MOST_REASONS ? [`  … and ${asking.length - MOST_REASONS} more reasons`] : []),
    ...(shown.some((reason) => reason.ruleId === ruleId) ? [] : [`  rule ${ruleId}`]),
  ];
}

/** A call: a line that names it, and below it what that line does not hold. */
interface ShownCall {
  readonly head: string;
  readonly detail: readonly string[];
}

/** What a person has to see of the calls that change something, beside the line that names them. */
const SHOWN: Readonly<Record<string, (args: JsonObject) => ShownCall>> = {
  bash: shownCommand,
  write: (args) => ({ head: toolSummary("write", args), detail: linesOf(args["content"]).map((line) => `+${line}`) }),
  edit: (args) => ({
    head: `${toolSummary("edit", args)}${args["replace_all"] === true ? " (every occurrence)" : ""}`,
    detail: editLines(args),
  }),
  apply_patch: (args) => ({ head: toolSummary("apply_patch", args), detail: linesOf(args["patch"]) }),
  ...Object.fromEntries(["read", "ls", "grep", "glob"].map((tool) => [tool, (args) => shownLooking(tool, args)])),
};

function callLines(tool: string, args: JsonObject): readonly string[] {
  const known = Object.hasOwn(SHOWN, tool) ? SHOWN[tool] : undefined;
  const { head, detail } = known?.(args) ?? { head: tool, detail: argumentLines(args) };
  return [`  ${inOneLine(head)}`, ...bounded(detail.flatMap(pieces))];
}

/** A command of one line stands in the line that names it; one that is too long for that is shown whole below it. */
function shownCommand(args: JsonObject): ShownCall {
  const command = linesOf(args["command"]);
  if (command.length > 1)
    return { head: ["bash", inFolder(args["workdir"]) ?? ""].join(" ").trimEnd(), detail: command };
  const head = toolSummary("bash", args);
  return { head, detail: isCut(head) ? command : [] };
}

/** What only looks is named in one line, unless that is too long. */
function shownLooking(tool: string, args: JsonObject): ShownCall {
  const head = toolSummary(tool, args);
  return { head, detail: isCut(head) ? argumentLines(args) : [] };
}

function argumentLines(args: JsonObject): readonly string[] {
  return Object.entries(args).map(([name, value]) => `${name}: ${exactLine(value)}`);
}

function linesOf(text: unknown): readonly string[] {
  if (typeof text !== "string" || text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** What is kept of the beginning and of the end of a long text: what it does may stand at either. */
const [MOST_HEAD, MOST_TAIL] = [400, 160];

function isCut(text: string): boolean {
  return text.length > MOST_HEAD + MOST_TAIL;
}

/** At most so much of a text, on one line: nothing of it looks like a line of the question. */
function inOneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, " ⏎ ");
  if (!isCut(line)) return line;
  const left = line.length - MOST_HEAD - MOST_TAIL;
  return `${line.slice(0, MOST_HEAD).toWellFormed()} [… ${left} more characters …] ${line.slice(-MOST_TAIL).toWellFormed()}`;
}

/** A line in pieces of a bounded length: a long one counts as many. */
function pieces(line: string): readonly string[] {
  return line.match(/.{1,160}/gsu) ?? [""];
}

/** Lines of the call that are shown: so many of its beginning, and so many of its end. */
const [HEAD_LINES, TAIL_LINES] = [40, 20];

function bounded(lines: readonly string[]): readonly string[] {
  const indented = (part: readonly string[]): readonly string[] => part.map((line) => `    ${line}`);
  const left = lines.length - HEAD_LINES - TAIL_LINES;
  if (left <= 0) return indented(lines);
  // It stands further out than any line of the call can.
  const sign = `  [… ${left} more ${left === 1 ? "line is" : "lines are"} NOT shown here …]`;
  return [...indented(lines.slice(0, HEAD_LINES)), sign, ...indented(lines.slice(-TAIL_LINES))];
}
