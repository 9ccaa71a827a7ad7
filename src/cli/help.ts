import type { Flag } from "#host";
import { type AnyAction, type CommandLine, familyOf, type UnknownWord } from "./arguments.ts";
import { choicesText, flagText, operandText } from "./parse-flags.ts";

/** The program's name as the person typed it. */
export type ProgramName = "tusk" | "premath";

const GROUPS = [
  "Start here",
  "Issues",
  "Dependencies",
  "Harness",
  "Sessions",
  "Tools",
  "Gate",
  "Evidence",
  "Transport",
] as const satisfies readonly AnyAction["group"][];

/** What the program is: under the reference's name in its words, for clients look at the first line. */
const ABOUT: { readonly [Name in ProgramName]: string } = {
  tusk: "A harness for coding agents in which a turn either closes or changes nothing.",
  premath: "Premath: generic kernel checks over pluggable memory/query/version adapters",
};
const REFERENCE_FAMILIES: ReadonlyMap<string, string> = new Map([
  ["issue", "Manage issues in premath-bd JSONL memory"],
  ["dep", "Manage dependencies between issues"],
]);

/** The help of the whole program: commands by group, generated from the table. */
export function programHelp(name: ProgramName, actions: readonly AnyAction[]): string {
  const width = Math.max(...actions.map((row) => row.command.length));
  const groups = GROUPS.map((group) => {
    const rows = actions.filter((row) => row.group === group);
    return [`${group}:`, ...rows.map((row) => `  ${row.command.padEnd(width)}  ${row.summary}`), ""].join("\n");
  });
  return [
    ABOUT[name],
    "",
    familyUsage(name, undefined),
    "",
    ...groups,
    "Options:",
    "  -h, --help     Print help (also: help <COMMAND>, <COMMAND> --help)",
    "  -V, --version  Print version",
    "",
  ].join("\n");
}

/** The help of a family of commands, such as `config`. */
export function familyHelp(name: ProgramName, family: string, actions: readonly AnyAction[]): string {
  const rows = familyOf(family, actions).map((row) => [row.command.slice(family.length + 1), row.summary] as const);
  const about = name === "premath" ? REFERENCE_FAMILIES.get(family) : undefined;
  return [
    ...(about === undefined ? [] : [about, ""]),
    familyUsage(name, family),
    "",
    "Commands:",
    ...table(rows),
    "",
    "Options:",
    ...table([["-h, --help", "Print help"]]),
    "",
  ].join("\n");
}

/** The help of one command. */
export function actionHelp(name: ProgramName, action: AnyAction): string {
  const flags = action.flags.map((flag) => [flagText(flag), flagSummary(flag)] as const);
  const operands = action.operands.map((operand) => [operandText(operand), operand.summary] as const);
  const lines = table([...operands, ...flags, ["-h, --help", "Print help"]]);
  return [
    action.summary,
    "",
    usageLine(name, action),
    ...(operands.length === 0 ? [] : ["", "Arguments:", ...lines.slice(0, operands.length)]),
    "",
    "Options:",
    ...lines.slice(operands.length),
    "",
  ].join("\n");
}

function flagSummary({ summary, required, repeatable, choices, default: fallback }: Flag): string {
  const notes = [
    required && "(required)",
    repeatable && "(may be repeated)",
    fallback !== undefined && fallback !== "" && `[default: ${fallback}]`,
    choices && choicesText(choices),
  ];
  return [summary, ...notes.filter((note) => typeof note === "string")].join(" ");
}

/** Two columns, the second aligned. */
function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** A usage error as the contract lays it out (0.1): first line, details, usage, where to look. */
export async function usageError(name: ProgramName, wrong: Extract<CommandLine, { kind: "usage" }>): Promise<string> {
  return [
    `error: ${wrong.problem}`,
    ...wrong.detail,
    ...(wrong.unknown === undefined ? [] : await tip(wrong.unknown)),
    "",
    wrong.action === undefined ? familyUsage(name, wrong.family) : usageLine(name, wrong.action),
    "",
    "For more information, try '--help'.",
    "",
  ].join("\n");
}

async function tip({ word, known }: UnknownWord): Promise<readonly string[]> {
  const { nearestWord } = await import("./similar-word.ts");
  const near = nearestWord(word, known);
  return near === undefined ? [] : ["", `  tip: a similar subcommand exists: '${near}'`];
}

function familyUsage(name: ProgramName, family: string | undefined): string {
  return family === undefined ? `Usage: ${name} <COMMAND>` : `Usage: ${name} ${family} <COMMAND>`;
}

function usageLine(name: ProgramName, action: AnyAction): string {
  const required = action.flags.filter((flag) => flag.required).map(flagText);
  const operands = action.operands.map(operandText);
  return ["Usage:", name, action.command, "[OPTIONS]", ...required, ...operands].join(" ");
}
