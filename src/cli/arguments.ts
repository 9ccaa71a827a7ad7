import type { ActionId, Arguments, HostAction } from "#host";
import { parseFlags } from "./parse-flags.ts";

/** A row of the table, whichever it is. */
export type AnyAction = { readonly [Id in ActionId]: HostAction<Id> }[ActionId];

/** What help and usage errors are about: one command, a family such as `config`, or the program when both are undefined. */
interface Topic {
  readonly action: AnyAction | undefined;
  readonly family: string | undefined;
}

/** What a command line asks for, or the first thing that is wrong with it (contract 0.1). */
export type CommandLine =
  | ({ readonly kind: "help"; readonly asked: boolean } & Topic)
  | { readonly kind: "run"; readonly action: AnyAction; readonly args: Arguments }
  | Wrong;

/** A word that names nothing, and those that would have: what is similar is looked for only when it is shown. */
export interface UnknownWord {
  readonly word: string;
  readonly known: readonly string[];
}

type Wrong = {
  readonly kind: "usage";
  readonly problem: string;
  readonly detail: readonly string[];
  readonly unknown: UnknownWord | undefined;
} & Topic;

/** Reads a command line against the table of actions. Pure: nothing runs before everything is understood. */
export function parseCommandLine(argv: readonly string[], actions: readonly AnyAction[]): CommandLine {
  return parseWords(argv, actions, undefined);
}

/** The commands of a family: those whose name is its word and one more. */
export function familyOf(family: string, actions: readonly AnyAction[]): readonly AnyAction[] {
  return actions.filter((row) => row.command.startsWith(`${family} `));
}

/** Reads words up to the command they name; `family` is the word already read, if any. */
function parseWords(
  [word, ...rest]: readonly string[],
  actions: readonly AnyAction[],
  family: string | undefined,
): CommandLine {
  if (word === undefined) return help({ family, asked: false });
  if (word === "--help" || word === "-h") return help({ family });
  if (word === "help") return parseHelp(family === undefined ? rest : [family, ...rest], actions);
  if (word.startsWith("-")) return usage(`unexpected argument '${word}' found`, { family });
  const named = findCommand(word, actions, family);
  if (named.kind === "family") return parseWords(rest, actions, named.family);
  return named.kind === "action" ? parseAction(named.action, rest) : named;
}

/** `help`, `help config`, `help config show`: every word must name something. */
function parseHelp(words: readonly string[], actions: readonly AnyAction[]): CommandLine {
  let topic: Partial<Topic> = {};
  for (const word of words) {
    if (topic.action !== undefined) return unknownCommand(word, [], topic);
    const named = findCommand(word, actions, topic.family);
    if (named.kind === "usage") return named;
    topic = named.kind === "family" ? { family: named.family } : { action: named.action };
  }
  return help(topic);
}

type Named =
  | { readonly kind: "action"; readonly action: AnyAction }
  | { readonly kind: "family"; readonly family: string }
  | Wrong;

function findCommand(word: string, actions: readonly AnyAction[], family: string | undefined): Named {
  const command = family === undefined ? word : `${family} ${word}`;
  const action = actions.find((row) => row.command === command);
  // A word with a space in it is no two words: the shell has quoted it.
  if (action !== undefined && !word.includes(" ")) return { kind: "action", action };
  if (family !== undefined) return unknownCommand(word, secondWords(family, actions), { family });
  if (familyOf(word, actions).length > 0) return { kind: "family", family: word };
  const firstWords = new Set(actions.map((row) => row.command.split(" ")[0] ?? ""));
  return unknownCommand(word, [...firstWords], {});
}

function secondWords(family: string, actions: readonly AnyAction[]): readonly string[] {
  return familyOf(family, actions).map((row) => row.command.slice(family.length + 1));
}

function parseAction(action: AnyAction, words: readonly string[]): CommandLine {
  const parsed = parseFlags(action, words);
  switch (parsed.kind) {
    case "help":
      return help({ action });
    case "complete":
      return { kind: "run", action, args: parsed.args };
    case "wrong":
      return usage(parsed.problem, { action }, parsed.detail);
    default:
      return parsed satisfies never;
  }
}

function unknownCommand(word: string, known: readonly string[], topic: Partial<Topic>): Wrong {
  return { ...usage(`unrecognized subcommand '${word}'`, topic), unknown: { word, known } };
}

function help({ action, family, asked = true }: Partial<Topic> & { readonly asked?: boolean }): CommandLine {
  return { kind: "help", action, family, asked };
}

function usage(problem: string, { action, family }: Partial<Topic>, detail: readonly string[] = []): Wrong {
  return { kind: "usage", problem, detail, unknown: undefined, action, family };
}
