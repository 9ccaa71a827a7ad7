import { protectedBy } from "../protected-paths.ts";
import { filePlaceOf, type Place, type PlacedCommand, placeOf } from "./place.ts";
import { isPlainFormat } from "./print-format.ts";
import { isPrintingAwk } from "./printing-awk.ts";
import { areOneSed, isPrintingJq } from "./printing-script.ts";
import type { CommandPattern, OperandRule } from "./rule-set.ts";
import { isListable, isReadable } from "./sensitive-path.ts";
import type { ShellWord } from "./shell-script.ts";
import type { OptionValue, SplitWords } from "./split-options.ts";

type MayUse = (word: ShellWord, placed: PlacedCommand) => boolean;

/** What is done with the operands of each kind; undefined where they are no paths. */
const USES: Readonly<Record<OperandRule, MayUse | undefined>> = {
  paths: mayRead,
  names: mayList,
  changes: mayChange,
  copies: mayCopy,
  pattern: mayRead,
  sed: mayRead,
  awk: mayRead,
  jq: mayRead,
  printf: undefined,
  test: mayTest,
  text: undefined,
};

/** Kinds whose first operand is no path, and what it has to be. */
const SCRIPTS: Readonly<Partial<Record<OperandRule, (scripts: readonly string[]) => boolean>>> = {
  pattern: () => true,
  sed: areOneSed,
  awk: (scripts) => scripts.length === 1 && scripts.every(isPrintingAwk),
  jq: (scripts) => scripts.length === 1 && scripts.every(isPrintingJq),
  printf: (scripts) => scripts.length === 1 && scripts.every(isPlainFormat),
};

/** git asks a program about signatures where a format wants them, also with a blank or a sign before the letter. */
const SIGNATURE = /%[-+ ]?(?:G|\(\s*\*?\s*signature)/;

/** Whether everything behind a command's own words may be used as its pattern uses it: operands, values of options, and files it is given. */
export function operandsFit(split: SplitWords, pattern: CommandPattern, placed: PlacedCommand): boolean {
  const { operands: rule = "paths", max_operands: most = Infinity, instead = [] } = pattern;
  if (split.operands.length > most) return false;
  if (split.values.some(({ kind, word }) => kind === "format" && SIGNATURE.test(word.text))) return false;
  const paths = behindScript(split, rule, instead);
  if (paths === undefined) return false;
  const use = USES[rule];
  const values = split.values.filter((value) => value.kind === "name" && !instead.includes(value.option));
  if (use === undefined) return placed.command.inputs.every((word) => mayRead(word, placed));
  // Of a value nobody knows how it is used: at least it is read.
  const useValue = use === mayList || use === mayTest ? mayRead : use;
  return (
    paths.every((word) => use(word, placed)) &&
    [...values.map(({ word }) => word), ...placed.command.inputs].every((word) => useValue(word, placed))
  );
}

/** By these an awk is given a format that no script shows. */
const AWK_FORMAT = /^(?:OFMT|CONVFMT)=/;

/** The operands that are paths; undefined when what stands before them is not as its kind wants it. */
function behindScript(
  { operands, values, given }: SplitWords,
  rule: OperandRule,
  instead: readonly string[],
): readonly ShellWord[] | undefined {
  const isScript = SCRIPTS[rule];
  if (isScript === undefined) return operands;
  const inOptions = instead.some((name) => given.has(name));
  const scripts = inOptions ? wordsOf(values, instead) : operands.slice(0, 1);
  // A script in which bash puts a number is another one than the one that is written.
  if (rule !== "pattern" && scripts.some(({ text }) => text.includes("$?"))) return undefined;
  if (rule === "awk" && [...operands, ...values.map(({ word }) => word)].some(({ text }) => AWK_FORMAT.test(text)))
    return undefined;
  if (scripts.some(({ glob }) => glob) || !isScript(scripts.map(({ text }) => text))) return undefined;
  return inOptions ? operands : operands.slice(1);
}

function wordsOf(values: readonly OptionValue[], options: readonly string[]): readonly ShellWord[] {
  return values.filter(({ option }) => options.includes(option)).map(({ word }) => word);
}

function mayRead(word: ShellWord, placed: PlacedCommand): boolean {
  if (word.text === "-") return true;
  // git's magic, which turns a pathspec into another.
  if (/^:[^\w.-]/.test(word.text)) return false;
  // Some programs read their arguments from a file that is named so.
  if (/^@./.test(word.text) && !mayRead({ ...word, text: word.text.slice(1) }, placed)) return false;
  // A quoted wildcard is the program's own.
  return everyPlace(word, placed, (place) => isReadable(place, word.glob ? "shell" : "program"));
}

function mayList(word: ShellWord, placed: PlacedCommand): boolean {
  return !/^[:@]./.test(word.text) && everyPlace(word, placed, isListable);
}

/** bash computes what `-eq` and `-v` are given, and a command in brackets runs: only the last command's result is a number for certain. */
function mayTest(word: ShellWord, placed: PlacedCommand): boolean {
  return !/[[`]|\$(?!\?)/.test(word.text) && mayList(word, placed);
}

/** Named, in the workspace, and nothing that only a person changes. */
function mayChange(word: ShellWord, placed: PlacedCommand): boolean {
  // A dash behind `--` is an option of whoever the rest is handed to.
  if (word.glob || /^[@-]/.test(word.text)) return false;
  const texts = word.text.split(/[=:,]/).filter((text) => text !== "");
  return texts.every((text) =>
    everyPlace({ text, glob: false }, placed, (place) => place.inside && isReadable(place, "program") && isFree(place)),
  );
}

/** A wildcard for hidden names may stand for a protected one. */
function isFree({ parts }: Place): boolean {
  return protectedBy(parts) === undefined && !parts.some((part) => /^(?:\.[^/]*[*?[]|\[)/.test(part));
}

/** Not a folder's whole content: who knows what is in it. */
function mayCopy(word: ShellWord, placed: PlacedCommand): boolean {
  return !/(?:^|\/)\.?$/.test(word.text) && !word.text.endsWith("..") && mayChange(word, placed);
}

function everyPlace(
  { text }: ShellWord,
  { command, places, root }: PlacedCommand,
  holds: (place: Place) => boolean,
): boolean {
  // The shell itself counts by letters, every program by what is there.
  const locate = command.words[0]?.text === "cd" ? placeOf : filePlaceOf;
  if (places === undefined) return false;
  if (text === "") return true;
  return places.every((from) => {
    const place = locate(text, from, root);
    return place !== undefined && holds(place);
  });
}
