import type { OptionRule } from "./rule-set.ts";
import type { ShellWord } from "./shell-script.ts";

/** The words behind a pattern's own: operands, and texts in options that may name a path. Undefined when the options are not as the rule wants. */
export interface SplitWords {
  readonly operands: readonly ShellWord[];
  readonly optionValues: readonly ShellWord[];
  /** Names of the options that were given. */
  readonly given: ReadonlySet<string>;
}

const WILDCARD = /[*?[]/;

/** Tells options from operands, and refuses what the rule does not take: what a wildcard may turn into counts as given. */
export function splitOptions(words: readonly ShellWord[], rule: OptionRule | undefined): SplitWords | undefined {
  if (rule !== undefined && "only" in rule) return onlyThese(words, rule.only);
  const { options, operands } = byDash(words);
  if (rule !== undefined && "some" in rule) {
    return options.some(({ text }) => rule.some.some((name) => isGiven(text, name)))
      ? split(options, operands)
      : undefined;
  }
  const never = rule?.never ?? [];
  const mayBeAny = words.some((word) => word.glob && (isOption(word) ? WILDCARD.test(optionName(word.text)) : false));
  if (mayBeAny) return undefined;
  // A wildcard at the beginning may stand for a name that is an option.
  if (never.length > 0 && byDash(words).operands.some(({ glob, text }) => glob && WILDCARD.test(text[0] ?? "")))
    return undefined;
  if (options.some(({ text }) => never.some((name) => isGiven(text, name)))) return undefined;
  return split(options, operands);
}

function isOption({ text }: ShellWord): boolean {
  return text.startsWith("-") && text.length > 1;
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

function split(options: readonly ShellWord[], operands: readonly ShellWord[]): SplitWords {
  return {
    operands,
    optionValues: options.flatMap(({ text, glob }) => valuesIn(text).map((value) => ({ text: value, glob }))),
    given: new Set(options.map(({ text }) => optionName(text))),
  };
}

/** What may be a path in an option: behind `=`, or behind the letter of a short one. */
function valuesIn(text: string): readonly string[] {
  const equals = text.indexOf("=");
  if (equals > 0) return [text.slice(equals + 1)];
  return !text.startsWith("--") && text.length > 2 ? [text.slice(2)] : [];
}

/** Whether a word gives an option: long ones abbreviated or with a value, letters in a bundle, words such as `-exec` with any dashes. */
function isGiven(text: string, name: string): boolean {
  if (/^-[^-]$/.test(name)) return !text.startsWith("--") && text.includes(name.slice(1), 1);
  const bare = optionName(text);
  const wanted = name.replace(/^-+/, "");
  const said = bare.replace(/^-+/, "");
  return said === wanted || (name.startsWith("--") && bare.startsWith("--") && said !== "" && wanted.startsWith(said));
}

function onlyThese(words: readonly ShellWord[], only: readonly string[]): SplitWords | undefined {
  const operands: ShellWord[] = [];
  const given = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    if (word.text === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (isOption(word) || (word.text.startsWith("+") && only.includes("+"))) {
      const taken = takeOption(word, only);
      if (taken === undefined) return undefined;
      for (const name of taken.names) given.add(name);
      const next = words[at + 1];
      // A value that looks like an option is read as one: programs differ, and one reading must not hide the other.
      if (taken.wantsValue && next !== undefined && (!isOption(next) || /^[-+]\d/.test(next.text))) at += 1;
    } else if (word.glob && WILDCARD.test(word.text[0] ?? "")) return undefined;
    else operands.push(word);
  }
  return { operands, optionValues: [], given };
}

interface TakenOption {
  readonly names: readonly string[];
  readonly wantsValue: boolean;
}

function takeOption({ text, glob }: ShellWord, only: readonly string[]): TakenOption | undefined {
  const name = optionName(text);
  if (glob && WILDCARD.test(name)) return undefined;
  if (text.startsWith("+")) return { names: ["+"], wantsValue: false };
  if (/^-\d+$/.test(text) && only.includes("-#")) return { names: ["-#"], wantsValue: false };
  if (text === name && only.includes(name)) return { names: [name], wantsValue: false };
  if (only.includes(`${name}:`)) return { names: [name], wantsValue: text === name };
  if (text !== name && only.includes(`${name}=`)) return { names: [name], wantsValue: false };
  return text.startsWith("--") ? undefined : takeBundle(text, only);
}

/** Letters behind one dash; the first that takes a value takes the rest. */
function takeBundle(text: string, only: readonly string[]): TakenOption | undefined {
  const names: string[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at] ?? ""}`;
    const isLast = at === text.length - 1;
    names.push(name);
    if (only.includes(`${name}:`)) return { names, wantsValue: isLast };
    if (!isLast && only.includes(`${name}=`)) return { names, wantsValue: false };
    if (!only.includes(name)) return undefined;
  }
  return { names, wantsValue: false };
}
