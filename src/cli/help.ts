import { type AnyAction, type CommandLine, flagText } from "./arguments.ts";

/** The program's name as the person typed it. */
export type ProgramName = "tusk" | "premath";

const GROUPS = ["Start here", "Gate", "Evidence"] as const satisfies readonly AnyAction["group"][];

/** The help of the whole program: commands by group, generated from the table. */
export function programHelp(name: ProgramName, actions: readonly AnyAction[]): string {
  const width = Math.max(...actions.map((row) => row.command.length));
  const groups = GROUPS.map((group) => {
    const rows = actions.filter((row) => row.group === group);
    return [`${group}:`, ...rows.map((row) => `  ${row.command.padEnd(width)}  ${row.summary}`), ""].join("\n");
  });
  return [
    "A harness for coding agents in which a turn either closes or changes nothing.",
    "",
    `Usage: ${name} <COMMAND>`,
    "",
    ...groups,
    "Options:",
    "  -h, --help     Print help (also: help <COMMAND>, <COMMAND> --help)",
    "  -V, --version  Print version",
    "",
  ].join("\n");
}

/** The help of one command. */
export function actionHelp(name: ProgramName, action: AnyAction): string {
  const named = action.flags.map(
    (flag) => [flagText(flag), `${flag.summary}${flag.required ? " (required)" : ""}`] as const,
  );
  const rows = [...named, ["-h, --help", "Print help"] as const];
  const operand = action.operand === undefined ? [] : [[`<${action.operand.name}>`, action.operand.summary] as const];
  const width = Math.max(...[...rows, ...operand].map(([text]) => text.length));
  const table = (lines: readonly (readonly [string, string])[]) =>
    lines.map(([text, summary]) => `  ${text.padEnd(width)}  ${summary}`);
  return [
    action.summary,
    "",
    usageLine(name, action),
    ...(operand.length === 0 ? [] : ["", "Arguments:", ...table(operand)]),
    "",
    "Options:",
    ...table(rows),
    "",
  ].join("\n");
}

/** A usage error as the contract lays it out (0.1): first line, details, usage, where to look. */
export function usageError(name: ProgramName, wrong: Extract<CommandLine, { kind: "usage" }>): string {
  return [
    `error: ${wrong.problem}`,
    ...wrong.detail,
    "",
    wrong.action === undefined ? `Usage: ${name} <COMMAND>` : usageLine(name, wrong.action),
    "",
    "For more information, try '--help'.",
    "",
  ].join("\n");
}

function usageLine(name: ProgramName, action: AnyAction): string {
  const required = action.flags.filter((flag) => flag.required).map(flagText);
  const operand = action.operand === undefined ? [] : [`<${action.operand.name}>`];
  return ["Usage:", name, action.command, "[OPTIONS]", ...required, ...operand].join(" ");
}
