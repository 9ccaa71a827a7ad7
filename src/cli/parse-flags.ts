import type { Arguments, Flag, Operand } from "#host";
import { wholeNumberProblem } from "./whole-number.ts";

/** What a command takes: the part of its row that its words are read against. */
export interface Takes {
  readonly flags: readonly Flag[];
  readonly operands: readonly Operand[];
}

/** What the words behind a command say: all it needs, a plea for help, or the first thing that is wrong. */
export type ParsedFlags = { readonly kind: "complete"; readonly args: Arguments } | { readonly kind: "help" } | Wrong;

interface Wrong {
  readonly kind: "wrong";
  readonly problem: string;
  readonly detail: readonly string[];
}

/** What has been read so far. */
interface Given {
  readonly switches: Set<string>;
  readonly values: Map<string, string>;
  readonly lists: Map<string, string[]>;
  readonly operands: string[];
}

/** Reads the words behind a command in order; the first error is the one reported (contract 0.1). */
export function parseFlags(takes: Takes, words: readonly string[]): ParsedFlags {
  const given: Given = { switches: new Set(), values: new Map(), lists: new Map(), operands: [] };
  const ended = words.indexOf("--");
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    // The first `--` ends the flags, unless it stands where a value is due: then that is the error.
    if (at === ended) continue;
    const isOperand = !isFlag(word) || (ended >= 0 && at > ended);
    if (!isOperand && (word === "--help" || word === "-h")) return { kind: "help" };
    const taken = isOperand ? takeOperand(takes, word, given) : takeFlag(takes, word, words[at + 1], given);
    if (typeof taken === "object") return taken;
    at += taken;
  }
  return complete(takes, given);
}

/** How many words beyond the one at hand were used, or what is wrong. */
type Taken = 0 | 1 | Wrong;

function takeOperand({ operands }: Takes, word: string, given: Given): Taken {
  if (given.operands.length >= operands.length && operands.at(-1)?.rest !== true)
    return wrong(`unexpected argument '${word}' found`);
  given.operands.push(word);
  return 0;
}

function takeFlag(takes: Takes, word: string, next: string | undefined, given: Given): Taken {
  const equals = word.indexOf("=");
  const name = word.slice(2, equals < 0 ? undefined : equals);
  const inline = equals < 0 ? undefined : word.slice(equals + 1);
  const flag = takes.flags.find((row) => word.startsWith("--") && row.name === name);
  if (flag === undefined) return wrong(`unexpected argument '${equals < 0 ? word : word.slice(0, equals)}' found`);
  if (given.switches.has(name) || given.values.has(name))
    return wrong(`the argument '${flagText(flag)}' cannot be used multiple times`);
  if (flag.value === undefined) return takeSwitch(flag, inline, given);
  if (inline === undefined && (next === undefined || isFlag(next))) return missingValue(takes, flag, next);
  return takeValue(flag, inline ?? next ?? "", given) ?? (inline === undefined ? 1 : 0);
}

function takeSwitch(flag: Flag, inline: string | undefined, given: Given): Taken {
  if (inline !== undefined)
    return wrong(`unexpected value '${inline}' for '--${flag.name}' found; no more were expected`);
  given.switches.add(flag.name);
  return 0;
}

function takeValue(flag: Flag, value: string, given: Given): Wrong | undefined {
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    if (value === "") return noValue(flag);
    return wrong(`invalid value '${value}' for '${flagText(flag)}'`, possibleValues(flag));
  }
  const problem = flag.integer === undefined ? undefined : wholeNumberProblem(value, flag.integer);
  if (problem !== undefined) return wrong(`invalid value '${value}' for '${flagText(flag)}': ${problem}`);
  if (flag.repeatable) given.lists.set(flag.name, [...(given.lists.get(flag.name) ?? []), value]);
  else given.values.set(flag.name, value);
  return undefined;
}

function missingValue(takes: Takes, flag: Flag, next: string | undefined): Wrong {
  const known =
    next === undefined || next === "--" || takes.flags.some((row) => `--${row.name}` === next.split("=")[0]);
  return known ? noValue(flag) : wrong(`unexpected argument '${next}' found`);
}

function noValue(flag: Flag): Wrong {
  return wrong(`a value is required for '${flagText(flag)}' but none was supplied`, possibleValues(flag));
}

function complete(takes: Takes, given: Given): ParsedFlags {
  const excluded = findExcluded(takes, given);
  if (excluded !== undefined) return excluded;
  const { values, lists, operands } = given;
  const missing = takes.flags.filter(({ name, required }) => required && !values.has(name) && !lists.has(name));
  const names = [
    ...missing.map(flagText),
    ...takes.operands.filter(({ required }, at) => required && at >= operands.length).map(operandText),
  ];
  if (names.length > 0)
    return wrong(
      "the following required arguments were not provided:",
      names.map((name) => `  ${name}`),
    );
  for (const flag of takes.flags)
    if (flag.default !== undefined && !values.has(flag.name)) values.set(flag.name, flag.default);
  return { kind: "complete", args: given };
}

/** The first flag given, in the order they were given, that another one of them rules out. */
function findExcluded({ flags }: Takes, { values }: Given): Wrong | undefined {
  for (const name of values.keys()) {
    const flag = flags.find((row) => row.name === name);
    const other = flags.find((row) => flag?.excludes?.includes(row.name) === true && values.has(row.name));
    if (flag !== undefined && other !== undefined)
      return wrong(`the argument '${flagText(flag)}' cannot be used with '${flagText(other)}'`);
  }
  return undefined;
}

function wrong(problem: string, detail: readonly string[] = []): Wrong {
  return { kind: "wrong", problem, detail };
}

/** A word that is read as a flag: `-` alone is a value, it means standard input. */
function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function possibleValues(flag: Flag): readonly string[] {
  return flag.choices === undefined ? [] : [`  ${choicesText(flag.choices)}`];
}

/** `[possible values: active, stopped]`, as help and errors list them (contract 0.1). */
export function choicesText(choices: readonly string[]): string {
  return `[possible values: ${choices.join(", ")}]`;
}

/** `--input <INPUT>` or `--json`, as help and errors name a flag. */
export function flagText(flag: Flag): string {
  return flag.value === undefined ? `--${flag.name}` : `--${flag.name} <${flag.value}>`;
}

/** `<FILE>`, `[CLASS]` when it may be left out, `<COMMAND>...` when it takes every further word. */
export function operandText({ name, required, rest }: Operand): string {
  return `${required ? `<${name}>` : `[${name}]`}${rest ? "..." : ""}`;
}
