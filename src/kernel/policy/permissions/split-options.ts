import { type OptionSpec, type OptionTable, optionTable, type ValueKind } from "./option-spec.ts";
import type { CommandPattern, OptionRule } from "./rule-set.ts";
import type { ShellWord } from "./shell-script.ts";

/** A value that an option was given. */
export interface OptionValue {
  readonly option: string;
  readonly word: ShellWord;
  readonly kind: ValueKind;
}

/** The words behind a pattern's own. */
export interface SplitWords {
  readonly operands: readonly ShellWord[];
  readonly values: readonly OptionValue[];
  /** Names of the options that were given. */
  readonly given: ReadonlySet<string>;
}

/** What a pattern says of its options besides their names. */
export type OptionHabits = Pick<CommandPattern, "harmless" | "options_first">;

const WILDCARD = /[*?[]/;
/** Nobody types a longer bundle of letters; each of its ends is looked at. */
const LONGEST_BUNDLE = 200;

/** Tells options from operands. Undefined for what the rule does not take: what a wildcard may turn into counts as given. */
export function splitOptions(
  words: readonly ShellWord[],
  rule: OptionRule | undefined,
  habits: OptionHabits = {},
): SplitWords | undefined {
  if (rule !== undefined && "only" in rule) return onlyThese(words, optionTable(rule.only), habits);
  const { options, operands } = byDash(words);
  if (options.some(({ text }) => text.length > LONGEST_BUNDLE && !text.startsWith("--"))) return undefined;
  if (rule !== undefined && "some" in rule) {
    return options.some(({ text }) => rule.some.some((name) => isGiven(text, name)))
      ? loosely(options, operands)
      : undefined;
  }
  const never = rule?.never ?? [];
  if (options.some(({ glob, text }) => glob && WILDCARD.test(optionName(text)))) return undefined;
  if (never.length > 0 && operands.some(mayBecomeOption)) return undefined;
  if (options.some(({ text }) => never.some((name) => isGiven(text, name)))) return undefined;
  return loosely(options, operands);
}

function isOption({ text }: ShellWord): boolean {
  return text.startsWith("-") && text.length > 1;
}

/** A wildcard at the beginning may stand for a name that is an option. */
function mayBecomeOption({ glob, text }: ShellWord): boolean {
  return glob && WILDCARD.test(text[0] ?? "");
}

function optionName(text: string): string {
  return text.split("=", 1)[0] ?? "";
}

/** Options stand before `--`, among operands or not. */
function byDash(words: readonly ShellWord[]): { options: readonly ShellWord[]; operands: readonly ShellWord[] } {
  const end = words.findIndex(({ text }) => text === "--");
  const before = end < 0 ? words : words.slice(0, end);
  const after = end < 0 ? [] : words.slice(end + 1);
  return { options: before.filter(isOption), operands: [...before.filter((word) => !isOption(word)), ...after] };
}

function loosely(options: readonly ShellWord[], operands: readonly ShellWord[]): SplitWords {
  const values = options.flatMap(({ text, glob }) =>
    valuesIn(text).map((value) => ({ option: optionName(text), word: { text: value, glob }, kind: "name" as const })),
  );
  return { operands, values, given: new Set(options.map(({ text }) => optionName(text))) };
}

/** What may be a path in an option nobody knows: behind `=`, or behind any letter of a bundle. */
function valuesIn(text: string): readonly string[] {
  const equals = text.indexOf("=");
  if (equals > 0) return [text.slice(equals + 1)];
  return text.startsWith("--")
    ? []
    : Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at + 2));
}

/** Whether a word gives an option: long ones abbreviated or with a value, letters in a bundle, words such as `-exec` with any dashes. */
function isGiven(text: string, name: string): boolean {
  if (/^-[^-]$/.test(name)) return !text.startsWith("--") && text.includes(name.slice(1), 1);
  const bare = optionName(text);
  const wanted = name.replace(/^-+/, "");
  const said = bare.replace(/^-+/, "");
  return said === wanted || (name.startsWith("--") && bare.startsWith("--") && said !== "" && wanted.startsWith(said));
}

function onlyThese(
  words: readonly ShellWord[],
  table: OptionTable,
  { harmless, options_first: first }: OptionHabits,
): SplitWords | undefined {
  const operands: ShellWord[] = [];
  const values: OptionValue[] = [];
  const given = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    if (word.text === "--" && !table.wordy) {
      if (table.specs.has("--")) continue;
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!isOption(word) && !(word.text.startsWith("+") && table.specs.has("+"))) {
      if (harmless !== true && mayBecomeOption(word)) return undefined;
      if (first === true) {
        operands.push(...words.slice(at));
        break;
      }
      operands.push(word);
      continue;
    }
    const taken = takeOption(word, table);
    if (taken === undefined) return undefined;
    for (const name of taken.names) given.add(name);
    values.push(...taken.values);
    if (taken.waiting === undefined) continue;
    const [option, spec] = taken.waiting;
    const next = words.slice(at + 1, at + 1 + spec.next);
    if (next.length < spec.next || !next.every((value) => isValue(value, spec, table))) return undefined;
    values.push(...next.map((value) => ({ option, word: value, kind: spec.kind })));
    at += spec.next;
  }
  return { operands, values, given };
}

/** Programs differ on whether a word with a dash is a value, and on a wildcard's many words: where one reading could hide another, it is none. */
function isValue(word: ShellWord, { attached, next, kind }: OptionSpec, { wordy }: OptionTable): boolean {
  if (word.glob && (kind !== "name" || mayBecomeOption(word))) return false;
  if (!isOption(word) || /^-\d/.test(word.text)) return true;
  // find and `jq --arg` take their words whatever these are.
  return kind === "text" && !attached && (wordy || next === 2);
}

interface TakenOption {
  readonly names: readonly string[];
  readonly values: readonly OptionValue[];
  /** The option whose values are the next words. */
  readonly waiting?: readonly [string, OptionSpec];
}

function takeOption({ text, glob }: ShellWord, { specs, wordy }: OptionTable): TakenOption | undefined {
  const name = optionName(text);
  if (glob && WILDCARD.test(name)) return undefined;
  if (text.startsWith("+")) return { names: ["+"], values: [] };
  if (/^-\d+$/.test(text) && specs.has("-#")) return { names: ["-#"], values: [] };
  const spec = specs.get(name);
  if (spec === undefined) return text.startsWith("--") || wordy ? undefined : takeBundle(text, glob, specs);
  if (text === name) return takeBare(name, spec, []);
  const isLetter = name.length === 2 && !wordy;
  const value = { text: text.slice(isLetter ? 2 : name.length + 1), glob };
  return spec.attached ? { names: [name], values: [{ option: name, word: value, kind: spec.kind }] } : undefined;
}

function takeBare(name: string, spec: OptionSpec, before: readonly string[]): TakenOption | undefined {
  const names = [...before, name];
  if (spec.next > 0) return { names, values: [], waiting: [name, spec] };
  return spec.bare ? { names, values: [] } : undefined;
}

/** Letters behind one dash; the first that takes a value takes the rest, and one that takes only the next word stands last. */
function takeBundle(text: string, glob: boolean, specs: ReadonlyMap<string, OptionSpec>): TakenOption | undefined {
  const names: string[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at] ?? ""}`;
    const spec = specs.get(name);
    if (spec === undefined) return undefined;
    if (at === text.length - 1) return takeBare(name, spec, names);
    names.push(name);
    if (spec.attached) {
      return { names, values: [{ option: name, word: { text: text.slice(at + 1), glob }, kind: spec.kind }] };
    }
    if (!spec.bare || spec.next > 0) return undefined;
  }
  return undefined;
}
