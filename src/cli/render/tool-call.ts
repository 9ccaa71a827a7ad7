import type { ToolCallData, ToolCheckData } from "#host";
import { isJsonObject, type Json, type Repair, type ToolFailure, type ToolFailureCode } from "#kernel";
import { exactJson, printExactJson } from "./exact-json.ts";
import { harmless, paint, type Paper, type Style } from "./paper.ts";
import { printLines } from "./shows.ts";

type Permission = NonNullable<ToolCallData["answer"]["permission"]>;
type Shell = NonNullable<ToolCallData["answer"]["shell"]>;

/** What a person may do about a failure. */
const REMEDY: Readonly<Record<ToolFailureCode, string>> = {
  InvalidInput: "correct the arguments; 'tusk tool show <NAME>' has the schema and examples",
  NotFound: "name something that is there; 'tusk tool call ls' and 'glob' say what is",
  Denied: "it is not allowed here, whatever the arguments say",
  Timeout: "the same call may be tried again",
  NonZeroExit: "the tool ended with an error of its own; its code has to be looked at",
  Interrupted: "its effect is unknown; look at the workspace before it is run again",
};

/** How a call ended: result, changes and repairs, or the failure and what to do about it. */
export function toolCall({ tool, answer }: ToolCallData, paper: Paper): void {
  if (paper.json) return printExactJson(answer, paper);
  const { outcome, executed, dryRun, repairs, result, artifacts, shell, failure, permission } = answer;
  const ran = dryRun === true ? " (dry run: nothing was changed)" : executed ? "" : " (not run)";
  paper.print(`${tool}: ${paint(paper, outcome === "ok" ? "green" : "red", outcome)}${ran}\n`);
  printLines(repairLines(repairs), paper);
  if (permission !== undefined) printLines([permissionLine(permission)], paper);
  if (failure !== undefined) printLines(failureLines(failure, tool), paper);
  if (result !== undefined) printResult(result, paper);
  if (shell !== undefined) printLines([shellLine(shell)], paper);
  const changed = dryRun === true ? "would change" : "changed";
  printLines(
    artifacts.map(({ path, before, after, basis }) => {
      const digests = `${before ?? "(none)"} -> ${after ?? "(removed)"}`;
      return `  ${changed}  ${path}  ${digests}${basis === "unread" ? "  (not read before)" : ""}`;
    }),
    paper,
  );
}

function permissionLine({ evidence, why, approval }: Permission): string {
  const by = approval === undefined ? "" : `, answered by ${approval.by}`;
  return `  permission: ${evidence.decision} by ${evidence.ruleId} (${why})${by}`;
}

function shellLine({ sandboxProfile, network, backend, durationMs, survivorsKilled = 0 }: Shell): string {
  const walls = backend.name === "none" ? "no walls of ours" : `${backend.name} ${backend.version}`;
  const ended = survivorsKilled === 0 ? "" : `, left processes ended: ${survivorsKilled}`;
  return `  ran in ${sandboxProfile}, network ${network} (${walls}), ${durationMs} ms${ended}`;
}

/** What the boundary says of arguments. */
export function toolCheck(data: ToolCheckData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { valid, args, repairs, failure } = data;
  paper.print(`${paint(paper, valid ? "green" : "red", valid ? "valid" : "not valid")}\n`);
  printLines(repairLines(repairs), paper);
  if (failure !== undefined) printLines([`  ${failure.code}: ${failure.message}`], paper);
  if (args !== undefined) printLines(exactJson(args).split("\n"), paper);
}

function repairLines(repairs: readonly Repair[]): readonly string[] {
  return repairs.map(({ rule, field }) => `  repaired  ${field} (${rule})`);
}

function failureLines({ code, message, retryable }: ToolFailure, tool: string): readonly string[] {
  const remedy = REMEDY[code].replace("<NAME>", tool);
  return [`  ${code}: ${message}`, `  ${retryable ? "retryable" : "not retryable as it is"}: ${remedy}`];
}

/** A result's members, one by one; texts of several lines stand last and as they are, a diff in its colours. */
function printResult(result: Json, paper: Paper): void {
  if (!isJsonObject(result)) return printLines(valueText(result).split("\n"), paper);
  const members = Object.entries(result);
  const short = members.filter(([, value]) => !isLongText(value));
  printLines(
    short.flatMap(([name, value]) => `  ${name}: ${valueText(value)}`.split("\n")),
    paper,
  );
  for (const [name, value] of members.filter(([, entry]) => isLongText(entry))) {
    printLines([`  ${name}:`], paper);
    const lines = valueText(value).split("\n");
    if (name === "diff") printDiff(lines, paper);
    else printLines(lines, paper);
  }
}

function isLongText(value: Json): boolean {
  return typeof value === "string" && valueText(value).includes("\n");
}

const DIFF_STYLES: Readonly<Record<string, Style>> = { "+": "green", "-": "red", "@": "cyan" };

function printDiff(lines: readonly string[], paper: Paper): void {
  const painted = lines.map((line) => {
    const text = paper.isTerminal ? harmless(line) : line;
    const style = DIFF_STYLES[line.slice(0, 1)];
    return `${style === undefined ? text : paint(paper, style, text)}\n`;
  });
  paper.print(painted.join(""));
}

function valueText(value: Json): string {
  return typeof value === "string" ? value.replace(/\n$/, "") : exactJson(value, "  ");
}
