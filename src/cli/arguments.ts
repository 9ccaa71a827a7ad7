import type { ActionId, Arguments, Flag, HostAction } from "#host";

/** A row of the table, whichever it is. */
export type AnyAction = { readonly [Id in ActionId]: HostAction<Id> }[ActionId];

/** What a command line asks for, or the first thing that is wrong with it (contract 0.1). */
export type CommandLine =
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly action: AnyAction | undefined; readonly asked: boolean }
  | { readonly kind: "run"; readonly action: AnyAction; readonly args: Arguments }
  | {
      readonly kind: "usage";
      readonly problem: string;
      readonly detail: readonly string[];
      readonly action: AnyAction | undefined;
    };

/** Reads a command line against the table of actions. Pure: nothing runs before everything is understood. */
export function parseCommandLine(argv: readonly string[], actions: readonly AnyAction[]): CommandLine {
  const [first, ...rest] = argv;
  if (first === undefined) return { kind: "help", action: undefined, asked: false };
  if (first === "--version" || first === "-V") return { kind: "version" };
  if (first === "--help" || first === "-h") return { kind: "help", action: undefined, asked: true };
  if (first === "help") return parseHelp(rest[0], actions);
  if (first.startsWith("-")) return usage(`unexpected argument '${first}' found`);
  const action = actions.find((row) => row.command === first);
  return action === undefined ? unknownCommand(first, actions) : parseFlags(action, rest);
}

function parseHelp(name: string | undefined, actions: readonly AnyAction[]): CommandLine {
  const action = actions.find((row) => row.command === name);
  if (name !== undefined && action === undefined) return unknownCommand(name, actions);
  return { kind: "help", action, asked: true };
}

function parseFlags(action: AnyAction, words: readonly string[]): CommandLine {
  const switches = new Set<string>();
  const values = new Map<string, string>();
  let operand: string | undefined;
  let flagsEnded = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (flagsEnded || !isFlag(word)) {
      if (action.operand === undefined || operand !== undefined)
        return usage(`unexpected argument '${word}' found`, action);
      operand = word;
      continue;
    }
    if (word === "--") {
      flagsEnded = true;
      continue;
    }
    if (word === "--help" || word === "-h") return { kind: "help", action, asked: true };
    const equals = word.indexOf("=");
    const name = word.slice(2, equals < 0 ? undefined : equals);
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    const flag = action.flags.find((row) => word.startsWith("--") && row.name === name);
    if (flag === undefined)
      return usage(`unexpected argument '${equals < 0 ? word : word.slice(0, equals)}' found`, action);
    if (switches.has(name) || values.has(name))
      return usage(`the argument '${flagText(flag)}' cannot be used multiple times`, action);
    if (flag.value === undefined) {
      if (inline !== undefined)
        return usage(`unexpected value '${inline}' for '--${name}' found; no more were expected`, action);
      switches.add(name);
      continue;
    }
    const value = inline ?? words[at + 1];
    if (inline === undefined) at += 1;
    if (inline === undefined && (value === undefined || isFlag(value))) return missingValue(action, flag, value);
    values.set(name, value ?? "");
  }
  return complete(action, { switches, values, operand });
}

/** A word that is read as a flag: `-` alone is a value, it means standard input. */
function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function missingValue(action: AnyAction, flag: Flag, next: string | undefined): CommandLine {
  const known =
    next === undefined || next === "--" || action.flags.some((row) => `--${row.name}` === next.split("=")[0]);
  if (!known) return usage(`unexpected argument '${next}' found`, action);
  return usage(`a value is required for '${flagText(flag)}' but none was supplied`, action);
}

function complete(action: AnyAction, args: Arguments): CommandLine {
  const missing = action.flags.filter((flag) => flag.required && !args.values.has(flag.name)).map(flagText);
  if (action.operand?.required && args.operand === undefined) missing.push(`<${action.operand.name}>`);
  if (missing.length === 0) return { kind: "run", action, args };
  return usage(
    "the following required arguments were not provided:",
    action,
    missing.map((name) => `  ${name}`),
  );
}

function unknownCommand(name: string, actions: readonly AnyAction[]): CommandLine {
  const near = actions
    .map((row) => row.command)
    .find((command) => name !== "" && (distance(name, command) <= 2 || command.includes(name)));
  const tip = near === undefined ? [] : ["", `  tip: a similar subcommand exists: '${near}'`];
  return usage(`unrecognized subcommand '${name}'`, undefined, tip);
}

function usage(problem: string, action?: AnyAction, detail: readonly string[] = []): CommandLine {
  return { kind: "usage", problem, detail, action };
}

/** `--input <INPUT>` or `--json`, as help and errors name a flag. */
export function flagText(flag: Flag): string {
  return flag.value === undefined ? `--${flag.name}` : `--${flag.name} <${flag.value}>`;
}

/** Edits between two words; enough to guess a typing error. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
